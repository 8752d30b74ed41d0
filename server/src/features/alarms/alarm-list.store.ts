import {
  activeStates,
  alarmLimits,
  alarmStates,
  type AlarmPage,
  type AlarmPulse,
} from "@uc/contract/alarms/admin-calls"
import { usertypes, type Usertype } from "@uc/contract/account/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import {
  alarm,
  alarmDay,
  alarmLevel,
  alarmMonth,
  alarmType,
  type AlarmState,
} from "../../db/schema/alarms.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import type { Scope } from "../../db/scope.ts"
import {
  inOrderOf,
  mustBeSortable,
  placeAmong,
  rowsBefore,
  sortedOrder,
  sortedPlace,
} from "../../db/queries/sorted.ts"
import { asMoment, momentFrom } from "../../db/queries/wire-moment.ts"
import { dueMoment } from "./escalation-due.ts"
import { typeName } from "./type-name.ts"
import { waitingAlarms } from "./waiting-alarms.ts"

export interface Viewer {
  readonly id: Id
  readonly orgid: Id
  readonly usertype: Usertype
}

export interface AlarmFilter {
  readonly viewer: Viewer
  readonly scope: Scope
  /** Only below this area; null: all in the viewer's reach. */
  readonly areaPath: string | null
  readonly starttime?: string | undefined
  readonly endtime?: string | undefined
  readonly closedstart?: string | undefined
  readonly closedend?: string | undefined
  readonly orgid?: Id | undefined
  readonly model_code?: string | undefined
  readonly alarm_level_name?: string | undefined
  readonly state?: AlarmState | "active" | undefined
  readonly escalated?: 0 | 1 | undefined
  readonly mine?: 0 | 1 | undefined
  readonly waiting?: 0 | 1 | undefined
  /** Undefined: the newest first. */
  readonly sort?: SortBy<AlarmColumn> | undefined
}

type AlarmColumn = "createtime" | "school" | "type" | "level" | "state"

