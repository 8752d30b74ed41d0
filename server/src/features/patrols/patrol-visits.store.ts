import type {
  PatrolRank,
  PatrolVisit,
  VisitFilter,
  VisitPage,
  VisitState,
} from "@uc/contract/patrols/admin-calls"
import { patrolLimits, visitStates } from "@uc/contract/patrols/admin-calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, gte, inArray, lt, or, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { attachmentsOf } from "../attachments/public.ts"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { patrolPlan, patrolPoint, patrolRecord } from "../../db/schema/patrols.ts"
import { person } from "../../db/schema/people.ts"
import {
  inOrderOf,
  mustBeSortable,
  placeAmong,
  rowsBefore,
  sortedOrder,
  sortedPage,
} from "../../db/queries/sorted.ts"
import { asMoment, momentFrom } from "../../db/queries/wire-moment.ts"
import { isToCome } from "./patrols.store.ts"
import { withPlaceNames } from "./place-names.ts"

const visitor = alias(person, "visitor")
/** How many minutes before and after: the visit's own; older ones have their plan's, or the default. */
const graceMinutes = sql<number>`coalesce(${patrolRecord.graceMinutes}, ${patrolPlan.graceMinutes}, ${sql.raw(`${patrolLimits.graceMinutes.usual}`)})::int`
const grace = sql`make_interval(mins => ${graceMinutes})`
const longestGrace = sql.raw(`interval '${patrolLimits.graceMinutes.most} minutes'`)
const opensAt = sql`(${patrolRecord.dueAt} - ${grace})`
const closesAt = sql`(${patrolRecord.dueAt} + ${grace})`

const columns = {
  id: patrolRecord.id,
  pointId: patrolRecord.pointId,
  pointName: patrolPoint.name,
  placeId: patrolPoint.placeId,
  planName: patrolPlan.name,
  orgid: patrolRecord.orgId,
  orgname: organisation.name,
  state: patrolRecord.result,
  dueAt: asMoment(patrolRecord.dueAt),
  opensAt: asMoment(opensAt),
  closesAt: asMoment(closesAt),
  walker: person.name,
  checkedAt: sql<string | null>`${asMoment(patrolRecord.checkedAt)}`,
  checkedBy: sql<
    string | null
  >`case when ${patrolRecord.checkedAt} is not null then coalesce(${visitor.name}, ${person.name}) end`,
  note: patrolRecord.note,
}

function selected(db: Db) {
  return db
    .select(columns)
    .from(patrolRecord)
    .innerJoin(patrolPoint, eq(patrolPoint.id, patrolRecord.pointId))
    .innerJoin(organisation, eq(organisation.id, patrolRecord.orgId))
    .leftJoin(patrolPlan, eq(patrolPlan.id, patrolRecord.planId))
    .leftJoin(person, eq(person.id, patrolRecord.personId))
    .leftJoin(visitor, eq(visitor.id, patrolRecord.checkedById))
    .$dynamic()
}

type Row = Omit<PatrolVisit, "pictures" | "placeName"> & { readonly placeId: Id | null }

/** Queried once for all rows of a page. */
async function completed(db: Db, rows: readonly Row[]): Promise<PatrolVisit[]> {
  const pictures = await attachmentsOf(
    db,
    "patrol",
    rows.flatMap(({ id, checkedAt }) => (checkedAt === null ? [] : [id])),
  )
  const placed = await withPlaceNames(db, rows)
  return placed.map(({ placeId: _placeId, ...row }) => ({ ...row, pictures: pictures.get(row.id) ?? [] }))
}

/**
 * Of today (Asia/Shanghai), still open ones of yesterday evening, and those of tomorrow that may be made by now. Visits
 * without an assigned person, or of one who left, are everybody's.
 */
export async function visitsOfPerson(
  db: Db,
  { org, person: who }: { org: Id; person: Id },
  now: SQL = sql`now()`,
): Promise<PatrolVisit[]> {
  const today = sql`(date_trunc('day', ${now} at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`
  const rows = await selected(db)
    .where(
      and(
        eq(patrolRecord.orgId, org),
        or(
          eq(patrolRecord.personId, who),
          sql`${patrolRecord.personId} is null`,
          sql`${person.disabledAt} is not null`,
          eq(patrolRecord.checkedById, who),
        ),
        sql`${patrolRecord.dueAt} >= ${today} - ${longestGrace}`,
        sql`${patrolRecord.dueAt} < ${today} + interval '1 day' + ${longestGrace}`,
        sql`(${patrolRecord.dueAt} < ${today} + interval '1 day' or ${opensAt} <= ${now})`,
        or(sql`${patrolRecord.dueAt} >= ${today}`, eq(patrolRecord.result, "due")),
      ),
    )
    .orderBy(asc(patrolRecord.dueAt), asc(patrolRecord.id))
    .limit(500)
  return completed(db, rows)
}

