import type { OrganisationKind } from "@uc/contract/directory/calls"
import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { eq, sql } from "drizzle-orm"
import { organisation } from "../db/schema/organisations.ts"
import type { Ask } from "../http/calls/register-calls.ts"
import { mustAdminister, mustBeThere, outOfReach } from "./reach.ts"

export interface Administered {
  readonly id: Id
  readonly kind: OrganisationKind
  readonly name: string
  readonly isDisabled: boolean
}

/**
 * HOME-6, BARE-6: who may change what an organisation consists of, or give keys that act in its name. Whoever works for the
 * platform's own organisation reaches everything: only the platform's administrators change it, not its 单位管理员 either.
 */
export async function mustAdministerFully(ask: Ask, org: Id): Promise<Administered> {
  mustAdminister(ask, org)
  const [row] = await ask.db
    .select({
      id: organisation.id,
      kind: organisation.kind,
      name: organisation.name,
      isDisabled: sql<boolean>`${organisation.disabledAt} is not null`,
    })
    .from(organisation)
    .where(eq(organisation.id, org))
  const found = mustBeThere(row)
  if (found.kind === "platform" && ask.user.user.admintype !== admintypes.platform) throw outOfReach()
  return found
}
