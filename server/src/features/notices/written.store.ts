import {
  noticeStates,
  type NoticeReader,
  type NoticeState,
  type ReaderOrganisation,
  type WrittenNotice,
} from "@uc/contract/notices/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { OrganisationFilter, OrganisationKind } from "@uc/contract/directory/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, count, desc, eq, gt, isNull, lt, lte, ne, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { notice, noticeRead } from "../../db/schema/notices.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { matchesOrganisation } from "../../db/queries/matches-organisation.ts"
import { placeAmong, rowsBefore, sortedOrder } from "../../db/queries/sorted.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"

const isInState: Record<NoticeState, SQL | undefined> = {
  draft: isNull(notice.publishedAt),
  planned: gt(notice.publishedAt, sql`now()`),
  published: lte(notice.publishedAt, sql`now()`),
}

const written = {
  id: notice.id,
  version: notice.version,
  title: notice.title,
  category: notice.category,
  state: sql<NoticeState>`case when ${notice.publishedAt} is null then 'draft'
    when ${notice.publishedAt} > now() then 'planned' else 'published' end`,
  publishedAt: sql<string | null>`${asMoment(notice.publishedAt)}`,
  createdAt: asMoment(notice.createdAt),
  author: person.name,
  isShared: sql<boolean>`${notice.sharedPath} is not null`,
  forKind: notice.forKind,
  forSchoolLevel: notice.forSchoolLevel,
  forTag: notice.forTag,
  isPinned: notice.isPinned,
  read: sql<number>`(select count(*)::int from ${noticeRead} where ${eq(noticeRead.noticeId, notice.id)})`,
}

export interface WrittenFilter {
  readonly state: NoticeState | undefined
  readonly title: string
  readonly limit: number
  /** Of a sorted list: how many stand before the page. */
  readonly beforeId: Id | undefined
  /** Undefined: the newest first. */
  readonly sort: SortBy<keyof typeof sortable> | undefined
}

const sortable = {
  title: notice.title,
  category: notice.category,
  state: placeAmong(Object.keys(noticeStates), written.state),
  publishedAt: notice.publishedAt,
  createdAt: notice.createdAt,
  read: written.read,
}

