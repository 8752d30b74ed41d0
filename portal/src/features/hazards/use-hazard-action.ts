import { useQueryClient } from "@tanstack/react-query"
import { hazardCalls } from "@uc/contract/hazards/calls"
import { todoCountCalls } from "@uc/contract/todo-counts/calls"
import { useAction } from "../../platform/http/use-action.ts"
import { callKey } from "../../platform/http/use-call.ts"

/** What a write, or the bell, may have changed. */
export const shownOfHazards = [
  hazardCalls.list,
  hazardCalls.statistics,
  hazardCalls.detail,
  hazardCalls.ofSource,
]

export function useHazardAction() {
  const client = useQueryClient()
  // Another may have been first: what they did is shown beside the sentence.
  const onFailed = () => void client.invalidateQueries({ queryKey: callKey(hazardCalls.detail) })
  // The badge of the menu counts what is listed here.
  const acting = useAction({ shown: [...shownOfHazards, todoCountCalls.counts], onFailed })
  return { ...acting, onFailed }
}
