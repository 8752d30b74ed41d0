import { sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  date,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { id, moment, ownId } from "./columns.ts"

/**
 * Logs outlive the rows that they are about, so there are no foreign keys. `org_id` null: it concerns no single
 * organisation, and only the platform reads it. Both are partitioned by the month of `at` (OPS-6).
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: ownId(),
    at: moment("at").notNull().defaultNow(),
    orgId: id("org_id"),
    personId: id("person_id"),
    sessionId: uuid("session_id"),
    action: text("action").notNull(),
    /** The module id whose grant was spent, where one was. */
    mid: text("mid"),
    result: text("result").notNull(),
    ip: inet("ip"),
    detail: jsonb("detail").$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index().on(t.orgId, t.at.desc().nullsFirst()),
    index().on(t.at.desc().nullsFirst()),
    index().on(t.personId, t.at.desc().nullsFirst()),
  ],
)

export const loginLog = pgTable(
  "login_log",
  {
    id: ownId(),
    at: moment("at").notNull().defaultNow(),
    /** Null: an account that nobody has. */
    orgId: id("org_id"),
    personId: id("person_id"),
    account: text("account").notNull(),
    /** The login path that was used, e.g. `newLogin`. */
    variant: text("face"),
    result: text("result").notNull(),
    reason: text("reason"),
    ip: inet("ip"),
    userAgent: text("user_agent"),
  },
  (t) => [
    index().on(t.orgId, t.at.desc().nullsFirst()),
    index().on(t.at.desc().nullsFirst()),
    index().on(t.personId, t.at.desc().nullsFirst()),
  ],
)

/** OPS-2: what became of the recurring jobs, one row for each job in each process; written at most once a minute unless it failed. */
export const jobRun = pgTable(
  "job_run",
  {
    name: text("name").notNull(),
    /** Host and process id. */
    process: text("process").notNull(),
    startedAt: moment("started_at").notNull(),
    endedAt: moment("ended_at").notNull(),
    /** When a run last succeeded, and when one last failed. */
    okAt: moment("ok_at"),
    errorAt: moment("error_at"),
    /** A sentence without values, see `errorReason`. */
    error: text("error"),
  },
  (t) => [primaryKey({ columns: [t.name, t.process] })],
)

/** OPS-1: what became of each backup. Of several processes the one that inserts the row of a day makes its backup. */
export const backupRun = pgTable(
  "backup_run",
  {
    id: ownId(),
    /** In Asia/Shanghai; null: made by the command. */
    day: date("day", { mode: "string" }).unique(),
    state: text("state").$type<"running" | "done" | "failed">().notNull(),
    attempts: integer("attempts").notNull().default(1),
    startedAt: moment("started_at").notNull().defaultNow(),
    /** While it runs: whoever makes it was alive then. */
    seenAt: moment("seen_at").notNull().defaultNow(),
    finishedAt: moment("finished_at"),
    file: text("file"),
    bytes: bigint("bytes", { mode: "number" }),
    rows: bigint("rows", { mode: "number" }),
    isVerified: boolean("is_verified").notNull().default(false),
    /** One of `backupReasons`; the rest is in the log. */
    reason: text("reason"),
  },
  (t) => [
    index().on(t.startedAt.desc().nullsFirst()),
    check("backup_run_state", sql`${t.state} in ('running', 'done', 'failed')`),
  ],
)

/** OPS-6: months that have left the database; their rows are in a file. */
export const archivedMonth = pgTable(
  "archived_month",
  {
    id: ownId(),
    /** The partitioned table and its part. */
    tableName: text("table_name").notNull(),
    part: text("part").notNull(),
    /** The first month that it holds; null: everything before `until_month`. */
    fromMonth: date("from_month", { mode: "string" }),
    /** The month after its last one. */
    untilMonth: date("until_month", { mode: "string" }).notNull(),
    /** `dropped`: the rows are in the file alone; `back`: in both, until `held_until`. */
    state: text("state").$type<"dropped" | "back">().notNull(),
    host: text("host").notNull(),
    file: text("file").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    /** Of the lines before they are packed. */
    sha256: text("sha256").notNull(),
    writtenAt: moment("written_at").notNull().defaultNow(),
    droppedAt: moment("dropped_at"),
    heldUntil: moment("held_until"),
  },
  (t) => [unique().on(t.part), check("archived_month_state", sql`${t.state} in ('dropped', 'back')`)],
)
