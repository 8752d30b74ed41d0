import { useQueryClient } from "@tanstack/react-query"
import type { Call, InputOf } from "@uc/contract/core/call"
import { taskCalls } from "@uc/contract/tasks/calls"
import { messageOf } from "../../platform/http/failure.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { callKey } from "../../platform/http/use-call.ts"

/** What a write, or the bell, may have changed. */
export const shownOfTasks = [
  taskCalls.list,
  taskCalls.counts,
  taskCalls.detail,
  taskCalls.assignees,
  taskCalls.comments,
  taskCalls.calendar,
]

const fallback = "操作没有成功，请重试"

/** As a question takes it that stays until it is done: null, or the sentence to show. */
export type Confirmed = <C extends Call>(call: C, input: InputOf<C>, told: string) => Promise<string | null>

export function useTaskAction() {
  const client = useQueryClient()
  // Somebody may have been first: what they did is shown beside the sentence.
  const onFailed = () => void client.invalidateQueries({ queryKey: callKey(taskCalls.detail) })
  const acting = useAction({ shown: shownOfTasks, fallback, onFailed })
  const confirmed: Confirmed = async (call, input, told) => {
    // What was said of another act is over with this one.
    acting.setProblem(null)
    try {
      await acting.attempt(call, input)
    } catch (error) {
      onFailed()
      return messageOf(error, fallback) ?? fallback
    }
    showToast("success", told)
    return null
  }
  return { ...acting, confirmed, fallback, onFailed }
}
