import { pickerMessages, type PickerOptions, type PickerResult } from "@uc/contract/pickers/pickers"
import type { Id } from "@uc/contract/core/wire"
import { useState } from "react"
import { nothingChosen, type Chosen } from "../chosen.ts"
import { usePickerProblem } from "../picker-problem.ts"
import { amountProblem, keysAtStart } from "../selection.ts"
import { useChosen } from "../use-chosen.ts"
import type { KnownPeople } from "./known-people.ts"
import { removedPeople } from "./person-lookup.ts"
import type { Person } from "./person-tree-nodes.ts"
import { noteChosen, recentPeople } from "./recent-people.ts"
import { useKnownPeople } from "./use-known-people.ts"
import { usePersonDetails } from "./use-person-details.ts"

export interface PersonChoice {
  readonly chosen: Chosen<Person>
  /** The caller's defaults. Until they are loaded nothing can be confirmed: they would be lost. */
  readonly defaults: KnownPeople["defaults"]
  readonly retryDefaults: () => void
  readonly recent: readonly Person[]
  readonly gone: KnownPeople["gone"]
  readonly problem: string | null
  readonly refuse: (sentence: string) => void
  /** Adds all of them, or says why not. */
  readonly add: (people: Iterable<Person>) => void
  readonly remove: (ids: Iterable<Id>) => void
  /** Adds those who are missing; when none is, removes all of them. With max 1 one replaces the other. */
  readonly toggleAll: (people: Iterable<Person>) => void
  readonly clear: () => void
  readonly isConfirming: boolean
  readonly confirm: () => void
}

interface PersonChoiceOptions {
  readonly userId: Id
  readonly orgid: Id
  readonly options: PickerOptions<"person">
  readonly onDone: (result: PickerResult<"person">) => void
}

export function usePersonChoice({ userId, orgid, options, onDone }: PersonChoiceOptions): PersonChoice {
  const { min = 0, max = null } = options
  // The caller's lists may be new arrays at each render; those at the opening count.
  const [{ wanted, recentIds, disabled }] = useState(() => ({
    wanted: keysAtStart(options),
    recentIds: recentPeople(userId, orgid),
    disabled: new Set(options.disabled),
  }))
  const [chosen, tell, now] = useChosen<Person>(() => nothingChosen(max, options.required))
  const [isConfirming, setConfirming] = useState(false)
  const { problem, refuse, settle } = usePickerProblem()
  const { defaults, recent, gone, retryDefaults, vanish, pickerSignal } = useKnownPeople({
    orgid,
    wanted,
    recentIds,
    tell,
  })
  usePersonDetails({ orgid, chosen, now, tell, vanish })

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
    // A radio button is not unchecked by a press.
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
    const wrong = amountProblem(people.length, min, max, pickerMessages.person)
    if (wrong !== null) return refuse(wrong)
    const signal = pickerSignal()
    if (defaults.at !== "ready") return
    setConfirming(true)
    const missing = await removedPeople(orgid, people, signal)
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
