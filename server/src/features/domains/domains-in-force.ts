import { domainOrigins } from "@uc/contract/domains/domain-address"
import { helpersOf, type DomainHelper } from "@uc/contract/domains/calls"
import type { Id } from "@uc/contract/core/wire"
import { asc, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { authDomain } from "../../db/schema/domains.ts"

export interface DomainInForce {
  readonly origin: string
  readonly name: string
  readonly helpers: DomainHelper[]
}

/**
 * DOM-7: what is in force for an organisation's people. Read from the database each time and never cached: a removed
 * domain is gone on every process with the commit.
 */
export async function domainsInForce(db: Db, org: Id): Promise<DomainInForce[]> {
  const rows = await db
    .select({ origin: authDomain.origin, name: authDomain.name, helpers: authDomain.helpers })
    .from(authDomain)
    .where(eq(authDomain.orgId, org))
    .orderBy(asc(authDomain.id))
  return rows.flatMap(({ origin: entry, name, helpers }) =>
    domainOrigins(entry).map((origin) => ({ origin, name, helpers: helpersOf(helpers.join()) })),
  )
}
