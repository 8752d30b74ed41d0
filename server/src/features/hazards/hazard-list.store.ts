import { usertypes, type Usertype } from "@uc/contract/account/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import {
  type Hazard,
  type HazardLevel,
  type HazardSource,
  type HazardStatistics,
} from "@uc/contract/hazards/calls"
import { hazardLimits } from "@uc/contract/hazards/messages"
import { activeHazardStates, HazardState } from "@uc/contract/hazards/steps"
import { and, desc, eq, gte, inArray, isNotNull, lt, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { mustBeSortable, placeAmong, sortedOrder } from "../../db/queries/sorted.ts"
import { asMoment, momentFrom } from "../../db/queries/wire-moment.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { hazard } from "../../db/schema/patrols.ts"
import { person } from "../../db/schema/people.ts"
import type { Scope } from "../../db/scope.ts"
import { isPastDue, waitingHazards, type HazardWaiter } from "./waiting-hazards.ts"

export interface HazardFilter {
  readonly viewer: HazardWaiter & { readonly usertype: Usertype }
  readonly scope: Scope
  readonly state?: HazardState | "active" | undefined
  readonly level?: HazardLevel | undefined
  readonly source?: HazardSource | undefined
  readonly overdue?: 0 | 1 | undefined
  readonly escalated?: 0 | 1 | undefined
  readonly waiting?: 0 | 1 | undefined
  readonly mine?: 0 | 1 | undefined
  readonly orgid?: Id | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly search?: string | undefined
}

const dayMs = 24 * 60 * 60 * 1000
const startOf = (day: string) => momentFrom(`${day} 00:00:00`)
const isActive = inArray(hazard.state, [...activeHazardStates])

/** For a bureau those escalated to it; for a school those of its own. */
function isEscalated({ usertype, orgid }: HazardFilter["viewer"]): SQL {
  return usertype === usertypes.bureau ? eq(hazard.escalatedTo, orgid) : isNotNull(hazard.escalatedTo)
}

function isReached({ scope, orgid }: Pick<HazardFilter, "scope" | "orgid">): SQL | undefined {
  if (orgid !== undefined) return eq(hazard.orgId, orgid)
  return scope.reach === "all" ? undefined : inArray(hazard.orgId, [...scope.orgs])
}

function condition(asked: HazardFilter): SQL | undefined {
  const { viewer, state, level, source, from, to } = asked
  const called = (asked.search ?? "").trim().toLowerCase()
  return and(
    isReached(asked),
    state === undefined ? undefined : state === "active" ? isActive : eq(hazard.state, state),
    level === undefined ? undefined : eq(hazard.level, level),
    source === undefined ? undefined : eq(hazard.source, source),
    asked.overdue === 1 ? isPastDue : undefined,
    asked.escalated === 1 ? isEscalated(viewer) : undefined,
    asked.waiting === 1 ? sql`${hazard.id} in (${waitingHazards(viewer)})` : undefined,
    asked.mine === 1 ? eq(hazard.reporterId, viewer.id) : undefined,
    from === undefined ? undefined : gte(hazard.createdAt, startOf(from)),
    to === undefined ? undefined : lt(hazard.createdAt, new Date(startOf(to).getTime() + dayMs)),
    called === ""
      ? undefined
      : sql`(strpos(lower(${hazard.title}), ${called}) > 0 or strpos(lower(${hazard.place}), ${called}) > 0)`,
  )
}

/** What a list shows of a hazard, joined with the names. */
export const hazardColumns = {
  id: hazard.id,
  title: hazard.title,
  place: hazard.place,
  level: hazard.level,
  source: hazard.source,
  state: hazard.state,
  orgid: hazard.orgId,
  orgname: organisation.name,
  reporter: hazard.reporterName,
  reportedAt: asMoment(hazard.createdAt),
  assignee: person.name,
  deadline: hazard.dueOn,
  isOverdue: sql<boolean>`coalesce(${hazard.state} = 'assigned' and ${hazard.dueOn} < (now() at time zone 'Asia/Shanghai')::date
    or ${hazard.state} = 'reported' and ${hazard.escalatedAt} is not null, false)`,
  escalatedAt: sql<string | null>`${asMoment(hazard.escalatedAt)}`,
  closedAt: sql<string | null>`${asMoment(hazard.closedAt)}`,
}

/** DAY-13: major ones before general ones, states in the order of the work. */
const sortable = {
  title: hazard.title,
  level: sql`${hazard.level} <> 'major'`,
  orgname: sql`(select ${organisation.name} from ${organisation} where ${organisation.id} = ${hazard.orgId})`,
  state: placeAmong(HazardState.options, hazard.state),
  assignee: sql`(select ${person.pinyin} from ${person} where ${person.id} = ${hazard.assigneeId})`,
  deadline: hazard.dueOn,
  reportedAt: hazard.createdAt,
}

export interface SortedHazards extends HazardFilter {
  readonly sort?: SortBy<keyof typeof sortable> | undefined
}

/** Unless sorted: overdue ones first, then what is to be done, the newest first. */
export async function hazardPage(
  db: Db,
  asked: SortedHazards,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<{ total: number; items: Hazard[] }> {
  const where = condition(asked)
  if (asked.sort !== undefined)
    await mustBeSortable(db, sql`select 1 from ${hazard} where ${where ?? sql`true`}`)
  // The page first and names afterwards.
  const keys = await db
    .select({ id: hazard.id })
    .from(hazard)
    .where(where)
    .orderBy(
      ...(asked.sort === undefined
        ? [desc(sql`coalesce(${isPastDue}, false)`), desc(isActive), desc(hazard.id)]
        : [sortedOrder(asked.sort, sortable, hazard.id)]),
    )
    .offset(start)
    .limit(limit)
  const rows =
    keys.length === 0
      ? []
      : await db
          .select(hazardColumns)
          .from(hazard)
          .innerJoin(organisation, eq(organisation.id, hazard.orgId))
          .leftJoin(person, eq(person.id, hazard.assigneeId))
          .where(
            inArray(
              hazard.id,
              keys.map(({ id }) => id),
            ),
          )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    total: await db.$count(hazard, where),
    items: keys.flatMap(({ id }) => byId.get(id) ?? []),
  }
}

function counted(what: SQL): SQL<number> {
  return sql<number>`(count(*) filter (where ${what}))::int`
}

const isIn = (state: HazardState) => counted(eq(hazard.state, state))
const ofAll = sql<number>`count(*)::int`

/** Each number is that of the list with the same filters and its own. */
export async function hazardStatistics(db: Db, asked: HazardFilter): Promise<HazardStatistics> {
  const where = condition(asked)
  const [sums] = await db
    .select({
      total: ofAll,
      reported: isIn("reported"),
      assigned: isIn("assigned"),
      rectified: isIn("rectified"),
      closed: isIn("closed"),
      rejected: isIn("rejected"),
      overdue: counted(isPastDue),
      escalated: counted(isEscalated(asked.viewer)),
      waiting: counted(sql`${hazard.id} in (${waitingHazards(asked.viewer)})`),
    })
    .from(hazard)
    .where(where)
  const organisations = await hazardsByOrganisation(db, asked, hazardLimits.organisations)
  if (!sums) throw new Error("Nothing was counted")
  return { ...sums, organisations: organisations.items, isCut: organisations.isCut }
}

/** Most overdue first. */
export async function hazardsByOrganisation(db: Db, asked: HazardFilter, atMost: number) {
  const overdue = counted(isPastDue)
  const active = counted(isActive)
  const grouped = db
    .select({
      org: hazard.orgId,
      total: ofAll.as("total"),
      active: active.as("active"),
      overdue: overdue.as("overdue"),
      closed: isIn("closed").as("closed"),
      rejected: isIn("rejected").as("rejected"),
    })
    .from(hazard)
    .where(condition(asked))
    .groupBy(hazard.orgId)
    .orderBy(desc(overdue), desc(active), hazard.orgId)
    .limit(atMost + 1)
    .as("grouped")
  const rows = await db
    .select({
      id: organisation.id,
      name: organisation.name,
      total: grouped.total,
      active: grouped.active,
      overdue: grouped.overdue,
      closed: grouped.closed,
      rejected: grouped.rejected,
    })
    .from(grouped)
    .innerJoin(organisation, eq(organisation.id, grouped.org))
    .orderBy(desc(grouped.overdue), desc(grouped.active), organisation.id)
  return { items: rows.slice(0, atMost), isCut: rows.length > atMost }
}
