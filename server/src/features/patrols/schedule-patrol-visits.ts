import { patrolLimits, patrolPlace, patrolRings } from "@uc/contract/patrols/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { unrestricted } from "../../db/scope.ts"
import { holdersIn } from "../../session/rights/who-holds.ts"

const plansAtOnce = 50
const visitsAtOnce = 500
const today = sql`(now() at time zone 'Asia/Shanghai')::date`

/** The visits of today and tomorrow; times that are past already are not scheduled. */
async function scheduleVisits(db: Db, plans: SQL): Promise<number> {
  const { rows } = await db.execute<{ id: Id }>(sql`
    with due as (${plans}), laid as (
      update patrol_plan p set laid_out_to = ${today} + 1 from due where p.id = due.id
      returning p.id, p.org_id, p.schedule, p.grace_minutes
    ), visits as (
      insert into patrol_record (org_id, plan_id, point_id, person_id, due_at, grace_minutes, result)
      select p.org_id, p.id, stop.point_id, walker.id, moment.due_at, p.grace_minutes, 'due'
      from laid p
      join patrol_plan_point stop on stop.plan_id = p.id
      join patrol_point point on point.id = stop.point_id and point.disabled_at is null
      -- Of somebody who has left it is everybody's: nobody would come otherwise.
      left join person walker on walker.id = stop.person_id and walker.org_id = p.org_id and walker.disabled_at is null
      cross join generate_series(0, 1) ahead
      cross join jsonb_array_elements_text(p.schedule -> 'times') clock (time)
      cross join lateral (
        select (${today} + ahead + clock.time::time) at time zone 'Asia/Shanghai' as due_at
      ) moment
      where p.schedule -> 'weekdays' @> to_jsonb(extract(isodow from ${today} + ahead)::int)
        and moment.due_at > now()
        and not exists (
          select from patrol_record known
          where known.plan_id = p.id and known.point_id = stop.point_id and known.due_at = moment.due_at
        )
      on conflict do nothing
    )
    select id::text from laid`)
  return rows.length
}

/** A plan that was just saved. */
export async function scheduleVisitsOfPlan(db: Db, id: Id): Promise<void> {
  await scheduleVisits(db, sql`select id from patrol_plan where id = ${id} and disabled_at is null`)
}

export async function schedulePatrolVisits(database: Database): Promise<number> {
  return untilFew(plansAtOnce, () =>
    database.transaction(unrestricted, (db) =>
      scheduleVisits(
        db,
        sql`select id from patrol_plan
          where disabled_at is null and (laid_out_to is null or laid_out_to <= ${today})
          order by id limit ${plansAtOnce} for no key update skip locked`,
      ),
    ),
  )
}

async function untilFew(many: number, some: () => Promise<number>): Promise<number> {
  let total = 0
  for (let done = many; done === many; total += done) done = await some()
  return total
}

interface Missed extends Record<string, unknown> {
  readonly org: Id
  readonly plan: Id
  readonly name: string
  readonly due: string
  readonly points: number
  readonly walkers: readonly Id[]
  readonly is_fresh: boolean
}

/** WORK-3: missed visits are found by themselves. The assigned people and the organisation's administrators are notified once. */
export async function findMissedPatrols(database: Database): Promise<number> {
  return untilFew(visitsAtOnce, () => database.transaction(unrestricted, findMissed))
}

async function findMissed(db: Db): Promise<number> {
  const { rows } = await db.execute<Missed>(sql`
    with late as (
      select r.id, p.name
      from patrol_record r left join patrol_plan p on p.id = r.plan_id
      where r.result = 'due' and r.due_at + make_interval(mins => coalesce(r.grace_minutes, p.grace_minutes, ${patrolLimits.graceMinutes.usual})::int) < now()
      order by r.due_at limit ${visitsAtOnce} for no key update of r skip locked
    ), missed as (
      update patrol_record r set result = 'missed' from late where r.id = late.id
      returning r.org_id, r.plan_id, r.due_at, r.person_id, late.name
    )
    select org_id::text as org, coalesce(plan_id, 0)::text as plan, coalesce(name, '') as name,
      extract(epoch from due_at)::bigint::text as due, count(*)::int as points,
      array_remove(array_agg(distinct person_id::text), null) as walkers, due_at > now() - interval '1 day' as is_fresh
    from missed group by org_id, plan_id, name, due_at`)
  for (const { org, plan, name, due, points, walkers, is_fresh: isFresh } of rows) {
    // Visits missed while the server was off are not announced.
    if (!isFresh) continue
    const keepers = await holdersIn(db, "patrols.manage", [org])
    await ringBell(db, {
      personIds: [...new Set([...walkers, ...keepers])],
      topic: "patrol",
      title: patrolRings.missed(name, points),
      place: `${patrolPlace}?view=records&state=missed`,
      key: `patrol-missed:${plan}:${due}`,
    })
  }
  return rows.reduce((sum, { points }) => sum + points, 0)
}

interface Begun extends Record<string, unknown> {
  readonly plan: Id
  readonly name: string
  readonly due: string
  readonly points: number
  readonly walkers: readonly Id[]
}

/** Each assigned person once, when the time has come. */
export async function remindOfPatrols(database: Database): Promise<number> {
  return database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<Begun>(sql`
      with begun as (
        select plan_id, due_at, person_id, count(*)::int as points from patrol_record
        where result = 'due' and person_id is not null and due_at <= now() and due_at > now() - interval '3 minutes'
        group by plan_id, due_at, person_id
      )
      select p.id::text as plan, p.name, extract(epoch from due_at)::bigint::text as due, points,
        array_agg(person_id::text) as walkers
      from begun join patrol_plan p on p.id = plan_id group by p.id, p.name, due_at, points`)
    for (const { plan, name, due, points, walkers } of rows)
      await ringBell(db, {
        personIds: walkers,
        topic: "patrol",
        title: patrolRings.due(name, points),
        place: patrolPlace,
        key: `patrol-due:${plan}:${due}`,
      })
    return rows.length
  })
}
