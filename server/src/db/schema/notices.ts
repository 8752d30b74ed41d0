import { boolean, foreignKey, index, pgTable, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

/** A bureau shows its notices to the schools of its area by `shared_path`. */
export const notice = pgTable(
  "notice",
  {
    id: ownId(),
    orgId: orgId(),
    sharedPath: sharedPath(),
    /** One of the information dictionary's names: 通知公告, 政策法规 … */
    category: text("category").notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    authorId: id("author_id"),
    isPinned: boolean("is_pinned").notNull().default(false),
    publishedAt: moment("published_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.orgId, t.authorId], foreignColumns: [person.orgId, person.id] }),
    index().on(t.orgId, t.publishedAt.desc().nullsFirst()),
    index().on(t.sharedPath, t.publishedAt.desc().nullsFirst()),
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
    personId: id("person_id").notNull(),
    readAt: moment("read_at").notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.noticeId, t.personId),
    foreignKey({
      columns: [t.orgId, t.personId],
      foreignColumns: [person.orgId, person.id],
    }).onDelete("cascade"),
    index().on(t.personId),
  ],
)

/** What the bell brings to a person. */
export const subscription = pgTable(
  "subscription",
  {
    id: ownId(),
    orgId: orgId(),
    personId: id("person_id").notNull(),
    topic: text("topic").notNull(),
    isOn: boolean("is_on").notNull().default(true),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.personId, t.topic),
    foreignKey({
      columns: [t.orgId, t.personId],
      foreignColumns: [person.orgId, person.id],
    }).onDelete("cascade"),
  ],
)
