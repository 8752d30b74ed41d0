import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"

/**
 * DAY-4: the alarms that wait for somebody, by the same rows in the menu's badge, on the page and at home: those that nobody of the
 * organisation has taken, those that this person has, and what was escalated to it. Each part has an index; `atMost` ends each early.
 */
export function waitingAlarms(viewer: { readonly id: Id; readonly orgid: Id }, atMost?: number): SQL {
  const { id, orgid } = viewer
  const isActive = sql`state in ('open', 'acknowledged', 'handling')`
  const some = atMost === undefined ? sql`` : sql` limit ${atMost}`
  return sql`(select id from alarm_record where org_id = ${orgid} and ${isActive} and state = 'open'${some})
    union (select id from alarm_record where taken_by = ${id} and ${isActive}${some})
    union (select id from alarm_record where escalated_to = ${orgid} and ${isActive}${some})`
}