interface Place {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** Written out, so that the planner knows the partial index `alarm_open` by it. */
const isActive = sql`${alarm.state} in (${sql.raw(activeStates.map((state) => `'${state}'`).join())})`

function isReached({ scope, orgid }: Pick<AlarmFilter, "scope" | "orgid">): SQL | undefined {
  if (orgid !== undefined) return eq(alarm.orgId, orgid)
  return scope.reach === "all" ? undefined : inArray(alarm.orgId, [...scope.orgs])
}

/** For a bureau those escalated to it; for a school those that left its own responsibility. */
function isEscalated({ usertype, orgid }: Viewer): SQL {
  return usertype === usertypes.bureau ? eq(alarm.escalatedTo, orgid) : isNotNull(alarm.escalatedTo)
}

/** The wire knows whole seconds, and the last one counts to its end. */
function endOfSecond(wire: string): Date {
  return new Date(momentFrom(wire).getTime() + 1000)
}

function isByClosing({ closedstart, closedend }: AlarmFilter): boolean {
  return closedstart !== undefined || closedend !== undefined
}

/** By the index `alarm_closed`, which begins with the organisation: whoever reaches all of them names them. */
function wasOver(asked: AlarmFilter): SQL | undefined {
  if (!isByClosing(asked)) return undefined
  const { closedstart, closedend, scope, orgid } = asked
  return and(
    isNotNull(alarm.closedAt),
    closedstart === undefined ? undefined : gte(alarm.closedAt, momentFrom(closedstart)),
    closedend === undefined ? undefined : lt(alarm.closedAt, endOfSecond(closedend)),
    scope.reach === "all" && orgid === undefined
      ? sql`${alarm.orgId} = any (array(select id from organisation))`
      : undefined,
  )
}

function condition(asked: AlarmFilter): SQL | undefined {
  const { starttime, endtime, areaPath, model_code: code, alarm_level_name: level, state } = asked
  return and(
    isReached(asked),
    starttime === undefined ? undefined : gte(alarm.createtime, momentFrom(starttime)),
    endtime === undefined ? undefined : lt(alarm.createtime, endOfSecond(endtime)),
    wasOver(asked),
    areaPath === null ? undefined : sql`${alarm.areaPath} ^@ ${areaPath}`,
    code === undefined || code === "" ? undefined : isOfType(code),
    level === undefined || level === ""
      ? undefined
      : sql`${alarm.level} = (select ${alarmLevel.level} from ${alarmLevel} where ${alarmLevel.name} = ${level} limit 1)`,
    state === undefined ? undefined : state === "active" ? isActive : isAt(state),
    asked.escalated === 1 ? isEscalated(asked.viewer) : undefined,
    asked.mine === 1 ? eq(alarm.takenBy, asked.viewer.id) : undefined,
    asked.waiting === 1 ? sql`${alarm.id} in (${waitingAlarms(asked.viewer)})` : undefined,
  )
}

/** Only the months in which the type occurred are searched; an unknown type has none. */
function isOfType(code: string): SQL | undefined {
  const month = (which: "min" | "max") =>
    sql`(select ${sql.raw(which)}(month)::timestamp at time zone 'Asia/Shanghai' from ${alarmMonth}
      where ${alarmMonth.modelCode} = ${code} and ${alarmMonth.total} > 0)`
  return and(
    eq(alarm.modelCode, code),
    sql`${alarm.createtime} >= ${month("min")}`,
    sql`${alarm.createtime} < ${month("max")} + interval '31 days'`,
  )
}

function isAt(state: AlarmState): SQL {
  const active: readonly string[] = activeStates
  const is = eq(alarm.state, state)
  return active.includes(state) ? sql`${is} and ${isActive}` : is
}

function isBeyond(side: "<" | ">", cursor: string): SQL {
  const [ms, id] = cursor.split("-")
  return sql`(${alarm.createtime}, ${alarm.id}) ${sql.raw(side)} (${new Date(Number(ms)).toISOString()}::timestamptz, ${id}::bigint)`
}

function cursorOf(row: { readonly at: Date; readonly id: Id } | undefined): string | null {
  return row ? `${row.at.getTime()}-${row.id}` : null
}

/** What a list shows of an alarm, joined with the names. */
export function listedColumns(viewer: Viewer) {
  return {
    uuid: alarm.uuid,
    createtime: asMoment(alarm.createtime),
    model_code: alarm.modelCode,
    model_name: typeName(alarmType.name, alarm.modelCode),
    is_known_type: sql<boolean>`${alarmType.modelCode} is not null`,
    orgid: alarm.orgId,
    school_name: organisation.name,
    level: alarm.level,
    alarm_level_name: alarmLevel.name,
    state: alarm.state,
    address: alarm.address,
    school_address: organisation.address,
    taken_by: sql<string | null>`coalesce(${alarm.takenByName}, ${person.name})`,
    due_at: dueMoment(),
    escalated_at: sql<string | null>`${asMoment(alarm.escalatedAt)}`,
    escalated_here: sql<boolean>`coalesce(${alarm.escalatedTo} = ${viewer.orgid}::bigint, false)`,
  }
}

/** What somebody sorts by. */
const sortable = {
  createtime: alarm.createtime,
  school: sql`(select o.pinyin from organisation o where o.id = ${alarm.orgId})`,
  type: sql`(select t.name from alarm_type t where t.model_code = ${alarm.modelCode})`,
  level: alarm.level,
  state: placeAmong(Object.keys(alarmStates), alarm.state),
}

/** DAY-13: in an order that somebody has chosen, paged by how many rows stand before. */
async function sortedAlarms(
  db: Db,
  asked: AlarmFilter,
  sort: SortBy<AlarmColumn>,
  { limit, before, after }: Place & { readonly limit: number },
): Promise<AlarmPage> {
  const start = rowsBefore(after ?? before)
  const where = condition(asked)
  await mustBeSortable(db, sql`select 1 from ${alarm} where ${where ?? sql`true`}`)
  const keys = await db
    .select({ id: alarm.id })
    .from(alarm)
    .where(where)
    .orderBy(sortedOrder(sort, sortable, alarm.id))
    .offset(start)
    .limit(limit + 1)
  const ids = keys.slice(0, limit).map(({ id }) => id)
  return {
    items: await listedAlarms(db, asked.viewer, ids),
    first: null,
    newer: start > 0 ? sortedPlace(Math.max(0, start - limit)) : null,
    older: keys.length > limit ? sortedPlace(start + limit) : null,
  }
}

/** The names are joined once the page is known, so that no plan reads more than it. */
async function listedAlarms(db: Db, viewer: Viewer, ids: readonly Id[]): Promise<AlarmPage["items"]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: alarm.id, ...listedColumns(viewer) })
    .from(alarm)
    .innerJoin(organisation, eq(organisation.id, alarm.orgId))
    .innerJoin(alarmLevel, eq(alarmLevel.level, alarm.level))
    .leftJoin(alarmType, eq(alarmType.modelCode, alarm.modelCode))
    .leftJoin(person, eq(person.id, alarm.takenBy))
    .where(inArray(alarm.id, [...ids]))
  return inOrderOf(ids, rows, ({ id }) => id).map(({ id: _id, ...row }) => row)
}

