import { useEffect, useState } from "react"
import { nowMs } from "./clock.ts"

/** A moved element is drawn again once or twice: after the action and after the answer. */
const settlesMs = 1000

/** Focuses an element by its id after it was drawn at another place; `drawn` is the data that it is drawn from. */
export function useFocusAfter(drawn: unknown): (elementId: string) => void {
  const [wanted, setWanted] = useState<{ readonly id: string; readonly untilMs: number } | null>(null)
  useEffect(() => {
    // No data yet: nothing is drawn.
    if (drawn === undefined || !wanted || nowMs() > wanted.untilMs) return
    const element = document.getElementById(wanted.id)
    element?.scrollIntoView?.({ block: "nearest" })
    element?.focus()
  }, [wanted, drawn])
  return (id) => setWanted({ id, untilMs: nowMs() + settlesMs })
}
