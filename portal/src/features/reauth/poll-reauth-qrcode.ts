import { reauthCalls, reauthMessages } from "@uc/contract/reauth/calls"
import { Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import type { PhonesAnswer } from "./shown-code.ts"

/** AUTH-4, DISTRICT-17: true is a confirmation, false "not yet"; a refusal on the phone is refused to the screen too. */
export async function pollReauthQrcode(mid: string, signal: AbortSignal): Promise<PhonesAnswer> {
  try {
    return (await send(reauthCalls.pollQrcode, { mid }, { signal })) ? "confirmed" : "waiting"
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "refused") throw error
    // Whatever else is refused (an operation that is registered no more) is nobody's answer: another code says why.
    return error.message === reauthMessages.refusedOnPhone ? "refused" : "over"
  }
}
