import { smsWaitMessage } from "@uc/contract/reauth/calls"
import { Refusal } from "../errors/refusal.ts"

/** A limit of text messages: says when the next one may be sent. */
export function smsTooOften(seconds: number): Refusal {
  return new Refusal(smsWaitMessage(seconds), { status: 429, retryAfterS: seconds })
}
