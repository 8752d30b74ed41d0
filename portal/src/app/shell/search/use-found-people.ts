import { peopleCalls, peopleLimits, type FoundPerson } from "@uc/contract/people/calls"
import { useEffect, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"

/** A pause in typing: not every letter is a call. */
const pauseMs = 250

/** `people` null: they could not be loaded; `why` says so. */
export interface PeopleAnswer {
  readonly to: string
  readonly people: readonly FoundPerson[] | null
  readonly why?: string | null
}

const nobody: PeopleAnswer = { to: "", people: [] }

/** One letter would be nearly everybody, and three digits are no end of a phone. */
function isEnough(wanted: string): boolean {
  if (/^[0-9]+$/.test(wanted)) return wanted.length >= peopleLimits.phoneEnd
  return wanted.length >= (/^[a-z]+$/i.test(wanted) ? 2 : 1)
}

/** DAY-12: the people whom these words mean; the answer says to which words. `attempt`: another number asks again. */
export function useFoundPeople(wanted: string, attempt: number): PeopleAnswer {
  const [answer, setAnswer] = useState(nobody)
  const isAsked = isEnough(wanted)
  useEffect(() => {
    if (!isAsked) return
    const over = new AbortController()
    const timer = setTimeout(() => {
      send(peopleCalls.find, { words: wanted.slice(0, peopleLimits.username) }, { signal: over.signal }).then(
        (people) => {
          if (!over.signal.aborted) setAnswer({ to: wanted, people })
        },
        (error: unknown) => {
          if (over.signal.aborted) return
          setAnswer({ to: wanted, people: null, why: messageOf(error, "人员没有加载成功，请检查网络后重试") })
        },
      )
    }, pauseMs)
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [wanted, isAsked, attempt])
  return isAsked ? answer : { to: wanted, people: [] }
}
