import { recordsTotalAtMost, type WarningType, type WatchedWarning } from "@uc/contract/alarms/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, gte, lte, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { alarm, alarmLevel, alarmType } from "../../db/schema/alarms.ts"
import { organisation } from "../../db/schema/organisations.ts"
import type { Scope } from "../../db/scope.ts"
import { asMoment, momentFrom } from "../../db/queries/wire-moment.ts"
import { dueMoment } from "./escalation-due.ts"

interface Paging {
  readonly start: number
  readonly limit: number
}

interface Filter {
  readonly orgid?: string | undefined
  readonly model_code?: string | undefined
  readonly alarm_level_name?: string | undefined
  readonly starttime?: string | undefined
  readonly endtime?: string | undefined
  /** Only below this area; null: all in the viewer's reach. */
  readonly areaPath: string | null
}

/** One parameter for the whole list, so that the text is the same for everybody and its plan is kept. */
function condition(
  scope: Scope,
  { orgid, model_code, alarm_level_name, starttime, endtime, areaPath }: Filter,
): SQL | undefined {
  const orgs = sql.param(scope.orgs)
  return and(
    scope.reach === "all" ? undefined : sql`${alarm.orgId} = any(${orgs}::bigint[])`,
    orgid === undefined ? undefined : eq(alarm.orgId, orgid),
    // As in the list: the empty text is no filter.
    model_code === undefined || model_code === "" ? undefined : eq(alarm.modelCode, model_code),
    alarm_level_name === undefined || alarm_level_name === ""
      ? undefined
      : sql`${alarm.level} in (select level from ${alarmLevel} where name = ${alarm_level_name})`,
    starttime === undefined ? undefined : gte(alarm.createtime, momentFrom(starttime)),
    endtime === undefined ? undefined : lte(alarm.createtime, momentFrom(endtime)),
    areaPath === null ? undefined : sql`${alarm.areaPath} ^@ ${areaPath}`,
  )
}

/** WARN-1: newest first. `bureau`: the viewer's own; null: theirs is none. */
export async function warnings(
  db: Db,
  scope: Scope,
  { start, limit, bureau, ...filter }: Filter & Paging & { readonly bureau: Id | null },
): Promise<{ total: number; items: WatchedWarning[] }> {
  const where = condition(scope, filter)
  const page = db
    .select({
      uuid: alarm.uuid,
      createtime: asMoment(alarm.createtime),
      model_code: alarm.modelCode,
      orgid: alarm.orgId,
      school_name: organisation.name,
      alarm_level_name: alarmLevel.name,
      state: alarm.state,
      level: alarm.level,
      address: alarm.address,
      due_at: dueMoment(),
      escalated_here: sql<boolean>`coalesce(${alarm.escalatedTo} = ${bureau}::bigint, false)`,
    })
    .from(alarm)
    .innerJoin(organisation, eq(organisation.id, alarm.orgId))
    .innerJoin(alarmLevel, eq(alarmLevel.level, alarm.level))
    .where(where)
    .orderBy(desc(alarm.createtime), desc(alarm.id))
    .offset(start)
    .limit(limit)
  // Counted only up to the badge's limit: a day of millions of alarms must not slow down every request.
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(alarm)
    .where(where)
    .limit(recordsTotalAtMost)
    .as("some")
  const [items, total] = await Promise.all([page, db.$count(some)])
  return { total: Math.max(total, items.length === 0 ? 0 : start + items.length), items }
}

export async function newestWarning(db: Db, scope: Scope, areaPath: string | null): Promise<string | null> {
  const [newest] = await db
    .select({ createtime: asMoment(alarm.createtime) })
    .from(alarm)
    .where(condition(scope, { areaPath }))
    .orderBy(desc(alarm.createtime), desc(alarm.id))
    .limit(1)
  return newest?.createtime ?? null
}

export async function warningTypes(
  db: Db,
  { code, start, limit }: Paging & { code: string | undefined },
): Promise<{ total: number; items: WarningType[] }> {
  const where = code === undefined ? undefined : eq(alarmType.modelCode, code)
  const rows = await db
    .select({ code: alarmType.modelCode, name: alarmType.name, isDisabled: alarmType.isDisabled })
    .from(alarmType)
    .where(where)
    .orderBy(asc(alarmType.sortNo), asc(alarmType.modelCode))
    .offset(start)
    .limit(limit)
  // Those out of use too: older alarms show their names.
  const items = rows.map(({ isDisabled, ...type }) => (isDisabled ? { ...type, isDisabled } : type))
  return { total: await db.$count(alarmType, where), items }
}
