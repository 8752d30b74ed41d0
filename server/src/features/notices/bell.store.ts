import { noticeLimits, type Bell, type BellItem } from "@uc/contract/notices/calls"
import { subscriptionTopics, type SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, inArray, isNull, not, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { bellRing, notice, subscription } from "../../db/schema/notices.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { isFor, isReadBy, newestFor, type Handles, type Reader } from "./notices.store.ts"

/** The bell's items for this person: notices, unless they have turned them off, and their own reminders. */
export async function bellOf(handles: Handles, reader: Reader): Promise<Bell> {
  const { db } = handles
  // A whole city reads a notice at the same moment: independent queries are sent together.
  const [brings, mine, rings, ringing] = await Promise.all([
    bringsNotices(db, reader.id),
    isFor(db, reader),
    newestRings(db, reader.id),
    unreadRings(db, reader.id),
  ])
  const [notices, unreadNotices] = brings
    ? await Promise.all([
        newestFor(handles, reader, mine, noticeLimits.shown),
        countUnread(db, and(mine, not(isReadBy(reader)))),
      ])
    : [[], 0]
  const items: BellItem[] = [
    ...notices.map(({ id, title, orgname, createtime, isPinned, isRead }) => ({
      kind: "notice" as const,
      id,
      topic: "notice" as const,
      title,
      orgname,
      createtime,
      place: placeOfNotice(id),
      isPinned,
      isRead,
    })),
    ...rings,
  ]
  return {
    unread: Math.min(unreadNotices + ringing, most),
    items: items
      .toSorted((one, other) => other.createtime.localeCompare(one.createtime))
      .slice(0, noticeLimits.shown),
  }
}

export function placeOfNotice(id: Id): `/${string}` {
  return `/main/notices?notice=${id}`
}

async function bringsNotices(db: Db, personId: Id): Promise<boolean> {
  const topic: SubscriptionTopic = "notice"
  const [said] = await db
    .select({ isOn: subscription.isOn })
    .from(subscription)
    .where(and(eq(subscription.personId, personId), eq(subscription.topic, topic)))
  return said?.isOn ?? subscriptionTopics[topic].isOnAtFirst
}

/** Counted no further than the bell shows. */
const most = noticeLimits.most + 1

async function countUnread(db: Db, isUnread: SQL | undefined): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(notice)
    .where(isUnread)
    .limit(most)
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${unread}) unread`)
  return rows[0]?.n ?? 0
}

async function unreadRings(db: Db, personId: Id): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(bellRing)
    .where(and(eq(bellRing.personId, personId), isNull(bellRing.readAt)))
    .limit(most)
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${unread}) unread`)
  return rows[0]?.n ?? 0
}

async function newestRings(db: Db, personId: Id): Promise<BellItem[]> {
  const rows = await db
    .select({
      id: bellRing.id,
      topic: bellRing.topic,
      title: bellRing.title,
      place: bellRing.place,
      createtime: asMoment(bellRing.createdAt),
      isRead: sql<boolean>`${bellRing.readAt} is not null`,
    })
    .from(bellRing)
    .where(eq(bellRing.personId, personId))
    .orderBy(desc(bellRing.id))
    .limit(noticeLimits.shown)
  return rows.map((row) => ({ ...row, kind: "ring", orgname: null, isPinned: false }))
}

/** The key of the reminder of a pinned notice. */
export function reminderKey(noticeId: Id): string {
  return `pinned:${noticeId}`
}

/** Who has read the notices is not reminded of them. */
export async function markRemindersRead(db: Db, personId: Id, noticeIds: readonly Id[]): Promise<void> {
  await db
    .update(bellRing)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(bellRing.personId, personId),
        isNull(bellRing.readAt),
        inArray(bellRing.key, noticeIds.map(reminderKey)),
      ),
    )
}

/** Undefined: all of them. */
export async function markRingsRead(db: Db, personId: Id, ids: readonly Id[] | undefined): Promise<void> {
  const meant = ids === undefined ? undefined : sql`${bellRing.id} = any (${sql.param([...ids])}::bigint[])`
  await db
    .update(bellRing)
    .set({ readAt: sql`now()` })
    .where(and(eq(bellRing.personId, personId), isNull(bellRing.readAt), meant))
}
