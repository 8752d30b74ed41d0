import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { outOfReach } from "../reach.ts"
import type { SignedIn } from "../signed-in.ts"

/**
 * DISTRICT-8: a role may hold for the own person or for departments alone. Whoever handles a call of a permission that may be
 * narrowed (`narrows` in the contract) checks with these, after `mustAdminister`.
 */
export async function mustHoldForPerson(
  context: { readonly db: Db; readonly user: SignedIn },
  person: { readonly id: Id; readonly orgid: Id },
): Promise<void> {
  if (!(await holdsForPerson(context, person))) throw outOfReach()
}

export async function holdsForPerson(
  { db, user: { user, narrowed } }: { readonly db: Db; readonly user: SignedIn },
  { id, orgid }: { readonly id: Id; readonly orgid: Id },
): Promise<boolean> {
  if (narrowed === null || orgid !== user.orgid || narrowed.person === id) return true
  const { rows } = await db.execute(sql`select from person_department
    where person_id = ${id}::bigint and department_id = any (${list(narrowed.departments)}) limit 1`)
  return rows.length > 0
}

/** Every department of them; null stands for the organisation itself. */
export function mustHoldForDepartments(
  { user }: { readonly user: SignedIn },
  org: Id,
  departments: readonly (Id | null)[],
): void {
  if (!departments.every((id) => holdsForDepartment(user, org, id))) throw outOfReach()
}

export function holdsForDepartment({ user, narrowed }: SignedIn, org: Id, department: Id | null): boolean {
  if (narrowed === null || org !== user.orgid) return true
  return department !== null && narrowed.departments.includes(department)
}

/** As a condition of a list, by the columns of the person and of the organisation. */
export function isHeldFor(
  { user, narrowed }: SignedIn,
  columns: { readonly personId: SQLWrapper; readonly orgId: SQLWrapper },
): SQL | undefined {
  if (narrowed === null) return undefined
  const { personId, orgId } = columns
  return sql`(${orgId} <> ${user.orgid}::bigint or ${personId} = ${narrowed.person}::bigint
    or ${personId} in (select person_id from person_department
      where department_id = any (${list(narrowed.departments)})))`
}

function list(ids: readonly Id[]): SQL {
  return sql`${sql.param([...ids])}::bigint[]`
}
