import { executionTypes } from "@uc/contract/drills/calls"
import { todoCountAtMost, type TodoCounts } from "@uc/contract/todo-counts/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { pathsAbove } from "../../db/queries/paths-above.ts"
import { waitingAlarms } from "../alarms/public.ts"
import { waitingHazards } from "../hazards/public.ts"
import { waitingNotices } from "../notices/public.ts"

export interface Waiter {
  readonly id: Id
  readonly orgid: Id
  readonly areaPath: string
  /** Work of the organisation waits for whoever holds the permission for it. */
  readonly managesTasks: boolean
  readonly runsDrills: boolean
  readonly fillsAssessments: boolean
  readonly managesHazards: boolean
}

function counted(rows: SQL): SQL {
  return sql`(select count(*)::int from (${rows} limit ${todoCountAtMost}) waiting)`
}

const nothing = sql`0`

/** Own tasks, and those of the organisation. DAY-10: what was handed back waits for its giver, and is not in the list of open ones. */
function openTasks({ id, orgid, managesTasks }: Waiter): SQL {
  const isOpen = sql`a.state in ('new', 'doing') and t.cancelled_at is null`
  const own = sql`select a.id from task_assignee a join task t on t.id = a.task_id where a.person_id = ${id} and ${isOpen}`
  if (!managesTasks) return counted(own)
  return counted(sql`select id from (${own} union all
    select a.id from task_assignee a join task t on t.id = a.task_id
     where a.org_id = ${orgid} and a.person_id is null and ${isOpen}) both_kinds`)
}

function unhandledAlarms(waiter: Waiter): SQL {
  return counted(sql`select id from (${waitingAlarms(waiter, todoCountAtMost)}) found`)
}

/** DAY-11: unread, or not confirmed where that is wanted. */
function openNotices({ id, orgid, areaPath }: Waiter): SQL {
  const waiting = waitingNotices({ id, orgId: orgid, areaPath }, todoCountAtMost)
  return counted(sql`select id from (${waiting}) found`)
}

/** Plans that the organisation has not yet held often enough this year. */
function dueDrills({ orgid, areaPath, runsDrills }: Waiter): SQL {
  if (!runsDrills) return nothing
  const above = sql`${sql.param(pathsAbove(areaPath))}::text[]`
  const year = sql`date_trunc('year', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  return counted(sql`select p.id from emergency_plan p
    where p.times_a_year is not null and (p.org_id = ${orgid} or p.shared_path = any (${above}))
      and p.times_a_year > (select count(*) from drill d where d.org_id = ${orgid} and d.plan_id = p.id
        and d.zx_type = ${executionTypes.drill} and d.ended_at is not null and d.yazx_bdate >= ${year})`)
}

function openAssessments({ orgid, fillsAssessments }: Waiter): SQL {
  if (!fillsAssessments) return nothing
  return counted(sql`select id from assessment where org_id = ${orgid} and state in ('open', 'returned')
    and starts_on <= (now() at time zone 'Asia/Shanghai')::date`)
}

function openHazards(waiter: Waiter): SQL {
  return counted(sql`select id from (${waitingHazards(waiter, todoCountAtMost)}) found`)
}

/** Each by an index and counted no further than a badge shows: the same cost for a school and a province. */
export async function todoCountsFor(db: Db, waiter: Waiter): Promise<TodoCounts> {
  const { rows } = await db.execute<TodoCounts>(sql`
    select ${openTasks(waiter)} as tasks, ${unhandledAlarms(waiter)} as alarms, ${openNotices(waiter)} as notices,
           ${dueDrills(waiter)} as drills, ${openAssessments(waiter)} as assessments, ${openHazards(waiter)} as hazards`)
  return rows[0] ?? { tasks: 0, alarms: 0, notices: 0, drills: 0, assessments: 0, hazards: 0 }
}
