import type { DepartmentDetails } from "@uc/contract/departments/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import { isBelow, namesOf, peopleIn, rowOf, siblings } from "./department-tree.store.ts"

export async function departmentDetails(
  db: Db,
  org: Id,
  id: Id,
): Promise<Omit<DepartmentDetails, "mayChange"> | null> {
  const row = await rowOf(db, org, id)
  if (!row) return null
  const [owner] = await db
    .select({ name: organisation.name })
    .from(organisation)
    .where(eq(organisation.id, org))
  const beside = row.isDisabled ? [] : await siblings(db, org, row.parentId)
  const above = row.ids.length === 0 ? [] : await namesOf(db, org, row.ids)
  const children = await db.$count(
    department,
    and(eq(department.orgId, org), eq(department.parentId, id), isNull(department.disabledAt)),
  )
  return {
    id,
    orgid: org,
    orgname: owner?.name ?? "",
    name: row.name,
    parentId: row.parentId,
    path: row.ids.flatMap((one) => above.find((found) => found.id === one)?.name ?? []),
    level: row.level,
    isDisabled: row.isDisabled,
    version: row.version,
    isFirst: beside[0]?.id === id,
    isLast: beside.at(-1)?.id === id,
    children,
    people: await peopleIn(db, org, [id]),
    peopleBelow: await peopleIn(db, org, [id, ...(await idsBelow(db, org, id))]),
  }
}

async function idsBelow(db: Db, org: Id, id: Id): Promise<Id[]> {
  const rows = await db
    .select({ id: department.id })
    .from(department)
    .where(and(isBelow(org, id), isNull(department.disabledAt)))
  return rows.map((row) => row.id)
}
