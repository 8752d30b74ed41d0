import { noticeLimits, type Bell, type BellItem } from "@uc/contract/notices/calls"
import { subscriptionTopics, type SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, inArray, isNull, not, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { bellRing, notice, subscription } from "../../db/schema/notices.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { isReadBy, newestFor, type Handles } from "./notices.store.ts"
import { isFor, type Reader } from "./who-is-meant.ts"

/** The bell's items for this person: notices, unless they have turned them off, and their own reminders. */
export async function bellOf(handles: Handles, reader: Reader): Promise<Bell> {
  const { db } = handles
  // A whole city reads a notice at the same moment: independent queries are sent together.
  const mine = isFor(reader)
  const [brings, rings] = await Promise.all([bringsNotices(db, reader.id), newestRings(db, reader.id)])
  const [notices, unread] = await Promise.all([
    brings ? newestFor(handles, reader, mine, noticeLimits.shown) : [],
    countUnread(db, reader.id, brings ? and(mine, not(isReadBy(reader))) : sql`false`),
  ])
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
    unread,
    items: eachThingOnce(items)
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

/**
 * DAY-10: what an entry is about. Several reminders of one task, and a notice with its reminder, lead to one address and are
 * one thing; an address without a query is that of a list, where each entry is about something else.
 */
const thing = sql`case when position('?' in ${bellRing.place}) > 0 then ${bellRing.place} else 'entry ' || ${bellRing.id} end`

async function countUnread(db: Db, personId: Id, isUnread: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      (select ${placeOfNotice("")}::text || ${notice.id} as thing from ${notice} where ${isUnread ?? sql`true`} limit ${most})
      union
      (select distinct ${thing} from ${bellRing}
        where ${bellRing.personId} = ${personId} and ${bellRing.readAt} is null limit ${most})
      limit ${most}) unread`)
  return rows[0]?.n ?? 0
}

/** The newest entry of each thing; it is unread as long as one of them is. */
async function newestRings(db: Db, personId: Id): Promise<BellItem[]> {
  const ofThing = db
    .select({
      id: bellRing.id,
      topic: bellRing.topic,
      title: bellRing.title,
      place: bellRing.place,
      createtime: asMoment(bellRing.createdAt).as("createtime"),
      isRead: sql<boolean>`bool_and(${bellRing.readAt} is not null) over (partition by ${thing})`.as(
        "is_read",
      ),
      newest: sql<Id>`max(${bellRing.id}) over (partition by ${thing})`.as("newest"),
    })
    .from(bellRing)
    .where(eq(bellRing.personId, personId))
    .as("of_thing")
  const rows = await db
    .select({
      id: ofThing.id,
      topic: ofThing.topic,
      title: ofThing.title,
      place: ofThing.place,
      createtime: ofThing.createtime,
      isRead: ofThing.isRead,
    })
    .from(ofThing)
    .where(sql`${ofThing.id} = ${ofThing.newest}`)
    .orderBy(desc(ofThing.id))
    .limit(noticeLimits.shown)
  return rows.map((row) => ({ ...row, kind: "ring", orgname: null, isPinned: false }))
}

/** A notice and the reminder of it: an unread reminder is the newer one, one that was read says nothing more. */
function eachThingOnce(items: readonly BellItem[]): BellItem[] {
  const isSame = (one: BellItem, other: BellItem) => one.kind !== other.kind && one.place === other.place
  return items.filter((item) => {
    const other = items.find((each) => isSame(each, item))
    if (!other) return true
    return item.kind === "ring" ? !item.isRead : other.isRead
  })
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
        inArray(bellRing.place, noticeIds.map(placeOfNotice)),
      ),
    )
}

/** Undefined: all of them. Who has opened one entry has seen the thing, so the earlier ones about it are read too. */
export async function markRingsRead(db: Db, personId: Id, ids: readonly Id[] | undefined): Promise<void> {
  const meant =
    ids === undefined
      ? undefined
      : sql`${thing} in (select ${thing} from ${bellRing}
          where ${bellRing.personId} = ${personId} and ${bellRing.id} = any (${sql.param([...ids])}::bigint[]))`
  await db
    .update(bellRing)
    .set({ readAt: sql`now()` })
    .where(and(eq(bellRing.personId, personId), isNull(bellRing.readAt), meant))
}
