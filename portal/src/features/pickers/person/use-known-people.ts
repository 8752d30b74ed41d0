import type { Id } from "@uc/contract/core/wire"
import { useCallback, useEffect, useMemo, useReducer } from "react"
import type { TellChosen } from "../use-chosen.ts"
import { useSignal } from "../use-signal.ts"
import { noneKnown, reduceKnownPeople, type KnownPeople } from "./known-people.ts"
import { namedPeople } from "./plain-lookup.ts"
import type { Person } from "./person-tree-nodes.ts"

interface Wanted {
  readonly orgid: Id
  /** Defaults and required people: they are chosen as soon as they are loaded. Must not change. */
  readonly wanted: readonly Id[]
  /** Must not change. */
  readonly recentIds: readonly Id[]
  readonly tell: TellChosen<Person>
}

interface UsedKnownPeople extends KnownPeople {
  readonly retryDefaults: () => void
  /** Chosen people who no longer exist. */
  readonly vanish: (people: readonly Person[]) => void
  readonly pickerSignal: () => AbortSignal
}

/** Loads the people whom the caller has chosen before, and those whom this user chose recently. */
export function useKnownPeople({ orgid, wanted, recentIds, tell }: Wanted): UsedKnownPeople {
  const [known, note] = useReducer(reduceKnownPeople, wanted.length > 0, noneKnown)
  const pickerSignal = useSignal()
  const ids = useMemo(() => [...new Set([...wanted, ...recentIds])], [wanted, recentIds])

  /** One request for defaults and recent ones: two equal ones would cancel each other (REQ-2). */
  const load = useCallback(async () => {
    if (ids.length === 0) return
    const signal = pickerSignal()
    try {
      const found = await namedPeople(orgid, ids, signal)
      const named = (some: readonly Id[]) => some.flatMap((id) => found.get(id) ?? [])
      const there = named(wanted)
      if (wanted.length > 0) {
        tell({ type: "replaced", entries: there.map((person) => [person.id, person]) })
      }
      note({ type: "loaded", recent: named(recentIds), missing: wanted.length - there.length })
    } catch (error) {
      // Recently chosen people are optional.
      if (!signal.aborted && wanted.length > 0) note({ type: "failed", error })
    }
  }, [orgid, ids, wanted, recentIds, tell, pickerSignal])

  useEffect(() => void load(), [load])

  const vanish = useCallback(
    (people: readonly Person[]) => {
      tell({ type: "vanished", keys: people.map(({ id }) => id) })
      note({ type: "vanished", names: people.map(({ name }) => name) })
    },
    [tell],
  )

  return {
    ...known,
    retryDefaults() {
      note({ type: "requested" })
      void load()
    },
    vanish,
    pickerSignal,
  }
}
