import { useEffect, useEffectEvent, useReducer, useRef } from "react"
import {
  firstSliderState,
  mayRefresh,
  reduceSlider,
  type SliderMeasures,
  type SliderPicture,
  type SliderState,
} from "./slider-state.ts"
import { trackOf, type TrackPoint, type TrackStep } from "./slider-track.ts"

export interface SliderAnswer {
  readonly id: string
  /** The final offset, in image pixels. */
  readonly code: number
  readonly track: readonly TrackStep[]
  readonly by: "mouse" | "touch" | "keyboard"
}

export interface SliderSource {
  readonly measures: SliderMeasures
  readonly sentences: { readonly failed: string; readonly expired: string; readonly imageFailed: string }
  /** Throws where there is no picture. */
  readonly load: () => Promise<SliderPicture>
  /** How long the server accepts this picture's answer. Throws where it can't be asked. */
  readonly secondsLeft: (id: string) => Promise<number>
  /** False: refused. Throws where it can't be asked; the error's message is shown. */
  readonly check: (answer: SliderAnswer) => Promise<boolean>
}

interface SliderUse extends SliderSource {
  readonly onPassed: (answer: SliderAnswer) => void
  /** Why it is shown again, e.g. the call that it protected was refused. */
  readonly notice: string | null
  readonly nowMs: () => number
}

/** Long enough to see the green tick. */
const tickShownMs = 450

interface Drag {
  readonly by: SliderAnswer["by"]
  readonly points: TrackPoint[]
  offset: number
}

/** Input by hand, in image pixels; `atMs` is the moment of the event. */
export interface SliderHand {
  grab(by: SliderAnswer["by"], atMs: number): void
  move(x: number, y: number, atMs: number): void
  release(): void
  reset(): void
  refresh(): void
  /** How far the block is, and by what it is moved; null: it is not. */
  held(): { readonly by: SliderAnswer["by"]; readonly offset: number } | null
}

export function useSlider({
  measures,
  sentences,
  load,
  secondsLeft,
  check,
  onPassed,
  notice,
  nowMs,
}: SliderUse): {
  readonly state: SliderState
  readonly hand: SliderHand
} {
  const [state, dispatch] = useReducer(reduceSlider, notice, firstSliderState)
  const { view, round, picture } = state
  const drag = useRef<Drag | null>(null)
  const answer = useRef<SliderAnswer | null>(null)
  const shownAt = useRef(0)

  const loadNow = useEffectEvent(load)
  useEffect(() => {
    let isWanted = true
    async function fetchPicture() {
      try {
        const loaded = await loadNow()
        if (isWanted) dispatch({ type: "loaded", round, picture: loaded })
      } catch {
        if (isWanted) dispatch({ type: "loadFailed", round })
      }
    }
    void fetchPicture()
    return () => {
      isWanted = false
    }
  }, [round])

  // CAPT-4
  const id = picture?.id
  const startClock = useEffectEvent(() => {
    shownAt.current = nowMs()
    return setTimeout(() => dispatch({ type: "expired", round }), measures.expiryMs)
  })
  // Back on the page the time left is requested before the drag: timers here may have stopped, the server's have not.
  const lookAgain = useEffectEvent(async (shown: string) => {
    if (document.visibilityState !== "visible") return
    const left = await secondsLeft(shown).catch(() => null)
    if (left === 0 && drag.current === null) dispatch({ type: "expired", round })
  })
  useEffect(() => {
    if (id === undefined) return
    const timer = startClock()
    const onVisibility = () => void lookAgain(id)
    document.addEventListener("visibilitychange", onVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", onVisibility)
    }
  }, [id])

  const tellPassed = useEffectEvent(() => {
    if (answer.current) onPassed(answer.current)
  })
  useEffect(() => {
    if (view !== "passed") return
    const timer = setTimeout(tellPassed, tickShownMs)
    return () => clearTimeout(timer)
  }, [view])

  async function judge(given: SliderAnswer): Promise<void> {
    try {
      const isRight = await check(given)
      dispatch(isRight ? { type: "passed", round } : { type: "refused", round, why: sentences.failed })
    } catch (error) {
      const why = (error instanceof Error && error.message) || sentences.failed
      dispatch({ type: "refused", round, why })
    }
  }

  const hand: SliderHand = {
    grab(by, atMs) {
      if (view !== "ready" && view !== "dragging") return
      // Timers stop while a computer sleeps.
      if (nowMs() - shownAt.current >= measures.expiryMs) {
        dispatch({ type: "expired", round })
        return
      }
      // The first key press moves immediately: the time before it is spent looking at the picture.
      const gripMs = by === "keyboard" ? atMs - (nowMs() - shownAt.current) : atMs
      drag.current = { by, points: [{ x: 0, y: 0, atMs: gripMs }], offset: 0 }
      dispatch({ type: "reset" })
      dispatch({ type: "grabbed" })
    },
    move(x, y, atMs) {
      if (!drag.current) return
      const offset = Math.min(Math.max(x, 0), measures.dragLimit)
      // A key pressed at either end moves nothing.
      if (drag.current.by === "keyboard" && offset === drag.current.offset) return
      drag.current.offset = offset
      drag.current.points.push({ x: offset, y, atMs })
      dispatch({ type: "moved", offset, limit: measures.dragLimit })
    },
    release() {
      const done = drag.current
      drag.current = null
      if (!done || !picture || view !== "dragging") return
      dispatch({ type: "released" })
      const code = Math.round(done.offset)
      if (code === 0) return
      answer.current = { id: picture.id, code, track: trackOf(done.points), by: done.by }
      void judge(answer.current)
    },
    reset() {
      drag.current = null
      dispatch({ type: "reset" })
    },
    refresh() {
      drag.current = null
      if (mayRefresh(state)) dispatch({ type: "refreshed" })
    },
    held: () => drag.current && { by: drag.current.by, offset: drag.current.offset },
  }
  return { state, hand }
}