export async function visitOf(db: Db, id: Id): Promise<PatrolVisit | null> {
  const rows = await selected(db).where(eq(patrolRecord.id, id))
  return (await completed(db, rows))[0] ?? null
}

export interface Around {
  readonly id: Id
  readonly state: VisitState
  readonly personId: Id | null
  readonly walker: string | null
  readonly checkedBy: string | null
  readonly checkedAt: string | null
  readonly dueAt: string
  readonly closesAt: string
  readonly graceMinutes: number
  /** Whether the present is before, within or after its hours. */
  readonly when: "before" | "within" | "after"
}

/** The point's visits of these hours, locked for a check-in: the second of two waits and is refused. */
export async function visitsAround(db: Db, pointId: Id, forWhat: "look" | "change"): Promise<Around[]> {
  const query = db
    .select({
      id: patrolRecord.id,
      state: patrolRecord.result,
      personId: sql<Id | null>`(select id::text from person where id = ${patrolRecord.personId} and disabled_at is null)`,
      walker: sql<string | null>`(select name from person where id = ${patrolRecord.personId})`,
      checkedBy: sql<
        string | null
      >`(select name from person where id = coalesce(${patrolRecord.checkedById}, ${patrolRecord.personId}))`,
      checkedAt: sql<string | null>`${asMoment(patrolRecord.checkedAt)}`,
      dueAt: asMoment(patrolRecord.dueAt),
      closesAt: asMoment(closesAt),
      graceMinutes,
      when: sql<
        Around["when"]
      >`case when now() < ${opensAt} then 'before' when now() <= ${closesAt} then 'within' else 'after' end`,
    })
    .from(patrolRecord)
    .leftJoin(patrolPlan, eq(patrolPlan.id, patrolRecord.planId))
    .where(
      and(
        eq(patrolRecord.pointId, pointId),
        sql`${patrolRecord.dueAt} > now() - interval '1 day'`,
        sql`${patrolRecord.dueAt} < now() + interval '2 days'`,
      ),
    )
    .orderBy(asc(patrolRecord.dueAt), asc(patrolRecord.id))
  return forWhat === "change" ? query.for("no key update", { of: patrolRecord }) : query
}

export async function makeVisit(
  db: Db,
  id: Id,
  {
    by,
    result,
    note,
  }: { readonly by: Id; readonly result: "normal" | "problem"; readonly note: string | null },
): Promise<void> {
  await db
    .update(patrolRecord)
    .set({ checkedAt: sql`now()`, checkedById: by, result, note })
    .where(eq(patrolRecord.id, id))
}

export interface VisitQuery {
  /** A sub-select of ids. */
  readonly orgs: SQL
  /** One organisation is read by its own index. */
  readonly orgid?: Id | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly state?: VisitFilter | undefined
  readonly search?: string | undefined
  /** Undefined: the newest first. */
  readonly sort?: SortBy<keyof typeof sortable> | undefined
}

const sortable = {
  dueAt: patrolRecord.dueAt,
  point: sql`(select named.name from patrol_point named where named.id = ${patrolRecord.pointId})`,
  orgname: sql`(select named.pinyin from organisation named where named.id = ${patrolRecord.orgId})`,
  state: placeAmong(Object.keys(visitStates), patrolRecord.result),
  checkedAt: patrolRecord.checkedAt,
  walker: sql`(select named.pinyin from person named where named.id = coalesce(${patrolRecord.checkedById}, ${patrolRecord.personId}))`,
}

const dayMs = 24 * 60 * 60 * 1000

function condition({ orgs, orgid, from, to, state, search = "" }: VisitQuery): SQL | undefined {
  const called = search.trim().toLowerCase()
  return and(
    orgid === undefined ? sql`${patrolRecord.orgId} in ${orgs}` : eq(patrolRecord.orgId, orgid),
    from === undefined ? undefined : gte(patrolRecord.dueAt, momentFrom(`${from} 00:00:00`)),
    to === undefined
      ? undefined
      : lt(patrolRecord.dueAt, new Date(momentFrom(`${to} 00:00:00`).getTime() + dayMs)),
    state === undefined
      ? sql`not ${isToCome}`
      : state === "done"
        ? inArray(patrolRecord.result, ["normal", "problem"])
        : eq(patrolRecord.result, state),
    called === ""
      ? undefined
      : sql`(exists (select from patrol_point named where named.id = ${patrolRecord.pointId} and strpos(lower(named.name), ${called}) > 0)
          or exists (select from person named where named.id in (${patrolRecord.personId}, ${patrolRecord.checkedById})
            and strpos(lower(named.name), ${called}) > 0))`,
  )
}

