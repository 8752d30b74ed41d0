import type { Domain } from "@uc/contract/domains"
import type { Id } from "@uc/contract/wire"
import { asc, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { authDomain } from "../../db/schema/domains.ts"

export function domainsOf(db: Db, org: Id): Promise<Domain[]> {
  return db
    .select({ id: authDomain.id, name: authDomain.name, domainIp: authDomain.domainIp })
    .from(authDomain)
    .where(eq(authDomain.orgId, org))
    .orderBy(asc(authDomain.id))
}
