import { peopleCalls, peopleLimits, type FoundPerson } from "@uc/contract/people/calls"
import { emailLimits } from "@uc/contract/people/email"
import { useEffect, useMemo, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"

/** A pause in typing: not every letter is a call. */
const pauseMs = 250

/** `people` null: they could not be loaded; `why` says so. */
interface PeopleAnswer {
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

async function answerTo(wanted: string, signal: AbortSignal): Promise<PeopleAnswer> {
  try {
    const words = wanted.slice(0, emailLimits.address)
    return { to: wanted, people: await send(peopleCalls.find, { words }, { signal }) }
  } catch (error) {
    return { to: wanted, people: null, why: messageOf(error, "人员加载失败，请检查网络后重试") }
  }
}

/** DAY-12: the people whom these words mean; the answer says to which words. `attempt`: another number asks again. */
export function useFoundPeople(wanted: string, attempt: number): PeopleAnswer {
  const [answer, setAnswer] = useState(nobody)
  const isAsked = isEnough(wanted)
  const asked = useMemo(() => (isAsked ? { wanted, attempt } : null), [isAsked, wanted, attempt])
  useEffect(() => {
    if (asked === null) return
    const over = new AbortController()
    async function ask(words: string) {
      const answered = await answerTo(words, over.signal)
      if (!over.signal.aborted) setAnswer(answered)
    }
    const timer = setTimeout(() => void ask(asked.wanted), pauseMs)
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [asked])
  return isAsked ? answer : { to: wanted, people: [] }
}
