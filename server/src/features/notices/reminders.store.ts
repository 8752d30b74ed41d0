import { receiptLimits } from "@uc/contract/notices/receipt-calls"
import { subscriptionTopics } from "@uc/contract/subscriptions/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { lockQuotas } from "../../security/quota.ts"
import { placeOfNotice } from "./bell.store.ts"
import { isCounted, joinPeople } from "./who-is-meant.ts"

export interface RemindedNotice extends Record<string, unknown> {
  readonly id: Id
  readonly title: string
  readonly orgname: string
  readonly wantsReceipt: boolean
  readonly isPublished: boolean
  readonly remindedAt: string | null
  readonly waitS: number
}

/** Null: it is not of this organisation. With a lock, of two reminders at the same time the second sees the first. */
export async function noticeToRemind(
  db: Db,
  org: Id,
  id: Id,
  { isLocked }: { readonly isLocked: boolean },
): Promise<RemindedNotice | null> {
  const { rows } = await db.execute<RemindedNotice>(sql`
    select notice.id::text as id, notice.title, o.name as orgname, notice.wants_receipt as "wantsReceipt",
      coalesce(notice.published_at <= now(), false) as "isPublished", ${asMoment(sql`notice.reminded_at`)} as "remindedAt",
      greatest(0, coalesce(ceil(extract(epoch from notice.reminded_at - now())) + ${receiptLimits.remindMinutes * 60}, 0))::int as "waitS"
    from notice join organisation o on o.id = notice.org_id
    where notice.id = ${id} and notice.org_id = ${org} ${isLocked ? sql`for update of notice` : sql``}`)
  return rows[0] ?? null
}

/** Everybody who is missing, or of them one organisation's people or one person. */
export interface Reminded {
  readonly id: Id
  readonly org?: Id | undefined
  readonly person?: Id | undefined
}

function recipients({ id, org, person }: Reminded): SQL {
  return sql`from notice ${joinPeople} where notice.id = ${id} and ${isCounted}
    and ${org === undefined ? sql`true` : sql`o.id = ${org}`} and ${person === undefined ? sql`true` : sql`p.id = ${person}`}`
}

export async function isForSomebody(db: Db, whom: Reminded): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 ${recipients(whom)} limit 1`)
  return rows.length > 0
}

/** Who has not confirmed it; of one without a receipt, who has not read it. */
function missing(whom: Reminded): SQL {
  return sql`${recipients(whom)} and not exists (select from notice_read r
      where r.notice_id = notice.id and r.person_id = p.id and (r.confirmed_at is not null or not notice.wants_receipt))`
}

/** When `p` was last reminded of it alone or with their organisation; null: not within the time in which nobody is reminded again. */
const lastAlone = sql`(select max(q.bucket) from quota q where q.key = 'notice-remind:' || notice.id || ':' || p.id
  and q.bucket > now() - make_interval(mins => ${receiptLimits.remindMinutes}))`

/** Of those who are missing, who may be reminded again. */
function due(whom: Reminded): SQL {
  return sql`${missing(whom)} and ${lastAlone} is null`
}

interface Missing extends Record<string, unknown> {
  readonly missing: number
  readonly lately: number
  /** Seconds until the first of the latter may be reminded. */
  readonly waitS: number
}

export async function countMissing(db: Db, whom: Reminded): Promise<Missing> {
  const { rows } = await db.execute<Missing>(sql`
    select count(*)::int as missing, count(last)::int as lately,
      greatest(0, coalesce(ceil(extract(epoch from min(last) - now())) + ${receiptLimits.remindMinutes * 60}, 0))::int as "waitS"
    from (select ${lastAlone} as last ${missing(whom)}) m`)
  return rows[0] ?? { missing: 0, lately: 0, waitS: 0 }
}

/** Everybody was reminded, or only these: counted for each of them. */
export async function markReminded(db: Db, whom: Reminded): Promise<void> {
  const { id, org, person } = whom
  await (org === undefined && person === undefined
    ? db.execute(sql`update notice set reminded_at = now() where id = ${id}`)
    : db.execute(sql`
        insert into quota as q (key, bucket, n)
        select 'notice-remind:' || notice.id || ':' || p.id, clock_timestamp(), 1 ${due(whom)}
        on conflict (key, bucket) do update set n = q.n + excluded.n`))
}

/**
 * A city's people in one statement: `ringBell` is for a few known people. Who has turned notices off is not rung; who is
 * rung again gets the new entry in the place of the one before.
 */
export async function ringMissing(db: Db, whom: Reminded, title: string): Promise<void> {
  const key = `notice-remind:${whom.id}`
  await db.execute(
    sql`delete from bell_ring b using (select p.id ${due(whom)}) m where b.person_id = m.id and b.key = ${key}`,
  )
  await db.execute(sql`
    insert into bell_ring (org_id, person_id, topic, title, place, key)
    select m.org_id, m.id, 'notice', ${title}, ${placeOfNotice(whom.id)}, ${key}
    from (select p.id, p.org_id ${due(whom)}) m
    left join subscription s on s.person_id = m.id and s.topic = 'notice'
    where coalesce(s.is_on, ${subscriptionTopics.notice.isOnAtFirst})
    on conflict (person_id, key) do nothing`)
}

const dayS = 24 * 3600
const keyOf = (org: Id) => `notice-sms:org:${org}`
const keyOfPerson = sql`'notice-sms:person:' || p.id`
const isOfToday = sql`q.bucket > clock_timestamp() - make_interval(secs => ${dayS})`

/** Text messages that the organisation may still send today. */
export async function messagesLeft(db: Db, org: Id): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select coalesce(sum(q.n), 0)::int as n from quota q where q.key = ${keyOf(org)} and ${isOfToday}`,
  )
  return Math.max(0, receiptLimits.messagesADay - (rows[0]?.n ?? 0))
}

