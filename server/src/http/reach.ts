import { replyMessages } from "@uc/contract/reply"
import type { Id } from "@uc/contract/wire"
import { reaches, type Scope } from "../db/scope.ts"
import { Refusal } from "./refusal.ts"

/** An organisation named in a request is a wish, never evidence. */
export function mustReach(scope: Scope, org: Id): Id {
  if (!reaches(scope, org)) throw new Refusal(replyMessages.outOfReach, { status: 403 })
  return org
}