/** Newest first, by key. The page first and the names afterwards. */
export async function visitPage(
  db: Db,
  asked: VisitQuery,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<VisitPage> {
  if (asked.sort !== undefined) return sortedVisits(db, asked, asked.sort, { limit, before })
  const [ms, last] = before?.split("-") ?? []
  const place =
    before === undefined
      ? undefined
      : sql`(${patrolRecord.dueAt}, ${patrolRecord.id}) < (${new Date(Number(ms)).toISOString()}::timestamptz, ${last}::bigint)`
  const keys = await db
    .select({ at: patrolRecord.dueAt, id: patrolRecord.id })
    .from(patrolRecord)
    .where(and(condition(asked), place))
    .orderBy(desc(patrolRecord.dueAt), desc(patrolRecord.id))
    .limit(limit + 1)
  const kept = keys.slice(0, limit)
  const end = kept.at(-1)
  if (!end) return { items: [], older: null }
  const rows = await selected(db)
    .where(
      inArray(
        patrolRecord.id,
        kept.map(({ id }) => id),
      ),
    )
    .orderBy(desc(patrolRecord.dueAt), desc(patrolRecord.id))
  return {
    items: await completed(db, rows),
    older: keys.length > limit ? `${end.at.getTime()}-${end.id}` : null,
  }
}

/** DAY-13: in an order that somebody has chosen. */
async function sortedVisits(
  db: Db,
  asked: VisitQuery,
  sort: SortBy<keyof typeof sortable>,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<VisitPage> {
  const start = rowsBefore(before)
  const where = condition(asked)
  await mustBeSortable(db, sql`select 1 from ${patrolRecord} where ${where ?? sql`true`}`)
  const found = await db
    .select({ id: patrolRecord.id })
    .from(patrolRecord)
    .where(where)
    .orderBy(sortedOrder(sort, sortable, patrolRecord.id))
    .offset(start)
    .limit(limit + 1)
  const { items, next } = sortedPage(found, { start, limit })
  const ids = items.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await selected(db).where(inArray(patrolRecord.id, ids))
  return {
    items: await completed(
      db,
      inOrderOf(ids, rows, ({ id }) => id),
    ),
    older: next,
  }
}

interface Period {
  readonly from: string
  readonly to: string
}

function isDueIn(from: string, to: string): SQL {
  const until = new Date(momentFrom(`${to} 00:00:00`).getTime() + dayMs)
  return sql`(patrol_record.due_at >= ${momentFrom(`${from} 00:00:00`).toISOString()}::timestamptz
    and patrol_record.due_at < ${until.toISOString()}::timestamptz)`
}

/** Counted by day already; each organisation is summed by its key, so that a year of hundreds is quick. */
export async function ranksOfOrganisations(
  db: Db,
  orgs: SQL,
  { from, to }: Period,
  limit: number,
): Promise<PatrolRank[]> {
  const { rows } = await db.execute<PatrolRank & Record<string, unknown>>(sql`
    with meant as materialized ${orgs}, to_come as materialized (
      select org_id, count(*)::int as visits from patrol_record
      where ${isToCome} and ${isDueIn(from, to)} group by org_id
    ), counted as (
      select meant.id, c.planned - coalesce(to_come.visits, 0) as planned, c.done, c.missed
      from meant cross join lateral (
        select sum(planned)::int as planned, sum(done)::int as done, sum(missed)::int as missed from patrol_day
        where org_id = meant.id and day between ${from}::date and ${to}::date
      ) c left join to_come on to_come.org_id = meant.id
    )
    select o.id::text, o.name, c.planned, c.done, c.missed
    from counted c join organisation o on o.id = c.id where c.planned > 0
    order by c.missed::float8 / c.planned desc, c.missed desc, o.id limit ${limit}`)
  return rows
}

/** An unassigned visit counts for who made it. */
export async function ranksOfPeople(
  db: Db,
  org: Id,
  { from, to }: Period,
  limit: number,
): Promise<PatrolRank[]> {
  const { rows } = await db.execute<PatrolRank & Record<string, unknown>>(sql`
    select p.id::text, p.name, c.planned, c.done, c.missed from (
      select coalesce(person_id, checked_by_id) as person_id, count(*)::int as planned,
        (count(*) filter (where result in ('normal', 'problem')))::int as done,
        (count(*) filter (where result = 'missed'))::int as missed
      from patrol_record
      where org_id = ${org}::bigint and coalesce(person_id, checked_by_id) is not null
        and ${isDueIn(from, to)} and not ${isToCome}
      group by coalesce(person_id, checked_by_id)
    ) c join person p on p.id = c.person_id
    order by c.missed::float8 / c.planned desc, c.missed desc, p.id limit ${limit}`)
  return rows
}
