import type { Call, InputOf } from "@uc/contract/core/call"
import { dictionaryAdminCalls } from "@uc/contract/dictionary/admin-calls"
import { useQueryClient } from "@tanstack/react-query"
import { showFailure } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { invalidateAndRefetch } from "../../platform/http/use-call.ts"

/** What a write may have changed. */
const shown = [dictionaryAdminCalls.tables, dictionaryAdminCalls.entries]

/** A write of this page. What is shown is loaded again also after a refusal: another administrator may have been first. */
export function useCodeAction() {
  const client = useQueryClient()
  const refresh = () => void Promise.all(shown.map((each) => invalidateAndRefetch(client, each)))
  const action = useAction({
    shown,
    onFailed(error) {
      showFailure(error)
      refresh()
    },
  })

  /** For a confirmation dialog: the sentence of a failure, null when it is done. */
  async function confirmed<C extends Call>(call: C, input: InputOf<C>): Promise<string | null> {
    try {
      await action.attempt(call, input)
      return null
    } catch (error) {
      refresh()
      return messageOf(error) ?? "操作已取消"
    }
  }

  return { ...action, refresh, confirmed }
}
