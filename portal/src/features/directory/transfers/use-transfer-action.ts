import { peopleTransferCalls } from "@uc/contract/people/transfer-calls"
import type { Call, InputOf } from "@uc/contract/core/call"
import { messageOf } from "../../../platform/http/failure.ts"
import { useAction } from "../../../platform/http/use-action.ts"
import { directoryShown } from "../use-directory-action.ts"

/** A write about somebody's places. Lists of people and of transfers are loaded again. */
export function useTransferAction() {
  const action = useAction({
    shown: [...directoryShown, peopleTransferCalls.list, peopleTransferCalls.history],
    isShownFirst: false,
  })

  /** For a confirmation dialog: the sentence of a failure, null when it is done. */
  async function confirmed<C extends Call>(call: C, input: InputOf<C>): Promise<string | null> {
    try {
      await action.attempt(call, input)
      return null
    } catch (error) {
      return messageOf(error) ?? "操作已取消"
    }
  }

  return { ...action, confirmed }
}
