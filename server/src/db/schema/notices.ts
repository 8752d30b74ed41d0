import type { SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import { isNotNull, sql } from "drizzle-orm"
import { boolean, foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { orgId, type OrganisationKind } from "./organisations.ts"
import { ownerId, person } from "./people.ts"

/**
 * A bureau shows its notices to the schools of its area by `shared_path`. Whom a notice is for stands in its own row: a reader
 * sees that row, and of a table beside it they would need to see what is meant for others (decision 080).
 */
export const notice = pgTable(
  "notice",
  {
    id: ownId(),
    orgId: orgId(),
    /** Of one for somebody beyond the own organisation: where they all are. */
    sharedPath: sharedPath(),
    /** DAY-11: everybody of the own organisation. */
    isForOwn: boolean("is_for_own").notNull().default(true),
    /** Everybody of the others that it is shared with, as far as the next three leave them; false: only who is named. */
    isForArea: boolean("is_for_area").notNull().default(true),
    /** DISTRICT-7: of those that it is shared with, only organisations of this kind, 学段 and tag; null: all. */
    forKind: text("for_kind").$type<OrganisationKind>(),
    forSchoolLevel: text("for_school_level"),
    forTag: text("for_tag"),
    /** Named ones. Departments with those below them. */
    forOrgs: id("for_orgs").array().notNull().default([]),
    forDepartments: id("for_departments").array().notNull().default([]),
    forPeople: id("for_people").array().notNull().default([]),
    wantsReceipt: boolean("wants_receipt").notNull().default(false),
    /** When those who were missing were last reminded. */
    remindedAt: moment("reminded_at"),
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
    /** DAY-11: when they confirmed it, where a receipt was wanted. */
    confirmedAt: moment("confirmed_at"),
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
