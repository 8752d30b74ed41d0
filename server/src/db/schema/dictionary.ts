import { boolean, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core"
import { ownId } from "./columns.ts"

/** Dictionaries (by `content` and `code`) and code tables (by `parent_code`): the platform's, the same for all. */
export const dictionary = pgTable(
  "dictionary",
  {
    id: ownId(),
    content: text("content").notNull(),
    parentCode: text("parent_code"),
    code: text("code").notNull(),
    name: text("name").notNull(),
    remark: text("remark"),
    sortNo: integer("sort_no").notNull().default(0),
    isDisabled: boolean("is_disabled").notNull().default(false),
  },
  (t) => [
    unique().on(t.content, t.parentCode, t.code).nullsNotDistinct(),
    index().on(t.parentCode, t.sortNo),
  ],
)
