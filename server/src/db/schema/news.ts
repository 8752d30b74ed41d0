import { isNotNull, sql } from "drizzle-orm"
import { boolean, check, foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { orgId } from "./organisations.ts"

/** The portal's columns. `is_public`: shown before anybody signs in (ROLE-1). */
export const newsColumn = pgTable(
  "news_column",
  {
    id: ownId(),
    orgId: orgId(),
    sharedPath: sharedPath(),
    parentId: id("parent_id"),
    /** What column news is asked for by (`category`). */
    category: text("category").notNull(),
    name: text("name").notNull(),
    sortNo: integer("sort_no").notNull().default(0),
    isPublic: boolean("is_public").notNull().default(false),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    unique().on(t.orgId, t.category),
    index().on(t.sharedPath),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id] }),
    index().on(t.orgId, t.parentId).where(isNotNull(t.parentId)),
  ],
)

export const news = pgTable(
  "news",
  {
    id: ownId(),
    orgId: orgId(),
    sharedPath: sharedPath(),
    columnId: id("column_id").notNull(),
    title: text("title").notNull(),
    summary: text("summary").notNull().default(""),
    /** HTML, cleaned before it is stored. */
    body: text("body").notNull(),
    author: text("author"),
    isPublic: boolean("is_public").notNull().default(false),
    /** Null: a draft. Later than now: not yet shown to anybody. */
    publishedAt: moment("published_at"),
    /** When all subscribers had it in their bell; null: not yet, or as far as `announced_to`. */
    announcedAt: moment("announced_at"),
    announcedTo: id("announced_to"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ columns: [t.orgId, t.columnId], foreignColumns: [newsColumn.orgId, newsColumn.id] }),
    index().on(t.columnId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("news_written").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("news_to_announce")
      .on(t.publishedAt)
      .where(sql`${t.announcedAt} is null and ${t.publishedAt} is not null`),
    index().on(t.orgId, t.columnId),
  ],
)

export const friendLink = pgTable(
  "friend_link",
  {
    id: ownId(),
    orgId: orgId(),
    sharedPath: sharedPath(),
    name: text("name").notNull(),
    address: text("address").notNull(),
    sortNo: integer("sort_no").notNull().default(0),
    isPublic: boolean("is_public").notNull().default(false),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    index().on(t.orgId, t.sortNo),
    index().on(t.sharedPath),
    // Only http and https addresses.
    check("friend_link_address", sql`${t.address} ~* '^https?://'`),
  ],
)
