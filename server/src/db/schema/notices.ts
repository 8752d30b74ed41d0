import type { SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import { isNotNull, sql } from "drizzle-orm"
import { boolean, foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { orgId, type OrganisationKind } from "./organisations.ts"
import { ownerId, person } from "./people.ts"

/** A bureau shows its notices to the schools of its area by `shared_path`. */
export const notice = pgTable(
  "notice",
  {
    id: ownId(),
    orgId: orgId(),
    sharedPath: sharedPath(),
    /** DISTRICT-7: of those that it is shared with, only organisations of this kind, 学段 and tag; null: all. */
    forKind: text("for_kind").$type<OrganisationKind>(),
    forSchoolLevel: text("for_school_level"),
    forTag: text("for_tag"),
    /** One of the information dictionary's names: 通知公告, 政策法规 … */
    category: text("category").notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    authorId: id("author_id"),
    isPinned: boolean("is_pinned").notNull().default(false),
    /** In the future: it waits until then. Null: a draft, or withdrawn. */
    publishedAt: moment("published_at"),
    /** When its readers' bells rang; for one that is published later a job does it. */
    toldAt: moment("told_at"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.orgId, t.authorId], foreignColumns: [person.orgId, person.id] }).onUpdate(
      "restrict",
    ),
    index().on(t.orgId, t.publishedAt.desc().nullsFirst()),
    index().on(t.sharedPath, t.publishedAt.desc().nullsFirst()),
    index().on(t.orgId, t.id.desc().nullsFirst()),
    index("notice_untold")
      .on(t.publishedAt)
      .where(sql`${t.toldAt} is null`),
    index().on(t.orgId, t.authorId).where(isNotNull(t.authorId)),
  ],
)

/** `org_id` is the reader's organisation; the notice may be another's. */
export const noticeRead = pgTable(
  "notice_read",
  {
    id: ownId(),
    orgId: orgId(),
    noticeId: id("notice_id")
      .notNull()
      .references(() => notice.id, { onDelete: "cascade" }),
    personId: ownerId().notNull(),
    readAt: moment("read_at").notNull().defaultNow(),
  },
  (t) => [unique().on(t.noticeId, t.personId), index().on(t.personId), index().on(t.orgId)],
)

/** A person's bell. */
export const subscription = pgTable(
  "subscription",
  {
    id: ownId(),
    orgId: orgId(),
    personId: ownerId().notNull(),
    topic: text("topic").$type<SubscriptionTopic>().notNull(),
    isOn: boolean("is_on").notNull().default(true),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.personId, t.topic),
    index("subscription_of_topic").on(t.topic, t.personId),
    index().on(t.orgId),
  ],
)

/** Reminders for one person: a task given to them, something that is due. Notices have no rows here. */
export const bellRing = pgTable(
  "bell_ring",
  {
    id: ownId(),
    orgId: orgId(),
    personId: ownerId().notNull(),
    topic: text("topic").$type<SubscriptionTopic>().notNull(),
    title: text("title").notNull(),
    /** Where it leads, a path of the portal's own. */
    place: text("place").notNull(),
    /** Each reminder comes once for a person, however often a job finds it due. */
    key: text("key"),
    createdAt: createdAt(),
    readAt: moment("read_at"),
  },
  (t) => [
    unique().on(t.personId, t.key),
    index().on(t.personId, t.id.desc().nullsFirst()),
    index().on(t.createdAt),
    index().on(t.orgId),
  ],
)
