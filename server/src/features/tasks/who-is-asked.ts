import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { reaches } from "../../db/scope.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { holdsInOwnOrganisation } from "../../session/rights/who-holds.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"

interface Asked {
  readonly id: Id
  readonly name: string
}

/**
 * DAY-14, decision 075: those of these people of the own organisation whom the viewer can't give a task but may ask. Who manages
 * the organisation's tasks gives to everybody; the others give to their own departments and those below, but to nobody
 * who manages tasks. In other organisations `tasks.give` alone counts (decision 071).
 */
export async function whoIsAsked({ db, user }: RequestContext, people: readonly Id[]): Promise<Asked[]> {
  const { id, orgid } = user.user
  if (people.length === 0 || reaches(heldScope(user, "tasks.manage"), orgid)) return []
  const { rows } = await db.execute<{ id: Id; name: string }>(sql`
    select p.id::text, p.name from person p
    where p.id = any (${sql.param([...people])}::bigint[]) and p.org_id = ${orgid}::bigint and p.id <> ${id}::bigint
      and (${holdsInOwnOrganisation("tasks.manage")} or not exists (
        select from person_department mine
        join person_department theirs on theirs.org_id = mine.org_id and theirs.person_id = p.id
        join department d on d.id = theirs.department_id
        where mine.person_id = ${id}::bigint and mine.org_id = ${orgid}::bigint
          and (d.id = mine.department_id or mine.department_id = any (d.ids))))
    order by p.id`)
  return rows
}
