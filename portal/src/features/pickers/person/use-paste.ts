import { peopleLimits, type SearchedPerson } from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import type { Id } from "@uc/contract/core/wire"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { useSignal } from "../use-signal.ts"
import { namesIn } from "./paste-names.ts"
import { matchedPeople } from "./plain-lookup.ts"

interface Alike {
  readonly name: string
  readonly people: readonly SearchedPerson[]
}

export interface PasteAnswer {
  /** One person each. */
  readonly matched: readonly SearchedPerson[]
  /** Several of one name: the person decides who is meant. */
  readonly ambiguous: readonly Alike[]
  readonly unknown: readonly string[]
}

export function sortedOut(answers: readonly Alike[]): PasteAnswer {
  const single = answers.flatMap(({ people }) => (people.length === 1 ? people : []))
  return {
    // Name and account in one list may mean the same person.
    matched: [...new Map(single.map((person) => [person.id, person])).values()],
    ambiguous: answers.filter(({ people }) => people.length > 1),
    unknown: answers.filter(({ people }) => people.length === 0).map(({ name }) => name),
  }
}

/** State of the picker and not of the panel, so that nothing is lost when the panel is closed and opened again. */
export interface Paste {
  readonly text: string
  readonly setText: (text: string) => void
  readonly count: number
  readonly answer: PasteAnswer | null
  readonly isAsking: boolean
  readonly problem: string | null
  readonly ask: () => void
}

export function usePaste(orgid: Id, onMatched: (people: readonly SearchedPerson[]) => void): Paste {
  const [text, setText] = useState("")
  const [answer, setAnswer] = useState<PasteAnswer | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const pickerSignal = useSignal()
  const names = namesIn(text)

  async function ask() {
    const signal = pickerSignal()
    if (isAsking || names.length === 0) return
    setAsking(true)
    setProblem(null)
    try {
      const answers: Alike[] = []
      while (answers.length < names.length) {
        const some = names.slice(answers.length, answers.length + peopleLimits.names)
        // oxlint-disable-next-line no-await-in-loop
        const told = await matchedPeople(orgid, some, signal)
        // A call may answer fewer names than asked where many people match, but at least one.
        if (told.length === 0) throw new Error("No name was answered")
        answers.push(...told)
      }
      const sorted = sortedOut(answers)
      setAnswer(sorted)
      onMatched(sorted.matched)
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error, pickerMessages.failed))
    } finally {
      if (!signal.aborted) setAsking(false)
    }
  }

  return { text, setText, count: names.length, answer, isAsking, problem, ask: () => void ask() }
}
