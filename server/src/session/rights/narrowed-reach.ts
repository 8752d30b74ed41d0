import type { Id } from "@uc/contract/core/wire"
import { roleMessages } from "@uc/contract/roles/calls"
import { sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { SignedIn } from "../signed-in.ts"
import { peopleWithRolesBeyond } from "./covers-roles.ts"

/** By holder of a role for departments: the departments and the people that the role reaches. */
export type NarrowedReach = ReadonlyMap<Id, ReadonlySet<string>>

/**
 * FAULT-2: what roles for departments reach in an organisation now. Whoever moves departments or people takes this before and
 * after the change, because a role grows with them though nobody has changed the role.
 */
export async function narrowedReach(db: Db, org: Id, holder: Id | null = null): Promise<NarrowedReach> {
  const { rows } = await db.execute<{ holder: Id; reached: string[] }>(sql`
    with held as (
      select h.person_id, bool_or(r.scope_kind = 'departments') as with_below
      from person_role h join role r on r.id = h.role_id and r.org_id = h.org_id
      where r.org_id = ${org}::bigint and r.scope_kind in ('department', 'departments')
        and (${holder}::bigint is null or h.person_id = ${holder}::bigint)
      group by h.person_id
    ), departments as (
      select distinct held.person_id, d.id from held
      join person_department own on own.person_id = held.person_id and own.org_id = ${org}::bigint
      join department d on d.org_id = own.org_id
        and (d.id = own.department_id or (held.with_below and own.department_id = any (d.ids)))
    )
    select person_id::text as holder, array_agg(distinct reached) as reached from (
      select person_id, 'department ' || id as reached from departments
      union all
      select d.person_id, 'person ' || p.person_id from departments d
      join person_department p on p.department_id = d.id and p.org_id = ${org}::bigint
    ) each group by person_id`)
  return new Map(rows.map((row) => [row.holder, new Set(row.reached)]))
}

/** Whose role reaches something that it did not reach before. */
export function widenedHolders(before: NarrowedReach, after: NarrowedReach): Id[] {
  return [...after]
    .filter(([holder, reached]) => [...reached].some((each) => !before.get(holder)?.has(each)))
    .map(([holder]) => holder)
}

/**
 * FAULT-1: refuses a change that has made roles for departments reach more, unless the actor holds what these roles give.
 * `holder`: whose roles count; everybody's if it is null.
 */
export async function mustCoverWidened(
  database: Pick<Database, "systemDb">,
  { db, user }: { readonly db: Db; readonly user: SignedIn },
  org: Id,
  before: NarrowedReach,
  holder: Id | null = null,
): Promise<void> {
  const widened = widenedHolders(before, await narrowedReach(db, org, holder))
  // Their roles for whole organisations are as large as they were.
  const beyond = await peopleWithRolesBeyond(database, user, widened, ({ narrowed }) => narrowed !== null)
  if (beyond.size > 0) throw new Refusal(roleMessages.widensRoles, { status: 403 })
}
