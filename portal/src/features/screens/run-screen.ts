import { screenCalls, screenLimits, type ScreenOverview } from "@uc/contract/screens/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { lookForUpdate } from "../../platform/browser/portal-update.ts"
import { Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { openEventStream } from "../../platform/realtime/event-stream.ts"
import type { ScreenEvent } from "./screen.machine.ts"

/** Events come in bursts; the answer to the first has most of it. */
const leastGapMs = 1000
/** While it is no screen: somebody may pair it, or switch its organisation on again. */
const refusedGapMs = 60_000
const lookForUpdateMs = 5 * 60_000
/** After an end of its stream, and after the browser gave it up. */
const reopenMs = 30_000

export interface ScreenRunner {
  /** At once, by whatever cookie the browser has now. */
  readonly askAgain: () => void
  readonly stop: () => void
}

/** Asks by the clock and by events, for as long as the page is open. */
export function runScreen(tell: (event: ScreenEvent) => void, wasScreen: () => boolean): ScreenRunner {
  let timer: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  let askedMs = 0
  let isAsking = false
  let isWantedAgain = false
  let isOver = false
  let closeStream: (() => void) | undefined

  const askAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), ms)
  }
  const askSoon = () => {
    if (isAsking) isWantedAgain = true
    else askAfter(Math.max(0, askedMs + leastGapMs - nowMs()))
  }

  async function ask(): Promise<void> {
    isAsking = true
    isWantedAgain = false
    askedMs = nowMs()
    let gapMs: number = screenLimits.pollMs
    try {
      const overview: ScreenOverview = await send(screenCalls.overview, {})
      if (isOver) return
      tell({ type: "answered", overview, nowMs: nowMs() })
      openStream()
    } catch (error) {
      if (isOver) return
      // Anything else is an outage: the screen shows how old its answer is, and goes on asking.
      if (error instanceof Failure && error.kind === "signed-out") {
        tell({ type: "refused", wasScreen: wasScreen() })
        shutStream()
        gapMs = refusedGapMs
      }
    } finally {
      isAsking = false
    }
    askAfter(isWantedAgain ? leastGapMs : gapMs)
  }

  function openStream(): void {
    closeStream ??= openEventStream({
      isScreen: true,
      onEvent: (topic) => {
        // The server ends a stream with this one, and so does a screen that was revoked.
        if (topic === "alarms" || topic === "drills" || topic === "menus") askSoon()
      },
      onState(isOpen) {
        tell({ type: "pushed", isOpen })
        clearTimeout(reopening)
        // A stream that has ended is not opened again by itself; the answer says whether it may be.
        if (!isOpen) reopening = setTimeout(shutStream, reopenMs)
        else void lookForUpdate()
      },
    })
  }
  function shutStream(): void {
    clearTimeout(reopening)
    closeStream?.()
    closeStream = undefined
    tell({ type: "pushed", isOpen: false })
  }

  const ticking = setInterval(() => tell({ type: "ticked", nowMs: nowMs() }), 1000)
  const looking = setInterval(() => void lookForUpdate(), lookForUpdateMs)
  const onVisible = () => {
    if (document.visibilityState === "visible") askSoon()
  }
  document.addEventListener("visibilitychange", onVisible)
  window.addEventListener("online", askSoon)
  void ask()

  return {
    askAgain() {
      shutStream()
      askSoon()
    },
    stop() {
      isOver = true
      clearTimeout(timer)
      clearTimeout(reopening)
      clearInterval(ticking)
      clearInterval(looking)
      document.removeEventListener("visibilitychange", onVisible)
      window.removeEventListener("online", askSoon)
      closeStream?.()
    },
  }
}
