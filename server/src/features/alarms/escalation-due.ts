import { sql, type SQL } from "drizzle-orm"
import { organisation } from "../../db/schema/organisations.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"

/**
 * When an alarm is overdue: an open one by when it came in, a taken one by when it was taken, each by its level's minutes. The job
 * escalates by it and the screen counts down to it. `a` and `l`: what the query calls `alarm_record` and `alarm_level`.
 */
export function escalationDue(a = "alarm_record", l = "alarm_level"): SQL {
  const text = `case ${a}.state
    when 'open' then ${a}.received_at + make_interval(mins => ${l}.minutes_to_take::int)
    when 'acknowledged' then coalesce(
      (select max(e.at) from alarm_event e where e.alarm_id = ${a}.id and e.action in ('acknowledged', 'assigned')),
      ${a}.received_at) + make_interval(mins => ${l}.minutes_to_handle::int)
    end`
  return sql.raw(text)
}

/** As it travels; alarms of bureaus themselves are not escalated. */
export function dueMoment(): SQL<string | null> {
  return sql<
    string | null
  >`case when ${organisation.kind} in ('school', 'enterprise') then ${asMoment(escalationDue())} end`
}
