import { boolean, foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core"
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
  },
  (t) => [
    unique().on(t.orgId, t.id),
    unique().on(t.orgId, t.category),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id] }),
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
    publishedAt: moment("published_at"),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({ columns: [t.orgId, t.columnId], foreignColumns: [newsColumn.orgId, newsColumn.id] }),
    index().on(t.columnId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
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
  },
  (t) => [index().on(t.orgId, t.sortNo)],
)
