import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { homeLayoutCalls } from "@uc/contract/home/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { keepLastGood } from "./last-good.ts"
import { send } from "../../platform/http/send.ts"
import { isBrowserOf } from "../../platform/session/session.ts"
import { callKey } from "../../platform/http/use-call.ts"

/** HOME-3: a call about the home layout, whose answer is stored in the browser under its name. */
function request<C extends Call>(name: string, call: C, input: InputOf<C>) {
  return {
    name,
    call,
    of: (user: CurrentUser) => ({
      queryKey: callKey(call, input),
      queryFn: async (): Promise<OutputOf<C>> => {
        const value = await send(call, input)
        if (isBrowserOf(user.id)) keepLastGood(user.id, name, { atMs: nowMs(), value })
        return value
      },
    }),
  }
}

export const layoutRequest = request("#layout", homeLayoutCalls.list, { type: "home" })
export const pinsRequest = request("#pins", homeLayoutCalls.pins, {})
