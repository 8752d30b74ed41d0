import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react"
import { mayReloadForUpdate, useUpdate } from "../../platform/browser/portal-update.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { reloadDocument } from "../../platform/http/reload-document.ts"
import { browserStorage } from "../../platform/session/storage.ts"
import { allowSound, ring, sampleOf, soundIsOn } from "../monitor/public.ts"
import { keepAwake } from "./keep-awake.ts"
import { runScreen, type ScreenRunner } from "./run-screen.ts"
import { isQuiet, reduceScreen, screenFrom, type ScreenState } from "./screen.machine.ts"

/** The name of the screen that this browser is: after the end it says which one. */
const nameKey = "screen-name"

export function nameOfScreen(): string | null {
  return browserStorage.get(nameKey)
}

export function forgetScreen(): void {
  browserStorage.remove(nameKey)
}

export interface WatchedScreen {
  readonly state: ScreenState
  /** Null: this browser has no sound. */
  readonly hasSound: boolean | null
  /** After a pairing: what is shown may be another screen's. */
  readonly askAgain: () => void
}

/** The screen's state with its effects: calls, events, sound, the display, new versions. */
export function useScreen(): WatchedScreen {
  const [state, tell] = useReducer(reduceScreen, null, () => screenFrom(nowMs()))
  const runner = useRef<ScreenRunner | null>(null)
  useEffect(() => {
    const running = runScreen(tell, () => nameOfScreen() !== null)
    runner.current = running
    return running.stop
  }, [])
  useEffect(keepAwake, [])

  const name = state.overview?.screen ?? null
  useEffect(() => {
    if (name !== null) browserStorage.set(nameKey, name)
  }, [name])

  const kind = state.ringing?.kind
  const no = state.ringing?.no ?? 0
  const sound = useEffectEvent(() => {
    if (kind !== undefined) ring(sampleOf(kind))
  })
  useEffect(() => {
    if (no > 0) sound()
  }, [no])

  const hasUpdate = useUpdate()
  const mayReload = hasUpdate && isQuiet(state)
  useEffect(() => {
    if (mayReload && mayReloadForUpdate()) reloadDocument()
  }, [mayReload])

  return { state, hasSound: useSound(), askAgain: () => runner.current?.askAgain() }
}

/** Whether it can be heard; a click anywhere allows it. */
function useSound(): boolean | null {
  const [hasSound, setHasSound] = useState(soundIsOn)
  useEffect(() => {
    const looking = setInterval(() => setHasSound(soundIsOn()), 1000)
    const onClick = () => allowSound()
    window.addEventListener("pointerdown", onClick)
    window.addEventListener("keydown", onClick)
    return () => {
      clearInterval(looking)
      window.removeEventListener("pointerdown", onClick)
      window.removeEventListener("keydown", onClick)
    }
  }, [])
  return hasSound
}
