import type { SchoolInfo } from "@uc/contract/organisations/calls"
import type { Id } from "@uc/contract/core/wire"
import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"

export async function schoolInfo(db: Db, org: Id): Promise<SchoolInfo | null> {
  const [found] = await db
    .select({ orgid: organisation.id, orgname: organisation.name, address: organisation.address })
    .from(organisation)
    .where(eq(organisation.id, org))
  return found ?? null
}
