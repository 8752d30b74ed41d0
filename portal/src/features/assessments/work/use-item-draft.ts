import { assessmentMessages } from "@uc/contract/assessments/messages"
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react"
import { itemDraft, type DraftState, type ItemDraft } from "./item-draft.ts"

/** Submitting asks all of them first: null when everything is saved, else the obstacle. */
export type Flushes = Map<string, () => Promise<string | null>>

/** As it was when the component was mounted; for another item the component gets another key. */
export function useItemDraft<T extends object>(
  name: string,
  flushes: Flushes,
  parts: Parameters<typeof itemDraft<T>>[0],
): readonly [ItemDraft<T>, DraftState<T>] {
  const [draft] = useState(() => itemDraft(parts))
  const state = useSyncExternalStore(draft.watch, draft.state)
  useEffect(() => {
    flushes.set(name, async () => ((await draft.flush()) ? null : assessmentMessages.unsaved))
    return () => {
      flushes.delete(name)
      // Who leaves within the second still has it saved; should this fail, it stays in the browser.
      void draft.flush()
    }
  }, [name, flushes, draft])
  return [draft, state]
}

/** Something else that must be done before submitting. */
export function useFlush(flushes: Flushes, name: string, obstacle: string | null): void {
  const now = useEffectEvent(() => obstacle)
  useEffect(() => {
    flushes.set(name, () => Promise.resolve(now()))
    return () => {
      flushes.delete(name)
    }
  }, [flushes, name])
}
