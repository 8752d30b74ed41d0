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

const fallback = "操作失败，请重试"

/** For a confirmation dialog that stays open until it is done: null, or the sentence to show. */
export type Confirmed = <C extends Call>(call: C, input: InputOf<C>, told: string) => Promise<string | null>

export function useTaskAction() {
  const client = useQueryClient()
  // Another may have been first: what they did is shown beside the sentence.
  const onFailed = () => void client.invalidateQueries({ queryKey: callKey(taskCalls.detail) })
  const acting = useAction({ shown: shownOfTasks, fallback, onFailed })
  const confirmed: Confirmed = async (call, input, told) => {
    // Clears the message of an earlier action.
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
