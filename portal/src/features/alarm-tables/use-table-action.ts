import { useQueryClient } from "@tanstack/react-query"
import { alarmTableCalls } from "@uc/contract/alarm-tables/calls"
import type { Call, InputOf } from "@uc/contract/core/call"
import { showFailure } from "../../platform/browser/toast.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useAction } from "../../platform/http/use-action.ts"
import { invalidateAndRefetch } from "../../platform/http/use-call.ts"

const shown = [alarmTableCalls.types, alarmTableCalls.levels]

/** A write of this page. Also after a refusal what is shown is asked for again: another administrator may have been first. */
export function useTableAction() {
  const client = useQueryClient()
  const refresh = () => void Promise.all(shown.map((each) => invalidateAndRefetch(client, each)))
  const action = useAction({
    shown,
    onFailed(error) {
      showFailure(error)
      refresh()
    },
  })

  /** For a question before it: the sentence when it went wrong, null when it is done. */
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
