import { alarmRings } from "@uc/contract/alarms/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { unrestricted } from "../../db/scope.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { holdsFor } from "../../session/rights/who-holds.ts"
import { escalationDue } from "./escalation-due.ts"
import { typeName } from "./type-name.ts"

const batchSize = 500

interface Escalated {
  readonly [column: string]: string
  readonly org: Id
  readonly uuid: string
  readonly bureau: Id
  readonly school: string
  readonly type: string
  readonly state: string
}

/**
 * Alarms that nobody took in time, or that were taken and not handled, escalate to the bureau of their area or of the
 * nearest one above that has one. By the database's clock; rows that another process escalates or somebody acts on are
 * skipped until the next run. Returns how many were escalated.
 */
export async function escalateOverdueAlarms(database: Database): Promise<number> {
  let total = 0
  for (let escalated = batchSize; escalated === batchSize; total += escalated)
    escalated = await escalateSome(database)
  return total
}

function escalateSome(database: Database): Promise<number> {
  return database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<Escalated>(sql`
      with due as (
        select a.id, b.id as bureau, b.name as bureau_name
        from alarm_record a
        join alarm_level l on l.level = a.level
        join organisation o on o.id = a.org_id and o.kind in ('school', 'enterprise')
        cross join lateral (
          select id, name from organisation
          where kind = 'bureau' and disabled_at is null and starts_with(a.area_path, area_path)
          order by length(area_path) desc, id limit 1
        ) b
        where a.state in ('open', 'acknowledged') and a.escalated_at is null
          and ${escalationDue("a", "l")} <= now()
        order by a.level, a.createtime
        limit ${batchSize}
        for no key update of a skip locked
      ), escalated as (
        update alarm_record a set escalated_at = now(), escalated_to = due.bureau
        from due where a.id = due.id
        returning a.id, a.uuid, a.org_id, a.model_code, a.state, due.bureau, due.bureau_name
      ), told as (
        insert into alarm_event (org_id, alarm_id, at, action, detail)
        select org_id, id, now(), 'escalated', jsonb_build_object('whom', bureau_name) from escalated
      )
      select c.org_id::text as org, c.uuid, c.state, c.bureau::text as bureau, o.name as school, ${typeName(sql`t.name`, sql`c.model_code`)} as type
      from escalated c join organisation o on o.id = c.org_id left join alarm_type t on t.model_code = c.model_code`)
    const orgs = [...new Set(rows.map(({ org }) => org))]
    if (orgs.length > 0) await publishEvent(db, "alarms", orgs)
    await ringBureaus(db, rows)
    return rows.length
  })
}

/** DAY-5: who took it and did not handle it is not told as nobody. */
function ringOf({ state, school, type }: Escalated): string {
  return state === "acknowledged"
    ? alarmRings.escalatedTaken(school, type)
    : alarmRings.escalated(school, type)
}

/** For the bureau's people who look after alarms: one reminder for many alarms, or nobody would read them. */
async function ringBureaus(db: Db, escalated: readonly Escalated[]): Promise<void> {
  for (const bureau of new Set(escalated.map(({ bureau: id }) => id))) {
    const theirs = escalated.filter((each) => each.bureau === bureau)
    for (const { people, orgs } of await whoIsTold(db, bureau, theirs)) {
      const told = theirs.filter(({ org }) => orgs.includes(org))
      const [first] = told
      if (!first) continue
      await ringBell(db, {
        personIds: people,
        topic: "alarm",
        ...(told.length === 1
          ? { title: ringOf(first), place: `/main/alarms?alarm=${first.uuid}` }
          : { title: alarmRings.escalatedMany(told.length), place: "/main/alarms?escalated=1" }),
      })
    }
  }
}

interface Told extends Record<string, unknown> {
  readonly people: Id[]
  readonly orgs: Id[]
}

/** DISTRICT-8: a role may be for some schools alone; those who look after the same ones are told together. */
async function whoIsTold(db: Db, bureau: Id, escalated: readonly Escalated[]): Promise<Told[]> {
  const orgs = [...new Set(escalated.map(({ org }) => org))]
  const { rows } = await db.execute<Told>(sql`
    select array_agg(id::text) as people, orgs from (
      select p.id, array_agg(about.org::text order by about.org) as orgs
      from person p cross join unnest(${sql.param(orgs)}::bigint[]) about (org)
      where p.org_id = ${bureau}::bigint and p.disabled_at is null and ${holdsFor("alarms.manage", sql`about.org`)}
      group by p.id) told
    group by orgs`)
  return rows
}
