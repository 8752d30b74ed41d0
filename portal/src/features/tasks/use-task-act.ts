import { useQueryClient } from "@tanstack/react-query"
import type { Call, InputOf, OutputOf } from "@uc/contract/call"
import { taskCalls } from "@uc/contract/tasks"
import { useRef, useState } from "react"
import { messageOf } from "../../platform/failure.ts"
import { newIdempotencyKey, send } from "../../platform/send.ts"
import { callKey } from "../../platform/use-call.ts"

/** What a write may have changed. */
const shown = [
  taskCalls.list,
  taskCalls.counts,
  taskCalls.detail,
  taskCalls.assignees,
  taskCalls.comments,
  taskCalls.calendar,
]

export type ActOnTask = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C> | null>

/**
 * A write of this page. The same that is pressed twice, or repeated after a lost answer, has one key and is done once (REQ-2);
 * anything else, and the same after it was done, has another.
 */
export function useTaskAct() {
  const client = useQueryClient()
  const last = useRef({ what: "", key: "" })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const act: ActOnTask = async (call, input) => {
    if (isBusy) return null
    setBusy(true)
    setProblem(null)
    const what = JSON.stringify([call.path, input])
    if (last.current.what !== what) last.current = { what, key: newIdempotencyKey() }
    try {
      const done = await send(call, input, { idempotencyKey: last.current.key })
      last.current = { what: "", key: "" }
      await Promise.all(shown.map((each) => client.invalidateQueries({ queryKey: callKey(each) })))
      return done
    } catch (error) {
      setProblem(messageOf(error, "操作没有成功，请重试"))
      // Somebody may have been first: what they did is shown beside the sentence.
      void client.invalidateQueries({ queryKey: callKey(taskCalls.detail) })
      return null
    } finally {
      setBusy(false)
    }
  }

  return { act, isBusy, problem, setProblem }
}
