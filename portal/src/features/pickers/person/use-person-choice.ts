import { pickerMessages, type PickerOptions, type PickerResult } from "@uc/contract/pickers/pickers"
import type { Id } from "@uc/contract/core/wire"
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react"
import { nothingChosen, type Chosen } from "../chosen.ts"
import type { Person } from "./person-tree-nodes.ts"
import { lookupLimit, peopleOfIds } from "./person-lookup.ts"
import { usePickerProblem } from "../picker-problem.ts"
import { noteChosen, recentPeople } from "./recent-people.ts"
import { useChosen, type TellChosen } from "../use-chosen.ts"

/** PERSON-3: why this many can't be confirmed; null: they can. */
export function personProblem(count: number, min: number, max: number | null): string | null {
  if (count === 0 && min > 0) return pickerMessages.person.none
  if (count < min) return pickerMessages.person.tooFew(min)
  return max !== null && count > max ? pickerMessages.person.tooMany(max) : null
}

type Defaults = { readonly at: "loading" | "ready" } | { readonly at: "failed"; readonly error: unknown }

interface Gone {
  /** Defaults that were not found. */
  readonly defaults: number
  /** People who were chosen when they vanished. */
  readonly names: readonly string[]
}

/** What is known of people who were chosen earlier. */
interface Known {
  readonly defaults: Defaults
  readonly recent: readonly Person[]
  readonly gone: Gone
}

type KnownEvent =
  | { readonly type: "asked" }
  | { readonly type: "failed"; readonly error: unknown }
  | { readonly type: "lookedUp"; readonly recent: readonly Person[]; readonly missing: number }
  | { readonly type: "vanished"; readonly names: readonly string[] }

function reduceKnown(known: Known, event: KnownEvent): Known {
  switch (event.type) {
    case "asked":
      return { ...known, defaults: { at: "loading" } }
    case "failed":
      return { ...known, defaults: { at: "failed", error: event.error } }
    case "lookedUp":
      return {
        defaults: { at: "ready" },
        recent: event.recent,
        gone: { ...known.gone, defaults: event.missing },
      }
    case "vanished":
      return { ...known, gone: { ...known.gone, names: [...known.gone.names, ...event.names] } }
  }
}

export interface PersonChoice {
  readonly chosen: Chosen<Person>
  /** What the caller had chosen before. Until it is there nothing can be confirmed: it would be lost. */
  readonly defaults: Defaults
  readonly retryDefaults: () => void
  readonly recent: readonly Person[]
  readonly gone: Gone
  readonly problem: string | null
  readonly refuse: (sentence: string) => void
  /** Adds all of them, or says why not. */
  readonly add: (people: Iterable<Person>) => void
  readonly remove: (ids: Iterable<Id>) => void
  /** Adds those who are missing; when none is, takes all of them out. Where one is wanted, one takes another's place. */
  readonly toggleAll: (people: Iterable<Person>) => void
  readonly clear: () => void
  readonly isConfirming: boolean
  readonly confirm: () => void
}

interface Asked {
  readonly userId: Id
  readonly orgid: Id
  readonly options: PickerOptions<"person">
  readonly onDone: (result: PickerResult<"person">) => void
}

