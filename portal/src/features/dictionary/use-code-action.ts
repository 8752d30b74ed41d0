import type { Call, InputOf } from "@uc/contract/core/call"
import { dictionaryAdminCalls } from "@uc/contract/dictionary/admin-calls"
import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { callKey } from "../../platform/http/use-call.ts"

/** What a write may have changed. */
const shown = [dictionaryAdminCalls.tables, dictionaryAdminCalls.entries]

/** A write of this page: gives the sentence to show when it went wrong, null when it is done. */
export function useCodeAction() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  // Two presses come before anything is drawn in between.
  const isUnderWay = useRef(false)

  async function act<C extends Call>(
    call: C,
    input: InputOf<C>,
    /** REQ-2: what is repeated after a lost answer is done once. */
    idempotencyKey?: string,
  ): Promise<string | null> {
    if (isUnderWay.current) return "上一个操作还没有完成，请稍候"
    isUnderWay.current = true
    setBusy(true)
    try {
      await send(call, input, idempotencyKey === undefined ? {} : { idempotencyKey })
      return null
    } catch (failure) {
      return messageOf(failure)
    } finally {
      // Also after a refusal: another administrator may have been first.
      await Promise.all(shown.map((each) => queries.invalidateQueries({ queryKey: callKey(each) })))
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { act, isBusy }
}
