import type { NoticeReader, ReaderOrganisation, ReaderState } from "@uc/contract/notices/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import type { RecipientFields } from "./recipients.ts"
import { isCounted, isMeant, joinPeople } from "./who-is-meant.ts"

/** Those whom the notice is for, without its author, each with what they have read of it. */
function recipients(noticeId: Id, org?: Id): SQL {
  return sql`from notice ${joinPeople}
    left join notice_read r on r.notice_id = notice.id and r.person_id = p.id
    where notice.id = ${noticeId} and ${isCounted} and ${org === undefined ? sql`true` : sql`o.id = ${org}`}`
}

const counts = sql`count(*)::int as people, count(r.id)::int as read, count(r.confirmed_at)::int as confirmed`

export interface ReadCounts extends Record<string, unknown> {
  readonly people: number
  readonly read: number
  readonly confirmed: number
}

export async function readCounts(db: Db, noticeId: Id, org?: Id): Promise<ReadCounts> {
  const { rows } = await db.execute<{ people: number; read: number; confirmed: number }>(
    sql`select ${counts} ${recipients(noticeId, org)}`,
  )
  return rows[0] ?? { people: 0, read: 0, confirmed: 0 }
}

/** Of several notices at once; one that is for nobody has no entry. */
export async function readCountsOf(db: Db, noticeIds: readonly Id[]): Promise<ReadonlyMap<Id, ReadCounts>> {
  if (noticeIds.length === 0) return new Map()
  const { rows } = await db.execute<ReadCounts & { id: Id }>(sql`
    select notice.id::text as id, ${counts} from notice ${joinPeople}
    left join notice_read r on r.notice_id = notice.id and r.person_id = p.id
    where notice.id = any (${sql.param([...noticeIds])}::bigint[]) and ${isCounted} group by notice.id`)
  return new Map(rows.map(({ id, ...counted }) => [id, counted]))
}

/** Have read it and are not among those it is for any more: it was changed, or they were. */
export async function formerReaders(db: Db, noticeId: Id, org?: Id): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from notice_read r where r.notice_id = ${noticeId}
      and ${org === undefined ? sql`true` : sql`r.org_id = ${org}`}
      and not exists (select from notice join person p on p.id = r.person_id join organisation o on o.id = p.org_id
        where notice.id = r.notice_id and ${isMeant})`)
  return rows[0]?.n ?? 0
}

const isIn: Readonly<Record<ReaderState, SQL>> = {
  unread: sql`r.id is null`,
  read: sql`r.id is not null`,
  missing: sql`r.confirmed_at is null`,
  confirmed: sql`r.confirmed_at is not null`,
}

export interface ReaderFilter {
  readonly state: ReaderState
  readonly org: Id | undefined
  readonly limit: number
  readonly after: string | undefined
}

interface Readers {
  readonly items: NoticeReader[]
  readonly next: string | null
}

/** Who has read or confirmed it: the latest first. Who has not: unread ones first, by their ids. */
export async function readersOf(
  db: Db,
  noticeId: Id,
  { state, org, limit, after }: ReaderFilter,
): Promise<Readers> {
  const isLatestFirst = state === "read" || state === "confirmed"
  const [, number] = after?.split("-") ?? []
  const place = isLatestFirst ? sql`r.id` : sql`p.id`
  const follows =
    after === undefined || number === undefined
      ? sql`true`
      : isLatestFirst
        ? sql`r.id < ${number}::bigint`
        : sql`(r.id is not null, p.id) > (${after.startsWith("1")}::boolean, ${number}::bigint)`
  const { rows } = await db.execute<{ [Key in keyof NoticeReader]: NoticeReader[Key] } & { at: string }>(sql`
    select p.id::text as id, p.name as nickname, o.name as orgname, ${asMoment(sql`r.read_at`)} as "readAt",
      ${asMoment(sql`r.confirmed_at`)} as "confirmedAt",
      (case when r.id is null then '0-' else '1-' end) || ${place} as at
    ${recipients(noticeId, org)} and ${isIn[state]} and ${follows}
    order by ${isLatestFirst ? sql`r.id desc` : sql`r.id is not null, p.id`} limit ${limit + 1}`)
  const items = rows.slice(0, limit)
  return {
    items: items.map(({ at: _at, ...reader }) => reader),
    next: rows.length > limit ? (items.at(-1)?.at ?? null) : null,
  }
}

export async function readerOrganisations(
  db: Db,
  noticeId: Id,
  { limit, afterId }: { readonly limit: number; readonly afterId: Id | undefined },
): Promise<{ items: ReaderOrganisation[]; next: Id | null }> {
  const { rows } = await db.execute<{ [Key in keyof ReaderOrganisation]: ReaderOrganisation[Key] }>(sql`
    select o.id::text as orgid, o.name as orgname, ${counts} ${recipients(noticeId)}
      and ${afterId === undefined ? sql`true` : sql`o.id > ${afterId}`}
    group by o.id, o.name order by o.id limit ${limit + 1}`)
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.orgid ?? null) : null }
}

/** A notice that is not stored, as the row that it would be. */
function asNotice(row: string): SQL {
  return sql`jsonb_populate_record(null::notice, ${row}::jsonb) as notice`
}

/** How many people of how many organisations a choice of recipients means, apart from its author. */
export async function audienceOf(
  db: Db,
  { org, author }: { readonly org: Id; readonly author: Id | null },
  { sharedPath, isForOwn, isForArea, forKind, forSchoolLevel, forTag, ...named }: RecipientFields,
): Promise<{ people: number; organisations: number }> {
  const row = JSON.stringify({
    org_id: org,
    author_id: author,
    shared_path: sharedPath,
    is_for_own: isForOwn,
    is_for_area: isForArea,
    for_kind: forKind,
    for_school_level: forSchoolLevel,
    for_tag: forTag,
    for_orgs: named.forOrgs,
    for_departments: named.forDepartments,
    for_people: named.forPeople,
  })
  const { rows } = await db.execute<{ people: number; organisations: number }>(sql`
    select count(*)::int as people, count(distinct o.id)::int as organisations
    from ${asNotice(row)} ${joinPeople} where ${isCounted}`)
  return rows[0] ?? { people: 0, organisations: 0 }
}

/** Whether somebody whom it was for before is not among those it is for now. */
export async function losesRecipients(db: Db, noticeId: Id, before: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${asNotice(before)} ${joinPeople}
    where ${isMeant} and not exists (select from notice where notice.id = ${noticeId} and ${isMeant}) limit 1`)
  return rows.length > 0
}

/** The people of one that is for few, for an event; null: there are more. */
export async function fewRecipients(db: Db, noticeId: Id, atMost: number): Promise<Id[] | null> {
  const { rows } = await db.execute<{ id: Id }>(sql`
    select p.id::text as id from notice ${joinPeople} where notice.id = ${noticeId} and ${isMeant} limit ${atMost + 1}`)
  return rows.length > atMost ? null : rows.map(({ id }) => id)
}