/** Those who are reminded who have a phone, and who did not get as many messages today as one may. */
function reachedByPhone(whom: Reminded): SQL {
  return sql`${due(whom)} and p.phone is not null and p.phone <> ''
    and (select coalesce(sum(q.n), 0) from quota q where q.key = ${keyOfPerson} and ${isOfToday}) < ${receiptLimits.messagesToOneADay}`
}

export async function countByPhone(db: Db, whom: Reminded): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n ${reachedByPhone(whom)}`)
  return rows[0]?.n ?? 0
}

/** Counted with the choice: what is given back may be sent. Too many: the number, and nothing is counted. */
export async function takePhones(
  db: Db,
  org: Id,
  whom: Reminded,
): Promise<{ readonly phones: readonly string[] } | { readonly wanted: number; readonly left: number }> {
  await lockQuotas(db, [keyOf(org)])
  const left = await messagesLeft(db, org)
  const wanted = await countByPhone(db, whom)
  if (wanted > left) return { wanted, left }
  const { rows } = await db.execute<{ id: Id; phone: string }>(
    sql`select p.id::text as id, p.phone ${reachedByPhone(whom)} order by p.id`,
  )
  if (rows.length === 0) return { phones: [] }
  const keys = sql.param(rows.map((each) => `notice-sms:person:${each.id}`))
  await db.execute(sql`
    insert into quota as q (key, bucket, n)
    select key, clock_timestamp(), 1 from unnest(${keys}::text[]) key
    union all select ${keyOf(org)}, clock_timestamp(), ${rows.length}::int
    on conflict (key, bucket) do update set n = q.n + excluded.n`)
  return { phones: rows.map(({ phone }) => phone) }
}

export interface MissingPerson extends Record<string, unknown> {
  readonly id: Id
  readonly account: string
  readonly name: string
  readonly orgname: string
}

/** For the webhook. The account is what other systems know them by; a phone is not passed on. */
export async function remindedPeople(db: Db, whom: Reminded): Promise<MissingPerson[]> {
  const { rows } = await db.execute<MissingPerson>(
    sql`select p.id::text as id, p.account, p.name, o.name as orgname ${due(whom)} order by o.id, p.id`,
  )
  return rows
}
