import { useQueryClient } from "@tanstack/react-query"
import type { TreeCalls } from "@uc/contract/trees/tree-calls"
import { showFailure } from "../../platform/browser/toast.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { invalidateAndRefetch } from "../../platform/http/use-call.ts"

/** A write of this page. Whether it is done or refused, the tree is asked for again: another may have been first. */
export function useTreeAction(calls: TreeCalls) {
  const client = useQueryClient()
  const refresh = () => void invalidateAndRefetch(client, calls.list)
  const action = useAction({
    shown: [calls.list],
    onFailed(error) {
      showFailure(error)
      refresh()
    },
  })
  return { ...action, refresh }
}
