import { screenLimits, type ScreenAlarm, type ScreenOverview } from "@uc/contract/screens/calls"
import { and, asc, desc, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { alarm, alarmLevel, alarmType } from "../../db/schema/alarms.ts"
import { organisation } from "../../db/schema/organisations.ts"
import type { Scope } from "../../db/scope.ts"
import { dueMoment, typeName } from "../alarms/public.ts"
import { buildingPlaces, organisationPlaces } from "./places.store.ts"
import { drillsNow, patrolsToday } from "./running.store.ts"
import { isActive, isInReach, type Shown } from "./shown.ts"

type Overview = Omit<ScreenOverview, "screen" | "orgname" | "nowMs">

/** Everything that a screen shows, in the one transaction of its request. */
export async function screenOverview(db: Db, shown: Shown): Promise<Overview> {
  const { scope } = shown
  const alarms = await liveAlarms(db, scope)
  const places = await (shown.isBuildings ? buildingPlaces(db, shown) : organisationPlaces(db, scope))
  const drills = await drillsNow(db, scope)
  const patrols = await patrolsToday(db, scope)
  const { today, health } = await numbers(db, shown)
  return { alarms, places, drills, patrols, today, health }
}

async function liveAlarms(db: Db, scope: Scope): Promise<Overview["alarms"]> {
  const where = and(isInReach(scope, sql`${alarm.orgId}`), isActive)
  const items: ScreenAlarm[] = await db
    .select({
      uuid: alarm.uuid,
      createtime: asMoment(alarm.createtime),
      receivedAt: asMoment(alarm.receivedAt),
      level: alarm.level,
      levelName: alarmLevel.name,
      typeName: typeName(alarmType.name, alarm.modelCode),
      orgname: organisation.name,
      address: alarm.address,
      state: alarm.state,
      dueAt: dueMoment(),
      isEscalated: sql<boolean>`${alarm.escalatedAt} is not null`,
    })
    .from(alarm)
    .innerJoin(organisation, eq(organisation.id, alarm.orgId))
    .innerJoin(alarmLevel, eq(alarmLevel.level, alarm.level))
    .leftJoin(alarmType, eq(alarmType.modelCode, alarm.modelCode))
    .where(where)
    .orderBy(asc(alarm.level), desc(alarm.createtime), desc(alarm.id))
    .limit(screenLimits.alarms)
  const levels = await db
    .select({ level: alarm.level, name: alarmLevel.name, total: sql<number>`count(*)::int` })
    .from(alarm)
    .innerJoin(alarmLevel, eq(alarmLevel.level, alarm.level))
    .where(where)
    .groupBy(alarm.level, alarmLevel.name)
    .orderBy(asc(alarm.level))
  return { total: levels.reduce((sum, { total }) => sum + total, 0), levels, items }
}

interface NumbersRow extends Record<string, unknown> {
  readonly alarms: number
  readonly handled: number
  readonly open: number
  readonly escalated: number
  readonly last_alarm_at: string | null
  readonly sources: number
  readonly silent_sources: number
}

/** DAY-4, DAY-10: counted as at home and on the alarms page. */
async function numbers(db: Db, { scope }: Shown): Promise<Pick<Overview, "today" | "health">> {
  const inReach = isInReach(scope, sql`org_id`)
  // By the index of closed ones, which begins with the organisation: whoever reaches all of them names them.
  const closedIn = scope.reach === "all" ? sql`org_id = any (array(select id from organisation))` : inReach
  const midnight = sql`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  const silent = sql`make_interval(hours => ${screenLimits.silentHours})`
  const { rows } = await db.execute<NumbersRow>(sql`
    select
      (select coalesce(sum(total), 0)::int from alarm_day
        where day = (now() at time zone 'Asia/Shanghai')::date and ${inReach}) as alarms,
      (select count(*)::int from alarm_record where closed_at >= ${midnight} and ${closedIn}) as handled,
      (select count(*)::int from alarm_record where ${isActive} and state = 'open' and ${inReach}) as open,
      (select count(*)::int from alarm_record where ${isActive} and escalated_at is not null and ${inReach}) as escalated,
      (select ${asMoment(sql`max(newest.received_at)`)} from
        (select received_at from alarm_record where ${inReach} order by createtime desc limit 1) newest) as last_alarm_at,
      (select count(*)::int from alarm_source s where revoked_at is null and ${inReach}) as sources,
      (select count(*)::int from alarm_source s where revoked_at is null and ${inReach} and not exists
        (select from alarm_source_call c where c.source_id = s.id and c.at > now() - ${silent})) as silent_sources`)
  const [row] = rows
  if (!row) throw new Error("Counting gave no row")
  const { alarms, handled, open, escalated } = row
  return {
    today: { alarms, handled, open, escalated },
    health: {
      lastAlarmAt: row.last_alarm_at,
      sources: row.sources,
      silentSources: row.silent_sources,
    },
  }
}
