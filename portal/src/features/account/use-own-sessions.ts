import { accountCalls, sessionMessages, type OwnDevice, type OwnSession } from "@uc/contract/account/calls"
import { useQueryClient } from "@tanstack/react-query"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showFailure, showToast } from "../../platform/browser/toast.ts"
import { callKey, useCall } from "../../platform/http/use-call.ts"

export function useOwnSessions() {
  const own = useCall(accountCalls.own, {})
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: callKey(accountCalls.own) })

  async function end({ id }: OwnSession): Promise<void> {
    try {
      await send(accountCalls.end, { session: id })
      showToast("success", sessionMessages.sessionGone)
    } catch (error) {
      showFailure(error)
    }
    // Also after a refusal: it may have ended already.
    await refresh()
  }

  /** The sentence of a failure. */
  async function endOthers(): Promise<string | null> {
    try {
      const { ended } = await send(accountCalls.endOthers, {})
      showToast("success", `已退出其他 ${ended} 台设备`)
    } catch (error) {
      return messageOf(error)
    }
    await refresh()
    return null
  }

  async function forget({ id }: OwnDevice): Promise<string | null> {
    try {
      await send(accountCalls.forgetDevice, { device: id })
      showToast("success", "已移除该设备")
    } catch (error) {
      return messageOf(error)
    }
    await refresh()
    return null
  }

  return { own, refresh, end, endOthers, forget }
}
