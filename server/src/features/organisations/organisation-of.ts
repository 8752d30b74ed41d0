import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { department } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"

const tables = { department, person } as const

/** The organisation of a row, enabled or not, so that a call with only the row's id can be checked against the viewer's reach. */
export async function organisationOf(
  db: Db,
  kind: keyof typeof tables,
  id: Id,
  isDisabledToo = false,
): Promise<Id | null> {
  const table = tables[kind]
  const [row] = await db
    .select({ org: table.orgId })
    .from(table)
    .where(and(eq(table.id, id), isDisabledToo ? undefined : isNull(table.disabledAt)))
  return row?.org ?? null
}
