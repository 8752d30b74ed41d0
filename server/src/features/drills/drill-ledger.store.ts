import { executionTypes, type ExecutionType, type HeldDrill, type LedgerRow } from "@uc/contract/drills/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import { and, count, eq, gte, isNotNull, lt, sql, type SQL } from "drizzle-orm"
import { matchesName } from "../../db/queries/matches-name.ts"
import type { Db } from "../../db/open.ts"
import { drill, emergencyPlan } from "../../db/schema/drills.ts"
import { organisation } from "../../db/schema/organisations.ts"
import type { Scope } from "../../db/scope.ts"
import { sortedOrder } from "../../db/queries/sorted.ts"
import { asMoment, momentFrom } from "../../db/queries/wire-moment.ts"
import { isSharedWith, kindOf } from "./drill-plans.store.ts"
import { confirmedOfIt, isReached, secondsOfIt } from "./drill-runs.store.ts"

const ledgerColumns = {
  orgname: sql`org_pinyin`,
  planTitle: sql`title`,
  kind: sql`kind`,
  timesAYear: sql`times`,
  held: sql`held`,
  due: sql`due`,
  // As a time: the name alone means the text that is selected.
  lastAt: sql`rows.last_at`,
}

const heldColumns = {
  title: drill.yazxTitle,
  orgname: organisation.pinyin,
  begunAt: drill.yazxBdate,
  seconds: secondsOfIt,
  confirmed: confirmedOfIt,
}

type LedgerSort = SortBy<keyof typeof ledgerColumns>
type HeldSort = SortBy<keyof typeof heldColumns>

const isColumnOf = (columns: object, sort: string) => sort.replace(/^-/, "") in columns

/** Of an export of both, each takes the order that it has a column for. */
export function sortsOf(sort: LedgerSort | HeldSort | undefined): {
  readonly ledger: LedgerSort | undefined
  readonly held: HeldSort | undefined
} {
  if (sort === undefined) return { ledger: undefined, held: undefined }
  return {
    ledger: isColumnOf(ledgerColumns, sort) ? (sort as LedgerSort) : undefined,
    held: isColumnOf(heldColumns, sort) ? (sort as HeldSort) : undefined,
  }
}

export interface LedgerFilter {
  readonly year: number
  /** Empty: every organisation in reach. */
  readonly orgname: string
  readonly onlyDue: boolean
  /** Undefined: by organisation and kind. */
  readonly sort?: LedgerSort | undefined
  readonly start: number
  readonly limit: number
}

const dayMs = 24 * 60 * 60 * 1000

/** Shanghai's year. */
function yearOf(year: number): { from: Date; to: Date } {
  return { from: momentFrom(`${year}-01-01 00:00:00`), to: momentFrom(`${year + 1}-01-01 00:00:00`) }
}

function dayOf(day: string): { from: Date; to: Date } {
  const from = momentFrom(`${day} 00:00:00`)
  return { from, to: new Date(from.getTime() + dayMs) }
}

function isNamed(orgname: string): SQL | undefined {
  return orgname.trim() === "" ? undefined : matchesName(organisation, orgname)
}

export interface Ledger {
  readonly total: number
  readonly dueRows: number
  readonly organisations: number
  readonly items: LedgerRow[]
}

/**
 * Every organisation in reach with every plan that it has to hold: its own, and a superior's that it may use. A plan owes
 * nothing for the years before it was made, but drills held then are shown.
 */
