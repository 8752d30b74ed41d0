import { sortMessages, type SortBy } from "@uc/contract/core/sorting"
import type { OnlineSession } from "@uc/contract/online-users/calls"
import type { Admintype, Usertype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, inArray, ne, or, sql, type SQL } from "drizzle-orm"
import { browserName } from "../../security/browser-name.ts"
import { matchesName } from "../../db/queries/matches-name.ts"
import { isLiveSession } from "../../db/queries/live-session.ts"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { session } from "../../db/schema/sessions.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { mustBeSortable, rowsBefore, sortedOrder } from "../../db/queries/sorted.ts"
import { Refusal } from "../../errors/refusal.ts"
import { isIdle } from "../../db/queries/idle-session.ts"

export interface Filter {
  /** Null: every organisation in reach. */
  readonly orgs: readonly Id[] | null
  /** Whose sessions a role is narrowed to; undefined: everybody's. */
  readonly theirs: SQL | undefined
  readonly username: string
  readonly usertype: Usertype | undefined
  readonly after: string | undefined
  readonly limit: number
  /** Undefined: the newest first. */
  readonly sort: SortBy<keyof typeof sortable> | undefined
}

/** DAY-13 */
const sortable = {
  nickname: person.pinyin,
  usertype: person.usertype,
  began: session.createdAt,
  lastActive: session.lastActiveAt,
}

export type FoundSession = Omit<OnlineSession, "isCurrent" | "mayEnd"> & {
  readonly orgId: Id
  readonly account: string
}

const columns = {
  id: session.id,
  personid: session.personId,
  nickname: person.name,
  account: person.account,
  orgId: person.orgId,
  orgname: organisation.name,
  usertype: person.usertype,
  admintype: person.admintype,
  isLocked: isIdle,
  userAgent: session.userAgent,
  ip: session.ip,
  began: asMoment(session.createdAt),
  lastActive: asMoment(session.lastActiveAt),
  until: session.absoluteUntil,
}

function joined(db: Db) {
  return db
    .select(columns)
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof joined>>[number]

function found({ userAgent, until: _until, ...row }: Row): FoundSession {
  return { ...row, browser: browserName(userAgent ?? "") }
}

function isMeant({ orgs, theirs, username, usertype }: Filter): SQL | undefined {
  return and(
    isLiveSession,
    orgs === null ? undefined : inArray(person.orgId, [...orgs]),
    theirs,
    usertype === undefined ? undefined : eq(person.usertype, usertype),
    // Searched among those who are signed in, not among all people.
    username === "" ? undefined : or(matchesName(person, username), sql`${person.account} ^@ ${username}`),
  )
}

/** By expiry, which has an index: nearly newest first; sessions begun by a phone are slightly off. */
export async function signedIn(
  db: Db,
  filter: Filter,
): Promise<{ items: FoundSession[]; next: string | null; total: number; people: number }> {
  const { sort, limit } = filter
  const start = sort === undefined ? 0 : startOf(filter.after)
  if (sort !== undefined)
    await mustBeSortable(
      db,
      sql`select 1 from ${session} join ${person} on ${person.id} = ${session.personId} where ${isMeant(filter) ?? sql`true`}`,
    )
  const rows = await joined(db)
    .where(and(isMeant(filter), sort === undefined ? isBeyond(filter.after) : undefined))
    .orderBy(
      ...(sort === undefined
        ? [desc(session.absoluteUntil), desc(session.id)]
        : [sortedOrder(sort, sortable, session.id)]),
    )
    .offset(start)
    .limit(limit + 1)
  const [counted] = await db
    .select({
      total: sql<number>`count(*)::int`,
      people: sql<number>`count(distinct ${session.personId})::int`,
    })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .where(isMeant(filter))
  const items = rows.slice(0, filter.limit)
  const last = items.at(-1)
  return {
    items: items.map(found),
    next:
      rows.length <= items.length || !last
        ? null
        : sort === undefined
          ? `${last.until.getTime()}_${last.id}`
          : `${start + limit}_${noSession}`,
    total: counted?.total ?? 0,
    people: counted?.people ?? 0,
  }
}

/** In the place of a sorted list, which has the shape of a cursor: how many rows stand before it. */
const noSession = "00000000-0000-0000-0000-000000000000"

function startOf(after: string | undefined): number {
  const [start = "0", id] = after?.split("_") ?? []
  if (id !== undefined && id !== noSession) throw new Refusal(sortMessages.notThisPlace)
  return rowsBefore(after === undefined ? undefined : `${start}-0`)
}

function isBeyond(after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined
  const [ms = "0", id = ""] = after.split("_")
  const until = new Date(Number(ms)).toISOString()
  return sql`(${session.absoluteUntil}, ${session.id}) < (${until}::timestamptz, ${id}::uuid)`
}

export async function liveSession(db: Db, id: string): Promise<FoundSession | null> {
  const [row] = await joined(db).where(and(eq(session.id, id), isLiveSession))
  return row ? found(row) : null
}

/** All of a person but one. */
export async function liveSessionsOf(db: Db, personId: Id, but: string | null): Promise<FoundSession[]> {
  const isAnother = but === null ? undefined : ne(session.id, but)
  const rows = await joined(db).where(and(eq(session.personId, personId), isAnother, isLiveSession))
  return rows.map(found)
}

export async function personAt(db: Db, id: Id): Promise<{ orgId: Id; admintype: Admintype } | null> {
  const [row] = await db
    .select({ orgId: person.orgId, admintype: person.admintype })
    .from(person)
    .where(eq(person.id, id))
  return row ?? null
}
