import { sql } from "drizzle-orm"
import { boolean, check, doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core"
import { createdAt, moment } from "./columns.ts"

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

/** OPS-4: what each process last said of itself. Without an organisation, and nothing personal. */
export const processStatus = pgTable("process_status", {
  /** Host and process id, as in `job_run`. */
  process: text("process").primaryKey(),
  host: text("host").notNull(),
  pid: integer("pid").notNull(),
  version: text("version").notNull(),
  startedAt: moment("started_at").notNull(),
  seenAt: moment("seen_at").notNull().defaultNow(),
  memoryBytes: doublePrecision("memory_bytes").notNull(),
  delayMs: doublePrecision("delay_ms").notNull(),
  streams: integer("streams").notNull(),
})
