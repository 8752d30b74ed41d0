import type { Id } from "@uc/contract/core/wire"
import { screenLimits, type ScreenOverview } from "@uc/contract/screens/calls"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import type { Scope } from "../../db/scope.ts"
import { isInReach } from "./shown.ts"

interface DrillRow extends Record<string, unknown> {
  readonly key: string
  readonly title: string
  readonly is_real: boolean
  readonly begun_at: string
  readonly orgname: string
  readonly organisations: number
  readonly confirmed: number
  readonly total: number
}

/** What was started together is one line; an emergency stands before drills. */
export async function drillsNow(db: Db, scope: Scope): Promise<ScreenOverview["drills"]> {
  const { rows } = await db.execute<DrillRow>(sql`
    select coalesce(d.round::text, d.yazx_code) as key, min(d.yazx_title) as title, bool_or(d.zx_type = 1) as is_real,
      ${asMoment(sql`min(d.yazx_bdate)`)} as begun_at, min(o.name) as orgname, count(*)::int as organisations,
      sum((select count(*) from drill_confirmation c where c.drill_id = d.id))::int as confirmed,
      (count(*) over ())::int as total
    from drill d join organisation o on o.id = d.org_id
    where d.ended_at is null and ${isInReach(scope, sql`d.org_id`)}
    group by 1 order by 3 desc, min(d.yazx_bdate) desc, 1 limit ${screenLimits.drills}`)
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(
      ({ key, title, is_real: isReal, begun_at: begunAt, orgname, organisations, confirmed }) => ({
        key,
        title,
        isReal,
        begunAt,
        orgname,
        organisations,
        confirmed,
      }),
    ),
  }
}

interface CountRow extends Record<string, unknown> {
  readonly planned: number
  readonly done: number
  readonly missed: number
  readonly overdue: number
}

interface VisitRow extends Record<string, unknown> {
  readonly id: Id
  readonly point: string
  readonly orgname: string
  readonly due_at: string
  readonly is_overdue: boolean
}

/** Of today, Asia/Shanghai. Overdue: its time has passed, and it may still be made. */
export async function patrolsToday(db: Db, scope: Scope): Promise<ScreenOverview["patrols"]> {
  const midnight = sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`
  const isOpen = sql`r.result = 'due' and r.due_at >= ${midnight} and r.due_at < ${midnight} + interval '1 day'
    and ${isInReach(scope, sql`r.org_id`)}`
  const counted = await db.execute<CountRow>(sql`
    select coalesce(sum(planned), 0)::int as planned, coalesce(sum(done), 0)::int as done,
      coalesce(sum(missed), 0)::int as missed,
      (select count(*)::int from patrol_record r where ${isOpen} and r.due_at < now()) as overdue
    from patrol_day where day = (now() at time zone 'Asia/Shanghai')::date and ${isInReach(scope, sql`org_id`)}`)
  const visits = await db.execute<VisitRow>(sql`
    select r.id::text, p.name as point, coalesce(o.short_name, o.name) as orgname, ${asMoment(sql`r.due_at`)} as due_at,
      r.due_at < now() as is_overdue
    from patrol_record r
    join patrol_point p on p.id = r.point_id
    join organisation o on o.id = r.org_id
    where ${isOpen} order by r.due_at, o.id, r.id limit ${screenLimits.patrols}`)
  const { planned = 0, done = 0, missed = 0, overdue = 0 } = counted.rows[0] ?? {}
  return {
    planned,
    done,
    missed,
    overdue,
    items: visits.rows.map(({ id, point, orgname, due_at: dueAt, is_overdue: isOverdue }) => ({
      id,
      point,
      orgname,
      dueAt,
      isOverdue,
    })),
  }
}
