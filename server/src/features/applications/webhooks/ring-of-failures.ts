import { webhookLimits, webhookPlace, webhookRings } from "@uc/contract/applications/webhooks"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Database, Db } from "../../../db/open.ts"
import { unrestricted } from "../../../db/scope.ts"
import { ringBell } from "../../../realtime/ring-bell.ts"
import { holdersIn } from "../../../session/rights/who-holds.ts"

interface Found extends Record<string, unknown> {
  readonly id: Id
  readonly org: Id
  readonly name: string
  /** The period that an administrator is told of once: since when it fails, or the day on which something was given up. */
  readonly period: string
}

const sinceWhen = sql`to_char(w.failing_since at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`
const failingKey = (id: Id, period: string) => `webhook-failing:${id}:${period}`

/**
 * A job, SSO-5: whoever may manage an application learns that its address keeps failing, that its receiver wants no more notices
 * (SSO-16), and that notices were given up.
 */
export async function ringOfFailures(database: Database): Promise<number> {
  return database.transaction(unrestricted, async (db) => {
    let rung = 0
    for (const { id, org, name, period } of await failing(db))
      rung += await ring(db, { id, org, title: webhookRings.failing(name), key: failingKey(id, period) })
    for (const { id, org, name, period } of await gone(db))
      rung += await ring(db, { id, org, title: webhookRings.gone(name), key: `webhook-gone:${id}:${period}` })
    for (const { id, org, name, period } of await givenUp(db))
      rung += await ring(db, {
        id,
        org,
        title: webhookRings.givenUp(name),
        key: `webhook-given-up:${id}:${period}`,
      })
    return rung
  })
}

/** By the same rule as the list of applications shows it. */
function failing(db: Db): Promise<readonly Found[]> {
  return applications(
    db,
    sinceWhen,
    sql`not w.is_off and w.failing_since < now() - make_interval(mins => ${webhookLimits.failingMinutes}::int)`,
  )
}

/** What a receiver has had switched off. A ring is kept for longer than a day, so that none is repeated. */
function gone(db: Db): Promise<readonly Found[]> {
  return applications(
    db,
    sql`to_char(w.gone_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`,
    sql`w.is_off and w.gone_at > now() - interval '1 day'`,
  )
}

/** Once a day: while an address fails, more is given up with every hour. What was switched off is nobody's failure. */
function givenUp(db: Db): Promise<readonly Found[]> {
  const day = sql`to_char(given_up.at at time zone 'Asia/Shanghai', 'YYYYMMDD')`
  return applications(
    db,
    day,
    sql`not w.is_off and given_up.at > now() - interval '1 day'`,
    sql`cross join lateral (select max(d.answered_at) as at from webhook_delivery d
      where d.application_id = w.application_id and d.next_at is null and d.told_at is null and d.object <> 'test'
        and d.answer <> 'disabled') given_up`,
  )
}

async function applications(
  db: Db,
  period: SQL,
  isMeant: SQL,
  joined: SQL = sql``,
): Promise<readonly Found[]> {
  const { rows } = await db.execute<Found>(sql`
    select a.id::text as id, a.org_id::text as org, a.name, ${period} as period
    from application_webhook w join application a on a.id = w.application_id and a.disabled_at is null
    join organisation o on o.id = a.org_id and o.disabled_at is null ${joined}
    where ${isMeant} order by a.id`)
  return rows
}

interface Rung {
  readonly id: Id
  readonly org: Id
  readonly title: string
  readonly key: string
}

async function ring(db: Db, { id, org, title, key }: Rung): Promise<number> {
  const personIds = await holdersIn(db, "applications.manage", [org])
  const rung = await ringBell(db, { personIds, topic: "notice", title, place: webhookPlace(id), key })
  return rung.length
}

/** An application has accepted a notice: its failures are over. Who was told of them is told of that as well. */
export async function endFailures(db: Db, id: Id): Promise<void> {
  const { rows } = await db.execute<Found>(sql`
    with before as (
      select w.application_id, a.org_id, a.name, ${sinceWhen} as period
      from application_webhook w join application a on a.id = w.application_id
      where w.application_id = ${id} and w.failures > 0 for update of w
    )
    update application_webhook w set failures = 0, failing_since = null, paused_until = null
    from before where w.application_id = before.application_id
    returning w.application_id::text as id, before.org_id::text as org, before.name, before.period`)
  for (const { org, name, period } of rows) {
    const told = await db.execute<{ id: Id }>(
      sql`select person_id::text as id from bell_ring where org_id = ${org}::bigint and key = ${failingKey(id, period)}`,
    )
    await ringBell(db, {
      personIds: told.rows.map((each) => each.id),
      topic: "notice",
      title: webhookRings.works(name),
      place: webhookPlace(id),
      key: `webhook-works:${id}:${period}`,
    })
  }
}
