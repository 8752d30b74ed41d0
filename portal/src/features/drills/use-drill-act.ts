import type { Call, InputOf, OutputOf } from "@uc/contract/call"
import { useQueryClient } from "@tanstack/react-query"
import { drillCalls } from "@uc/contract/drills"
import { useState } from "react"
import { messageOf } from "../../platform/failure.ts"
import { newIdempotencyKey, send } from "../../platform/send.ts"
import { callKey } from "../../platform/use-call.ts"

/** What a write may have changed. */
const shown = [drillCalls.live, drillCalls.plans, drillCalls.ledger, drillCalls.held, drillCalls.record]

/**
 * A write of this page. It has one key for as long as its dialog is open, so that whatever is pressed twice or repeated after
 * a lost answer is done once (REQ-2).
 */
export function useDrillAct() {
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
