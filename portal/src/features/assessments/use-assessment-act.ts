import { useQueryClient } from "@tanstack/react-query"
import { assessmentWorkCalls } from "@uc/contract/assessments-at-work"
import { assessmentCalls } from "@uc/contract/assessments"
import type { Call, InputOf, OutputOf } from "@uc/contract/call"
import { useState } from "react"
import { messageOf } from "../../platform/failure.ts"
import { newIdempotencyKey, send } from "../../platform/send.ts"
import { callKey } from "../../platform/use-call.ts"

/** What a write may have changed. */
const shown = [
  assessmentWorkCalls.schemes,
  assessmentWorkCalls.page,
  assessmentWorkCalls.detail,
  assessmentWorkCalls.results,
  assessmentWorkCalls.trend,
  assessmentWorkCalls.profile,
  assessmentCalls.list,
  assessmentCalls.profiles,
]

/** A write of this page, done once however often it is pressed (REQ-2). */
export function useAssessmentAct() {
  const client = useQueryClient()
  const [idempotencyKey, setKey] = useState(newIdempotencyKey)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function act<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C> | null> {
    if (isBusy) return null
    setBusy(true)
    setProblem(null)
    try {
      const done = await send(call, input, { idempotencyKey })
      setKey(newIdempotencyKey())
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
