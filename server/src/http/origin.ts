import { replyMessages } from "@uc/contract/core/reply"
import { Refusal } from "../errors/refusal.ts"

/** A POST that rides on a cookie must come from a page of this site; a browser always says from where. */
export function assertOwnOrigin(origin: string | undefined, own: readonly string[]): void {
  if (!origin || !own.includes(origin)) throw new Refusal(replyMessages.foreignOrigin, { status: 403 })
}

/** What only servers ask has no page that it comes from; a browser that asks it was led to by somebody else's. */
export function assertNoPage(origin: string | undefined): void {
  if (origin !== undefined) throw new Refusal(replyMessages.foreignOrigin, { status: 403 })
}