/** Newest first. One more than a page is read, so that it is known whether there is another. */
export async function alarmPage(
  db: Db,
  asked: AlarmFilter,
  place: Place & { readonly limit: number },
): Promise<AlarmPage> {
  if (asked.sort !== undefined) return sortedAlarms(db, asked, asked.sort, place)
  return alarmsByTime(db, asked, place)
}

async function alarmsByTime(
  db: Db,
  asked: AlarmFilter,
  { limit, before, after }: Place & { readonly limit: number },
): Promise<AlarmPage> {
  const isBackwards = after !== undefined
  const place = isBackwards ? isBeyond(">", after) : before === undefined ? undefined : isBeyond("<", before)
  const order = isBackwards ? asc : desc
  // Few rows, some of them old: found first and sorted then, instead of walking the whole order.
  const isFew = isByClosing(asked) || asked.waiting === 1
  const happened = isFew ? sql`(${alarm.createtime} + interval '0')` : alarm.createtime
  const keys = await db
    .select({ at: alarm.createtime, id: alarm.id })
    .from(alarm)
    .where(and(condition(asked), place))
    .orderBy(order(happened), order(alarm.id))
    .limit(limit + 1)
  const isMore = keys.length > limit
  const kept = isBackwards ? keys.slice(0, limit).toReversed() : keys.slice(0, limit)
  if (kept.length === 0) return { items: [], first: null, newer: null, older: null }
  const items = await listedAlarms(
    db,
    asked.viewer,
    kept.map(({ id }) => id),
  )
  const hasNewer = isBackwards ? isMore : before !== undefined
  const hasOlder = isBackwards || isMore
  return {
    items,
    first: cursorOf(kept[0]),
    newer: hasNewer ? cursorOf(kept[0]) : null,
    older: hasOlder ? cursorOf(kept.at(-1)) : null,
  }
}

/** DAY-4: what the menu's badge counts, and what the monitor's bar and the home page count of today. */
async function waitingAndToday(
  db: Db,
  { viewer, scope }: AlarmFilter,
): Promise<Pick<AlarmPulse, "waiting" | "today">> {
  const inReach = scope.reach === "all" ? sql`true` : sql`org_id = any (${sql.param(scope.orgs)}::bigint[])`
  const { rows } = await db.execute<Pick<AlarmPulse, "waiting" | "today">>(sql`
    select (select count(*)::int from (${waitingAlarms(viewer)}) found) as waiting,
      (select coalesce(sum(total), 0)::int from ${alarmDay}
       where day = (now() at time zone 'Asia/Shanghai')::date and ${inReach}) as today`)
  return rows[0] ?? { waiting: 0, today: 0 }
}

export async function alarmPulse(db: Db, asked: AlarmFilter, after: string | undefined): Promise<AlarmPulse> {
  const isReachedByViewer = isReached({ scope: asked.scope, orgid: undefined })
  const [active] = await db
    .select({
      open: sql<number>`(count(*) filter (where ${alarm.state} = 'open'))::int`,
      acknowledged: sql<number>`(count(*) filter (where ${alarm.state} = 'acknowledged'))::int`,
      handling: sql<number>`(count(*) filter (where ${alarm.state} = 'handling'))::int`,
      escalated: sql<number>`(count(*) filter (where ${isEscalated(asked.viewer)}))::int`,
    })
    .from(alarm)
    .where(and(isReachedByViewer, isActive))
  const counted = {
    ...(active ?? { open: 0, acknowledged: 0, handling: 0, escalated: 0 }),
    ...(await waitingAndToday(db, asked)),
  }
  // Without a place everything that matches is new: a list that shows nothing has none.
  const fresh = await db
    .select({ id: alarm.id })
    .from(alarm)
    .where(and(condition(asked), after === undefined ? undefined : isBeyond(">", after)))
    .limit(alarmLimits.fresh)
  return { fresh: fresh.length, ...counted }
}
