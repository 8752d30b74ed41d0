import { useEffect, useState } from "react"
import { nowMs } from "./clock.ts"

/** What was moved is drawn again once or twice, by what it was asked to do and by the answer. */
const settlesMs = 1000

/** Gives the focus to an element by its id after it was drawn in another place; `drawn` is what it is drawn from. */
export function useFocusAfter(drawn: unknown): (elementId: string) => void {
  const [wanted, setWanted] = useState<{ readonly id: string; readonly untilMs: number } | null>(null)
  useEffect(() => {
    // Nothing is drawn before there is something to draw it from.
    if (drawn === undefined || !wanted || nowMs() > wanted.untilMs) return
    const element = document.getElementById(wanted.id)
    element?.scrollIntoView?.({ block: "nearest" })
    element?.focus()
  }, [wanted, drawn])
  return (id) => setWanted({ id, untilMs: nowMs() + settlesMs })
}
