import type { Id } from "@uc/contract/core/wire"
import { useCallback, useEffect, useRef } from "react"
import type { Chosen } from "../chosen.ts"
import type { TellChosen } from "../use-chosen.ts"
import { useSignal } from "../use-signal.ts"
import { lookupLimit, peopleOfIds } from "./person-lookup.ts"
import type { Person } from "./person-tree-nodes.ts"

interface Details {
  readonly orgid: Id
  readonly chosen: Chosen<Person>
  readonly now: () => Chosen<Person>
  readonly tell: TellChosen<Person>
  readonly vanish: (people: readonly Person[]) => void
}

/**
 * A person ticked in a tree is known by one node: the other departments, which the ticks need (PERSON-4), and the post,
 * which the list shows, are loaded after the tick.
 */
export function usePersonDetails({ orgid, chosen, now, tell, vanish }: Details): void {
  const requested = useRef(new Set<Id>())
  const isLoading = useRef(false)
  const pickerSignal = useSignal()

  const learn = useCallback(
    async (signal: AbortSignal) => {
      const unknown = () =>
        [...now().entries.values()].filter(({ id, ids }) => ids === null && !requested.current.has(id))
      for (let some = unknown(); some.length > 0 && !signal.aborted; some = unknown()) {
        const batch = some.slice(0, lookupLimit)
        const ids = batch.map(({ id }) => id)
        for (const id of ids) requested.current.add(id)
        // One after the other: a whole school may have been ticked.
        // oxlint-disable-next-line no-await-in-loop
        const found = await peopleOfIds(orgid, ids, signal).catch(() => null)
        // Without an answer the tick stays; other departments show it once they are opened.
        if (found === null) continue
        tell({ type: "learnt", entries: found })
        const missing = batch.filter(({ id }) => !found.has(id))
        if (missing.length > 0) vanish(missing)
      }
    },
    [orgid, now, tell, vanish],
  )

  const unknown = [...chosen.entries.values()].filter(({ ids }) => ids === null).length
  useEffect(() => {
    if (unknown === 0 || isLoading.current) return
    isLoading.current = true
    void learn(pickerSignal()).finally(() => {
      isLoading.current = false
    })
  }, [unknown, learn, pickerSignal])
}
