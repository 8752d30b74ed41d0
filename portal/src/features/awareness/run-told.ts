import { awarenessCalls } from "@uc/contract/awareness/calls"
import { onEventSpread } from "../../platform/realtime/on-event-spread.ts"
import { send } from "../../platform/http/send.ts"
import { onToldConfirmed, toldHappened } from "./told-store.ts"

/** For where no event gets through; otherwise events come first. */
const beatMs = 20_000
const hiddenBeatMs = 60_000
const longestMs = 120_000
/** Everybody of a school gets the event at the same moment. */
const spreadMs = 800

/** Asks what its person is told: now, after an event, and at intervals. Returns what ends it. */
export function runTold(): () => void {
  let isOver = false
  let isAsking = false
  let isAskedAgain = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    if (isOver) return
    if (isAsking) {
      isAskedAgain = true
      return
    }
    isAsking = true
    isAskedAgain = false
    clearTimeout(timer)
    try {
      const list = await send(awarenessCalls.mine, {})
      failures = 0
      if (!isOver) toldHappened({ type: "answered", list })
    } catch {
      // What is on the screen stays: a card must not vanish because the network did.
      failures += 1
    }
    isAsking = false
    if (isOver) return
    if (isAskedAgain) return ask()
    const beat = document.visibilityState === "hidden" ? hiddenBeatMs : beatMs
    timer = setTimeout(() => void ask(), Math.min(beat * 2 ** failures, longestMs))
  }

  const onVisible = () => {
    if (document.visibilityState === "visible") void ask()
  }
  const stopListening = onEventSpread("told", () => void ask(), spreadMs)
  // The next one takes the place of one that was confirmed.
  const stopFollowing = onToldConfirmed(() => void ask())
  document.addEventListener("visibilitychange", onVisible)
  window.addEventListener("online", onVisible)
  void ask()
  return () => {
    isOver = true
    clearTimeout(timer)
    stopListening()
    stopFollowing()
    document.removeEventListener("visibilitychange", onVisible)
    window.removeEventListener("online", onVisible)
    toldHappened({ type: "ended" })
  }
}
