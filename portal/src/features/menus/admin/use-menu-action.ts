import { useQueryClient } from "@tanstack/react-query"
import { menuAdminCalls } from "@uc/contract/menus/admin-calls"
import { showFailure } from "../../../platform/browser/toast.ts"
import { useAction } from "../../../platform/http/use-action.ts"
import { invalidateAndRefetch } from "../../../platform/http/use-call.ts"

/** A write of this page. The list is loaded again also after a refusal: another may have been first. */
export function useMenuAction() {
  const client = useQueryClient()
  const refresh = () => void invalidateAndRefetch(client, menuAdminCalls.list)
  const action = useAction({
    shown: [menuAdminCalls.list],
    onFailed(error) {
      showFailure(error)
      refresh()
    },
  })
  return { ...action, refresh }
}
