import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
} from "drizzle-orm/pg-core"
import { id, searchColumns } from "./columns.ts"

/** Row-level security goes by `path`: one's own area and everything below it. */
export const area = pgTable(
  "area",
  {
    /** The official code: 330000, 330100, 330106, 330106001. */
    id: id("id").primaryKey(),
    parentId: id("parent_id").references((): AnyPgColumn => area.id),
    name: text("name").notNull(),
    /** Codes from the root down to this one, each closed by a slash: `330000/330100/`. */
    path: text("path").notNull().unique(),
    level: smallint("level").notNull(),
    sortNo: integer("sort_no").notNull().default(0),
    /** No picker offers it, nor what stands below it. */
    isDisabled: boolean("is_disabled").notNull().default(false),
    dataType: text("data_type").notNull().default("area"),
    ...searchColumns(),
  },
  (t) => [
    index().on(t.parentId, t.sortNo),
    index().on(t.path.op("text_pattern_ops")),
    check("area_path", sql`right(${t.path}, length(${t.id}::text) + 1) = ${t.id}::text || '/'`),
  ],
)
