import { sql } from "drizzle-orm"
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core"
import { createdAt } from "./columns.ts"

/** One row: the name of the pepper (never the pepper) of whoever started first here. All others must have the same. */
export const pepperMark = pgTable(
  "pepper_mark",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    kid: text("kid").notNull(),
    createdAt: createdAt(),
  },
  (t) => [check("pepper_mark_is_only", sql`${t.isOnly}`)],
)
