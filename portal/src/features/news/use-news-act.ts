import { useQueryClient } from "@tanstack/react-query"
import type { Call, InputOf, OutputOf } from "@uc/contract/call"
import { newsCalls } from "@uc/contract/news"
import { newsAdminCalls } from "@uc/contract/news-admin"
import { useRef, useState } from "react"
import { messageOf } from "../../platform/failure.ts"
import { newIdempotencyKey, send } from "../../platform/send.ts"
import { callKey } from "../../platform/use-call.ts"

/** What a write may have changed. */
const shown = [
  newsAdminCalls.columns,
  newsAdminCalls.list,
  newsAdminCalls.links,
  newsCalls.columns,
  newsCalls.list,
  newsCalls.detail,
  newsCalls.friendLinks,
]

/** A write of these pages. The same thing tried again after a lost answer has the same key, so that it is done once (REQ-2). */
export function useNewsAct() {
  const client = useQueryClient()
  const tried = useRef({ what: "", key: "" })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function act<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C> | null> {
    if (isBusy) return null
    const what = `${call.path} ${JSON.stringify(input)}`
    if (tried.current.what !== what) tried.current = { what, key: newIdempotencyKey() }
    setBusy(true)
    setProblem(null)
    try {
      const done = await send(call, input, { idempotencyKey: tried.current.key })
      tried.current = { what: "", key: "" }
      await Promise.all(shown.map((each) => client.invalidateQueries({ queryKey: callKey(each) })))
      return done
    } catch (error) {
      setProblem(messageOf(error))
      return null
    } finally {
      setBusy(false)
    }
  }

  return { act, isBusy, problem, setProblem }
}
