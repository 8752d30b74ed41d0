import { executionTypes } from "@uc/contract/drills/calls"
import { noticeLimits } from "@uc/contract/notices/calls"
import { subscriptionTopics } from "@uc/contract/subscriptions/calls"
import { sql } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { unrestricted } from "../../db/scope.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { holdsInOwnOrganisation } from "../../session/rights/who-holds.ts"
import { placeOfNotice, reminderKey } from "./bell.store.ts"
import { dueDrill } from "./due-drills.ts"
import { isCounted, joinPeople } from "./who-is-meant.ts"

/** Notices whose date has come ring their readers' bells, once, in one process. Returns how many. */
export async function publishDueNotices(database: Database): Promise<number> {
  return database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ org: string; path: string | null; fresh: boolean }>(sql`
      update notice set told_at = now() where id = any (array(
        select id from notice where told_at is null and published_at <= now() limit 500 for update skip locked))
      returning org_id::text as org, shared_path as path, published_at > now() - interval '1 day' as fresh`)
    // Notices from before the bell existed do not ring.
    const due = rows.filter(({ fresh }) => fresh)
    const orgs = new Set(due.map(({ org }) => org))
    const areas = new Set(due.flatMap(({ path }) => (path ? [path] : [])))
    if (orgs.size > 0) await publishEvent(db, "bell", [...orgs])
    for (const area of areas) await publishEvent(db, "bell", { area })
    return due.length
  })
}

const batchSize = 20_000

/** Who has not read a pinned notice after a day is reminded once. Returns how many people were. */
export async function remindOfPinned(database: Database): Promise<number> {
  const notices = await database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ id: string; title: string; org: string; path: string | null }>(sql`
      select id::text, title, org_id::text as org, shared_path as path from notice
      where is_pinned and published_at <= now() - make_interval(hours => ${noticeLimits.remindAfterHours}::int)
        and published_at > now() - make_interval(days => ${noticeLimits.remindUntilDays}::int)`)
    return rows
  })
  let total = 0
  for (const { id, title, org, path } of notices)
    for (let rung = batchSize; rung === batchSize; total += rung)
      rung = await database.transaction(unrestricted, async (db) => {
        // A city's people in one statement and one event for the area: `ringBell` is for a few known people.
        const done = await db.execute(sql`
          insert into bell_ring (org_id, person_id, topic, title, place, key)
          select p.org_id, p.id, 'notice', ${`置顶通知尚未阅读：${title}`}, ${placeOfNotice(id)}, ${reminderKey(id)}
          from notice ${joinPeople}
          left join subscription s on s.person_id = p.id and s.topic = 'notice'
          where notice.id = ${id} and ${isCounted} and coalesce(s.is_on, ${subscriptionTopics.notice.isOnAtFirst})
            and not exists (select from notice_read r where r.notice_id = ${id} and r.person_id = p.id)
            and not exists (select from bell_ring b where b.person_id = p.id and b.key = ${reminderKey(id)})
          limit ${batchSize}
          on conflict (person_id, key) do nothing`)
        const count = done.rowCount ?? 0
        if (count > 0) await publishEvent(db, "bell", path === null ? org : { area: path })
        return count
      })
  return total
}

interface Owed extends Record<string, unknown> {
  readonly plan: string
  readonly title: string
  readonly times: number
  readonly made_ms: number
  readonly held: number
  readonly people: string[]
}

/** WORK-5: who runs the drills of a school is reminded when their school is behind with the drills of its plans. Returns how many. */
export async function remindOfDueDrills(
  database: Database,
  now: () => Date = () => new Date(),
): Promise<number> {
  return database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<Owed>(sql`
      with duty as (
        select o.id as org, e.id as plan, e.title, e.times_a_year as times, e.created_at as made
        from organisation o join emergency_plan e on e.org_id = o.id
          or (e.shared_path <> '' and starts_with(o.area_path, e.shared_path))
        where o.kind in ('school', 'enterprise') and o.disabled_at is null and e.times_a_year is not null
      ), held as (
        select org_id, plan_id, count(*)::int as n from drill
        where zx_type = ${executionTypes.drill} and ended_at is not null
          and yazx_bdate >= date_trunc('year', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
        group by 1, 2
      )
      select d.plan::text, d.title, d.times, (extract(epoch from d.made) * 1000)::float8 as made_ms, coalesce(h.n, 0) as held, array_agg(p.id::text) as people
      from duty d
      left join held h on h.org_id = d.org and h.plan_id = d.plan
      join person p on p.org_id = d.org and p.disabled_at is null and ${holdsInOwnOrganisation("drills.run")}
      group by 1, 2, 3, 4, 5`)
    let total = 0
    for (const { plan, title, times, made_ms: madeMs, held, people } of rows) {
      const due = dueDrill({ planId: plan, timesAYear: times, held, madeAt: new Date(madeMs) }, now())
      if (!due) continue
      const rung = await ringBell(db, {
        personIds: people,
        topic: "drill",
        title: `“${title}”今年要求演练${times}次，到现在应完成${due.expected}次，已完成${held}次`,
        place: "/main/drills",
        key: due.key,
      })
      total += rung.length
    }
    return total
  })
}
