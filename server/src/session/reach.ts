import { replyMessages } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { reaches, type Scope } from "../db/scope.ts"
import type { SignedIn } from "./signed-in.ts"
import { Refusal } from "../errors/refusal.ts"

/** An organisation named in a request is a request, never evidence. */
export function mustReach(scope: Scope, org: Id): Id {
  if (!reaches(scope, org)) throw outOfReach()
  return org
}

/** ROLE-2: to see an organisation is not yet to change it. */
export function isAdministered({ administered }: SignedIn, org: Id): boolean {
  return reaches(administered, org)
}

/** Whether there is any organisation that they administer. */
export function administersAny({ administered }: SignedIn): boolean {
  return administered.reach !== "none"
}

/** Those that they administer; null: all. */
export function administeredOrgs({ administered }: SignedIn): readonly Id[] | null {
  return administered.reach === "all" ? null : administered.orgs
}

export function mustAdminister({ user }: { readonly user: SignedIn }, org: Id): Id {
  if (!isAdministered(user, org)) throw outOfReach()
  return org
}

/** What does not exist and what is not theirs get the same answer, so that nobody can find out which it is. */
export function foundOrForbidden<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw outOfReach()
  return found
}

export function outOfReach(): Refusal {
  return new Refusal(replyMessages.outOfReach, { status: 403 })
}