export async function writtenNotices(
  db: Db,
  org: Id,
  { state, title, limit, beforeId, sort }: WrittenFilter,
): Promise<{ items: WrittenNotice[]; older: Id | null }> {
  const start = sort === undefined || beforeId === undefined ? 0 : rowsBefore(`${beforeId}-0`)
  const rows = await db
    .select(written)
    .from(notice)
    .leftJoin(person, eq(person.id, notice.authorId))
    .where(
      and(
        eq(notice.orgId, org),
        state && isInState[state],
        title === "" ? undefined : sql`strpos(lower(${notice.title}), lower(${title})) > 0`,
        beforeId === undefined || sort !== undefined ? undefined : lt(notice.id, beforeId),
      ),
    )
    .orderBy(sort === undefined ? desc(notice.id) : sortedOrder(sort, sortable, notice.id))
    .offset(start)
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  if (sort !== undefined) return { items, older: rows.length > limit ? `${start + limit}` : null }
  return { items, older: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export async function writtenNotice(
  db: Db,
  org: Id,
  id: Id,
): Promise<(WrittenNotice & { body: string }) | null> {
  const [row] = await db
    .select({ ...written, body: notice.body })
    .from(notice)
    .leftJoin(person, eq(person.id, notice.authorId))
    .where(and(eq(notice.id, id), eq(notice.orgId, org)))
  return row ?? null
}

/** Until the transaction ends, nobody else changes it. */
export async function lockNotice(
  db: Db,
  org: Id,
  id: Id,
): Promise<{ version: number; sharedPath: string | null; state: NoticeState } | null> {
  const [row] = await db
    .select({ version: notice.version, sharedPath: notice.sharedPath, state: written.state })
    .from(notice)
    .where(and(eq(notice.id, id), eq(notice.orgId, org)))
    .for("update")
  return row ?? null
}

export interface NoticeFields {
  readonly title: string
  readonly category: string
  readonly body: string
  readonly sharedPath: string | null
  readonly forKind: OrganisationKind | null
  readonly forSchoolLevel: string | null
  readonly forTag: string | null
  readonly isPinned: boolean
  /** `now`: by the database's clock. Null: a draft. */
  readonly publishedAt: "now" | "kept" | Date | null
}

/** The column has milliseconds and would round up, into the future: it would count as planned and not ring. */
const thisMoment = sql`date_trunc('milliseconds', now())`

function valuesOf({ publishedAt, ...fields }: NoticeFields) {
  if (publishedAt === "kept") return fields
  return {
    ...fields,
    publishedAt: publishedAt === "now" ? thisMoment : publishedAt,
    toldAt: publishedAt === "now" ? sql`now()` : null,
  }
}

export async function addNotice(db: Db, org: Id, author: Id, fields: NoticeFields): Promise<Id> {
  const [row] = await db
    .insert(notice)
    .values({ orgId: org, authorId: author, ...valuesOf(fields) })
    .returning({ id: notice.id })
  if (!row) throw new Error("A notice is not there after it was written")
  return row.id
}

export async function changeNotice(db: Db, id: Id, fields: NoticeFields): Promise<void> {
  await db
    .update(notice)
    .set({ ...valuesOf(fields), version: sql`${notice.version} + 1` })
    .where(eq(notice.id, id))
}

export async function withdrawNotice(db: Db, id: Id): Promise<void> {
  await db
    .update(notice)
    .set({ publishedAt: null, toldAt: null, isPinned: false, version: sql`${notice.version} + 1` })
    .where(eq(notice.id, id))
}

export async function removeNotice(db: Db, id: Id): Promise<void> {
  await db.delete(notice).where(eq(notice.id, id))
}

/** Without this one. The organisation is locked, so that two pins at the same time are both counted. */
export async function otherPinned(db: Db, org: Id, besides: Id | undefined): Promise<number> {
  await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(eq(organisation.id, org))
    .for("no key update")
  const [counted] = await db
    .select({ n: count() })
    .from(notice)
    .where(
      and(
        eq(notice.orgId, org),
        eq(notice.isPinned, true),
        besides === undefined ? undefined : ne(notice.id, besides),
      ),
    )
  return counted?.n ?? 0
}

/** The readers of a notice: people of its organisation, or of all in the area that it is shared with. */
export interface Audience {
  readonly noticeId: Id
  readonly orgId: Id
  readonly sharedPath: string | null
  readonly filter: OrganisationFilter
}

function isAudience({ orgId, sharedPath, filter }: Audience, orgs: Id | undefined): SQL | undefined {
  return and(
    isNull(person.disabledAt),
    isNull(organisation.disabledAt),
    sharedPath === null
      ? eq(person.orgId, orgId)
      : or(
          eq(person.orgId, orgId),
          and(sql`starts_with(${organisation.areaPath}, ${sharedPath})`, matchesOrganisation(filter)),
        ),
    orgs === undefined ? undefined : eq(person.orgId, orgs),
  )
}

const hasRead = (noticeId: Id) =>
  sql`exists (select from ${noticeRead} r where r.notice_id = ${noticeId} and r.person_id = ${person.id})`

export async function readerCounts(
  db: Db,
  audience: Audience,
  org: Id | undefined,
): Promise<{ read: number; people: number }> {
  const [counted] = await db
    .select({
      people: sql<number>`count(*)::int`,
      read: sql<number>`(count(*) filter (where ${hasRead(audience.noticeId)}))::int`,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(isAudience(audience, org))
  return counted ?? { read: 0, people: 0 }
}

interface ReaderFilter {
  readonly org: Id | undefined
  readonly limit: number
  readonly afterId: Id | undefined
}

interface Readers {
  readonly items: NoticeReader[]
  readonly next: Id | null
}

/** The latest first; `afterId` is that of the reading. */
export async function whoHasRead(
  db: Db,
  audience: Audience,
  { org, limit, afterId }: ReaderFilter,
): Promise<Readers> {
  const rows = await db
    .select({
      place: noticeRead.id,
      id: person.id,
      nickname: person.name,
      orgname: organisation.name,
      readAt: asMoment(noticeRead.readAt),
    })
    .from(noticeRead)
    .innerJoin(person, eq(person.id, noticeRead.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        eq(noticeRead.noticeId, audience.noticeId),
        isAudience(audience, org),
        afterId === undefined ? undefined : lt(noticeRead.id, afterId),
      ),
    )
    .orderBy(desc(noticeRead.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  return {
    items: items.map(({ id, nickname, orgname, readAt }) => ({ id, nickname, orgname, readAt })),
    next: rows.length > limit ? (items.at(-1)?.place ?? null) : null,
  }
}

export async function whoHasNotRead(
  db: Db,
  audience: Audience,
  { org, limit, afterId }: ReaderFilter,
): Promise<Readers> {
  const rows = await db
    .select({ id: person.id, nickname: person.name, orgname: organisation.name })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        isAudience(audience, org),
        sql`not ${hasRead(audience.noticeId)}`,
        afterId === undefined ? undefined : gt(person.id, afterId),
      ),
    )
    .orderBy(person.id)
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  return {
    items: items.map((row) => ({ ...row, readAt: null })),
    next: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  }
}

export async function readerOrganisations(
  db: Db,
  audience: Audience,
  { limit, afterId }: Omit<ReaderFilter, "org">,
): Promise<{ items: ReaderOrganisation[]; next: Id | null }> {
  const rows = await db
    .select({
      orgid: organisation.id,
      orgname: organisation.name,
      people: sql<number>`count(*)::int`,
      read: sql<number>`(count(*) filter (where ${hasRead(audience.noticeId)}))::int`,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(isAudience(audience, undefined), afterId === undefined ? undefined : gt(organisation.id, afterId)),
    )
    .groupBy(organisation.id, organisation.name)
    .orderBy(organisation.id)
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.orgid ?? null) : null }
}