export function usePersonChoice({ userId, orgid, options, onDone }: Asked): PersonChoice {
  const { min = 0, max = null } = options
  // The caller's lists may be made anew at each render; what was asked for when it opened counts.
  const [{ wanted, recentIds, disabled }] = useState(() => ({
    wanted: [...new Set([...(options.required ?? []), ...(options.defaults ?? [])])],
    recentIds: recentPeople(userId, orgid),
    disabled: new Set(options.disabled),
  }))
  const [chosen, tell, now] = useChosen<Person>(() => nothingChosen(max, options.required))
  const [{ defaults, recent, gone }, note] = useReducer(reduceKnown, {
    defaults: { at: wanted.length > 0 ? "loading" : "ready" },
    recent: [],
    gone: { defaults: 0, names: [] },
  })
  const [isConfirming, setConfirming] = useState(false)
  const { problem, refuse, settle } = usePickerProblem()
  const leaving = useRef<AbortController>(null)

  const askedIds = useMemo(() => [...new Set([...wanted, ...recentIds])], [wanted, recentIds])

  /** One question for defaults and recent ones: two equal ones would cancel each other (REQ-2). */
  const lookUp = useCallback(
    async (signal: AbortSignal) => {
      if (askedIds.length === 0) return
      try {
        const found = await peopleOfIds(orgid, askedIds, signal)
        const named = (ids: readonly Id[]) => ids.flatMap((id) => found.get(id) ?? [])
        const there = named(wanted)
        if (wanted.length > 0) {
          tell({ type: "replaced", entries: there.map((person) => [person.id, person]) })
        }
        note({ type: "lookedUp", recent: named(recentIds), missing: wanted.length - there.length })
      } catch (error) {
        // Without recently chosen people one can choose as well.
        if (!signal.aborted && wanted.length > 0) note({ type: "failed", error })
      }
    },
    [orgid, askedIds, wanted, recentIds, tell],
  )

  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    void lookUp(controller.signal)
    return () => controller.abort()
  }, [lookUp])

  function retryDefaults() {
    note({ type: "asked" })
    if (leaving.current) void lookUp(leaving.current.signal)
  }

  const vanish = useCallback(
    (people: readonly Person[]) => {
      tell({ type: "vanished", keys: people.map(({ id }) => id) })
      const names = people.map(({ name }) => name)
      note({ type: "vanished", names })
    },
    [tell],
  )

  useDetails({ orgid, chosen, now, tell, vanish })

  function add(people: Iterable<Person>) {
    const free = [...people].filter(({ id }) => !disabled.has(id))
    const next = tell({ type: "added", entries: free.map((person) => [person.id, person]) })
    if (next.refused > 0 && max !== null) refuse(pickerMessages.person.tooMany(max))
    else settle()
  }

  function remove(ids: Iterable<Id>) {
    tell({ type: "removed", keys: ids })
    settle()
  }

  function put(person: Person) {
    const { entries, required } = now()
    if ([...entries.keys()].some((id) => required.has(id))) return add([person])
    // A radio button is not switched off by itself.
    if (!entries.has(person.id)) tell({ type: "replaced", entries: [[person.id, person]] })
    settle()
  }

  function toggleAll(people: Iterable<Person>) {
    const free = [...people].filter(({ id }) => !disabled.has(id))
    const [first] = free
    if (max === 1 && first && free.length === 1) return put(first)
    if (free.every(({ id }) => now().entries.has(id))) remove(free.map(({ id }) => id))
    else add(free)
  }

  async function confirm() {
    const people = [...chosen.entries.values()]
    const wrong = personProblem(people.length, min, max)
    if (wrong !== null) return refuse(wrong)
    const signal = leaving.current?.signal
    if (!signal || defaults.at !== "ready") return
    setConfirming(true)
    const missing = await missingOf(orgid, people, signal)
    if (signal.aborted) return
    setConfirming(false)
    if (missing.length > 0) return vanish(missing)
    noteChosen(
      userId,
      orgid,
      people.map(({ id }) => id),
    )
    onDone(people.map(({ id, name }) => ({ id, label: name })))
  }

  return {
    chosen,
    defaults,
    retryDefaults,
    recent,
    gone,
    problem,
    refuse,
    add,
    remove,
    toggleAll,
    clear: () => {
      tell({ type: "cleared" })
      settle()
    },
    isConfirming,
    confirm: () => void confirm(),
  }
}

/** Who of them was removed while chosen. When that can't be asked, the choice stands: who takes it will see. */
async function missingOf(orgid: Id, people: readonly Person[], signal: AbortSignal): Promise<Person[]> {
  try {
    const ids = people.map(({ id }) => id)
    const found = await peopleOfIds(orgid, ids, signal)
    return people.filter(({ id }) => !found.has(id))
  } catch {
    return []
  }
}

interface Details {
  readonly orgid: Id
  readonly chosen: Chosen<Person>
  readonly now: () => Chosen<Person>
  readonly tell: TellChosen<Person>
  readonly vanish: (people: readonly Person[]) => void
}

/**
 * Who was ticked in a tree is known by one node alone: the other departments, which the ticks need (PERSON-4), and the
 * post, which the list shows, are asked for behind the tick.
 */
function useDetails({ orgid, chosen, now, tell, vanish }: Details): void {
  const asked = useRef(new Set<Id>())
  const isAsking = useRef(false)
  const leaving = useRef<AbortController>(null)

  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const learn = useCallback(
    async (signal: AbortSignal) => {
      const unknown = () =>
        [...now().entries.values()].filter(({ id, ids }) => ids === null && !asked.current.has(id))
      for (let some = unknown(); some.length > 0 && !signal.aborted; some = unknown()) {
        const batch = some.slice(0, lookupLimit)
        const ids = batch.map(({ id }) => id)
        for (const id of ids) asked.current.add(id)
        // One after the other: a whole school may have been ticked.
        // oxlint-disable-next-line no-await-in-loop
        const found = await peopleOfIds(orgid, ids, signal).catch(() => null)
        // Without an answer the tick stands; its other departments show it once they are opened.
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
    const signal = leaving.current?.signal
    if (!signal || unknown === 0 || isAsking.current) return
    isAsking.current = true
    void learn(signal).finally(() => {
      isAsking.current = false
    })
  }, [unknown, learn])
}
