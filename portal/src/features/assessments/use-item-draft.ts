import { useEffect, useState, useSyncExternalStore } from "react"
import { itemDraft, type DraftState, type ItemDraft } from "./item-draft.ts"

/** Whoever submits asks all of them first whether everything is saved. */
export type Flushes = Map<string, () => Promise<boolean>>

/** As it was when the component came; whoever wants another gives the component another key. */
export function useItemDraft<T extends object>(
  name: string,
  flushes: Flushes,
  parts: Parameters<typeof itemDraft<T>>[0],
): readonly [ItemDraft<T>, DraftState<T>] {
  const [draft] = useState(() => itemDraft(parts))
  const state = useSyncExternalStore(draft.watch, draft.state)
  useEffect(() => {
    flushes.set(name, draft.flush)
    return () => {
      flushes.delete(name)
      // Whoever leaves within the second has typed it all the same; should this fail, it is kept in the tab.
      void draft.flush()
    }
  }, [name, flushes, draft])
  return [draft, state]
}