export async function ledgerOf(
  db: Db,
  scope: Scope,
  { year, orgname, onlyDue, sort, start, limit }: LedgerFilter,
): Promise<Ledger> {
  const { from, to } = yearOf(year)
  const reached = and(
    sql`${organisation.disabledAt} is null`,
    scope.reach === "all"
      ? undefined
      : sql`${organisation.id} = any (${sql.param([...scope.orgs])}::bigint[])`,
    isNamed(orgname),
  )
  const columns = sql`${organisation.id} as org_id, ${organisation.name} as org_name, ${organisation.sortNo} as sort_no,
    ${organisation.pinyin} as org_pinyin,
    ${emergencyPlan.id} as plan_id, ${emergencyPlan.title} as title, ${emergencyPlan.kind} as kind,
    ${emergencyPlan.timesAYear} as times, ${emergencyPlan.createdAt} as made_at`
  // Two joins instead of one "or": the own ones are found by index.
  const rows = sql`
    with wanted as (
      select ${columns} from ${organisation} join ${emergencyPlan} on ${emergencyPlan.orgId} = ${organisation.id}
       where ${emergencyPlan.timesAYear} is not null and ${reached}
      union all
      select ${columns} from ${emergencyPlan} join ${organisation}
          on ${emergencyPlan.orgId} <> ${organisation.id} and ${isSharedWith(sql`${organisation.areaPath}`)}
       where ${emergencyPlan.timesAYear} is not null and ${reached}
    ), held as (
      select ${drill.orgId} as org_id, ${drill.planId} as plan_id, count(*)::int as held, max(${drill.yazxBdate}) as last_at
        from ${drill}
       where ${drill.zxType} = ${executionTypes.drill} and ${drill.endedAt} is not null
         and ${drill.yazxBdate} >= ${from.toISOString()} and ${drill.yazxBdate} < ${to.toISOString()}
       group by 1, 2
    ), rows as (
      select w.*, coalesce(h.held, 0) as held, greatest(w.times - coalesce(h.held, 0), 0)::int as due, h.last_at
        from wanted w left join held h using (org_id, plan_id)
       where w.made_at < ${to.toISOString()} or h.held > 0
    )`
  const [counted] = (
    await db.execute<{ total: number; due: number; orgs: number }>(sql`${rows}
      select count(*) filter (where due > 0 or ${!onlyDue})::int as total, count(*) filter (where due > 0)::int as due,
             count(distinct org_id)::int as orgs from rows`)
  ).rows
  const order = sort
    ? sql`${sortedOrder(sort, ledgerColumns, sql`org_id`)}, plan_id`
    : sql`sort_no, org_id, kind, plan_id`
  const found = await db.execute<{
    org_id: string
    org_name: string
    plan_id: string
    title: string
    kind: string
    times: number
    held: number
    due: number
    last_at: string | null
  }>(sql`${rows}
    select org_id, org_name, plan_id, title, kind, times, held, due, ${asMoment(sql`last_at`)} as last_at
      from rows where due > 0 or ${!onlyDue}
     order by ${order} offset ${start} limit ${limit}`)
  return {
    total: counted?.total ?? 0,
    dueRows: counted?.due ?? 0,
    organisations: counted?.orgs ?? 0,
    items: found.rows.map((row) => ({
      orgid: row.org_id,
      orgname: row.org_name,
      planId: row.plan_id,
      planTitle: row.title,
      kind: kindOf(row.kind),
      timesAYear: row.times,
      held: row.held,
      due: row.due,
      lastAt: row.last_at,
    })),
  }
}

type HeldFilter = Omit<LedgerFilter, "onlyDue" | "sort"> & {
  /** Undefined: the newest first. */
  readonly sort?: HeldSort | undefined
  /** Only what began on it. */
  readonly day?: string | undefined
  readonly zxType?: ExecutionType | undefined
}

function beganIn({ from, to }: { readonly from: Date; readonly to: Date }): SQL | undefined {
  return and(gte(drill.yazxBdate, from), lt(drill.yazxBdate, to))
}

/** What has ended, the newest first; emergencies too, each with its type. */
export async function heldDrills(
  db: Db,
  scope: Scope,
  { year, orgname, start, limit, day, zxType, sort }: HeldFilter,
): Promise<{ total: number; items: HeldDrill[] }> {
  const where = and(
    isNotNull(drill.endedAt),
    zxType === undefined ? undefined : eq(drill.zxType, zxType),
    beganIn(yearOf(year)),
    day === undefined ? undefined : beganIn(dayOf(day)),
    isReached(scope),
    isNamed(orgname),
  )
  const isOfDrill = eq(organisation.id, drill.orgId)
  const items = await db
    .select({
      id: drill.id,
      title: drill.yazxTitle,
      zxType: sql<ExecutionType>`${drill.zxType}`,
      orgname: organisation.name,
      begunAt: asMoment(drill.yazxBdate),
      endedAt: asMoment(drill.endedAt),
      seconds: secondsOfIt,
      confirmed: confirmedOfIt,
      notes: drill.notes,
    })
    .from(drill)
    .innerJoin(organisation, isOfDrill)
    .where(where)
    .orderBy(sortedOrder(sort ?? "-begunAt", heldColumns, drill.id))
    .offset(start)
    .limit(limit)
  const [counted] = await db
    .select({ total: count() })
    .from(drill)
    .innerJoin(organisation, isOfDrill)
    .where(where)
  return { total: counted?.total ?? 0, items }
}
