import type { OrganisationKind } from "@uc/contract/directory/calls"
import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { eq, sql } from "drizzle-orm"
import { organisation } from "../db/schema/organisations.ts"
import type { Db } from "../db/open.ts"
import type { SignedIn } from "./signed-in.ts"
import { mustAdminister, foundOrForbidden, outOfReach } from "./reach.ts"

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
