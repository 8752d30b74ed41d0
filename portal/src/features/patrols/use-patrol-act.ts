import { useQueryClient } from "@tanstack/react-query"
import type { Call, InputOf, OutputOf } from "@uc/contract/call"
import { patrolCalls } from "@uc/contract/patrols"
import { patrolWorkCalls } from "@uc/contract/patrols-at-work"
import { useState } from "react"
import { messageOf } from "../../platform/failure.ts"
import { newIdempotencyKey, send } from "../../platform/send.ts"
import { callKey } from "../../platform/use-call.ts"

/** What a write may have changed. */
const shown = [
  patrolWorkCalls.mine,
  patrolWorkCalls.points,
  patrolWorkCalls.plans,
  patrolWorkCalls.visits,
  patrolWorkCalls.ranks,
  patrolCalls.statistics,
]

/** A write of this page, done once however often it is pressed (REQ-2). */
export function usePatrolAct() {
  const client = useQueryClient()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function act<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C> | null> {
    if (isBusy) return null
    setBusy(true)
    setProblem(null)
    try {
      const done = await send(call, input, { idempotencyKey })
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
