import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { menuAdminCalls } from "@uc/contract/menus/admin-calls"
import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { send } from "../../../platform/http/send.ts"
import { callKey } from "../../../platform/http/use-call.ts"

/** A write of this page. Whether it is done or refused, the list is asked for again: another may have been first. */
export function useMenuAction() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  // Two presses come before anything is drawn in between.
  const isUnderWay = useRef(false)

  async function act<C extends Call>(
    call: C,
    input: InputOf<C>,
    /** REQ-2: what is repeated after a lost answer is done once. */
    idempotencyKey?: string,
  ): Promise<{ readonly done: OutputOf<C> } | { readonly problem: string | null }> {
    if (isUnderWay.current) return { problem: null }
    isUnderWay.current = true
    setBusy(true)
    try {
      return { done: await send(call, input, idempotencyKey === undefined ? {} : { idempotencyKey }) }
    } catch (failure) {
      return { problem: messageOf(failure) }
    } finally {
      await queries.invalidateQueries({ queryKey: callKey(menuAdminCalls.list) })
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { act, isBusy }
}
