import { assessmentMessages } from "@uc/contract/assessments/messages"
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react"
import { itemDraft, type DraftState, type ItemDraft } from "./item-draft.ts"

/** Whoever submits asks all of them first: null where everything is saved, or what stands against it. */
export type Flushes = Map<string, () => Promise<string | null>>

/** As it was when the component came; whoever wants another gives the component another key. */
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
      // Whoever leaves within the second has typed it all the same; should this fail, it is kept in the browser.
      void draft.flush()
    }
  }, [name, flushes, draft])
  return [draft, state]
}

/** Something beside the drafts that has to be done before it is handed on. */
export function useFlush(flushes: Flushes, name: string, obstacle: string | null): void {
  const now = useEffectEvent(() => obstacle)
  useEffect(() => {
    flushes.set(name, () => Promise.resolve(now()))
    return () => {
      flushes.delete(name)
    }
  }, [flushes, name])
}
