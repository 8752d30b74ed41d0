import type { OrganisationKind } from "@uc/contract/directory/calls"
import { admintypes } from "@uc/contract/account/calls"
import { roleMessages } from "@uc/contract/roles/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, ne, sql } from "drizzle-orm"
import { organisation } from "../db/schema/organisations.ts"
import type { Db } from "../db/open.ts"
import type { SignedIn } from "./signed-in.ts"
import { Refusal } from "../errors/refusal.ts"
import { mustAdminister, foundOrForbidden, isAdministered, outOfReach } from "./reach.ts"

export interface Administered {
  readonly id: Id
  readonly kind: OrganisationKind
  readonly name: string
  readonly isDisabled: boolean
}

/**
 * HOME-6, BARE-6: who may change what an organisation consists of, or give out keys that act in its name. People of the
 * platform's own organisation reach everything: only the platform's administrators change it, not its 单位管理员 either.
 */
export async function mustAdministerFully(
  context: { readonly db: Db; readonly user: SignedIn },
  org: Id,
): Promise<Administered> {
  mustAdminister(context, org)
  const [row] = await context.db
    .select({
      id: organisation.id,
      kind: organisation.kind,
      name: organisation.name,
      isDisabled: sql<boolean>`${organisation.disabledAt} is not null`,
    })
    .from(organisation)
    .where(eq(organisation.id, org))
  const found = foundOrForbidden(row)
  if (found.kind === "platform" && context.user.user.admintype !== admintypes.platform) throw outOfReach()
  return found
}

/**
 * FAULT-10: what an organisation shares reaches everybody below it, so whoever shares it, or changes what is shared, holds the
 * permission for all of these organisations and not for the own one alone.
 */
export async function mustAdministerAllBelow({
  db,
  user,
}: {
  readonly db: Db
  readonly user: SignedIn
}): Promise<void> {
  const { reach, orgs } = user.scope
  if (user.administered.reach === "all") return
  const beyond = orgs.filter((org) => !isAdministered(user, org))
  // The platform's own organisation may lie in the area, and is never an area administrator's.
  const isBelow = and(inArray(organisation.id, beyond), ne(organisation.kind, "platform"))
  if (reach === "all" || (beyond.length > 0 && (await db.$count(organisation, isBelow)) > 0))
    throw new Refusal(roleMessages.sharedBeyondYou, { status: 403 })
}
