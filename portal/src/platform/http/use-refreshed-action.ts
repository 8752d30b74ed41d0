import { useQueryClient } from "@tanstack/react-query"
import type { Call, InputOf } from "@uc/contract/core/call"
import { showFailure } from "../browser/toast.ts"
import { messageOf } from "./failure.ts"
import { useAction } from "./use-action.ts"
import { invalidateAndRefetch } from "./use-call.ts"

/** A write of a page. What it shows is loaded again also after a refusal: another administrator may have been first. */
export function useRefreshedAction(shown: readonly Call[]) {
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
