import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"

export interface HazardWaiter {
  readonly id: Id
  readonly orgid: Id
  /** Holds `hazards.manage` for their own organisation. */
  readonly managesHazards: boolean
}

/**
 * By the days of Shanghai: the last day counts to its end. A report that nobody is assigned to has no deadline: it is overdue once it
 * was escalated for that.
 */
export const isPastDue = sql.raw(
  "(state = 'assigned' and due_on < (now() at time zone 'Asia/Shanghai')::date or state = 'reported' and escalated_at is not null)",
)

/**
 * DAY-6: the ids of what waits for somebody, by the same rows in the menu's badge, on the page and at home: what they are to rectify;
 * for who manages hazards also what is to be assigned or reviewed (not one's own work), and what is overdue and was escalated to
 * them. Each part has an index; `atMost` ends each early.
 */
export function waitingHazards({ id, orgid, managesHazards }: HazardWaiter, atMost?: number): SQL {
  const some = atMost === undefined ? sql`` : sql` limit ${atMost}`
  const own = sql`(select id from hazard where assignee_id = ${id}::bigint and state = 'assigned'${some})`
  if (!managesHazards) return own
  return sql`${own}
    union (select id from hazard where org_id = ${orgid}::bigint and state = 'reported'${some})
    union (select id from hazard where org_id = ${orgid}::bigint and state = 'rectified'
      and rectified_by_id is distinct from ${id}::bigint${some})
    union (select id from hazard where escalated_to = ${orgid}::bigint and ${isPastDue}${some})`
}
