import { parameterMessages } from "@uc/contract/core/parameter-messages"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { Refusal } from "../../errors/refusal.ts"

/** DISTRICT-15: an organisation beside an area that does not hold it: one of both would be ignored. Both are in reach already. */
export async function mustBeInArea(db: Db, areaPath: string, org: Id, field: string): Promise<void> {
  const [found] = await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(and(eq(organisation.id, org), sql`${organisation.areaPath} ^@ ${areaPath}`))
  if (!found) throw new Refusal(parameterMessages.organisationNotInArea, { field })
}
