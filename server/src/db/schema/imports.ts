import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"

/** DATA-3: an uploaded spreadsheet. `org_id` is the uploader's organisation; its rows may be about others below. */
export const dataImport = pgTable(
  "data_import",
  {
    id: ownId(),
    orgId: orgId(),
    personId: id("person_id").notNull(),
    kind: text("kind").notNull(),
    state: text("state").notNull().default("coming"),
    fileName: text("file_name").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256"),
    /** The result of the check: problems, notes, changes, and a digest of these. */
    found: jsonb("found").$type<Record<string, unknown>>(),
    /** Progress; written outside of the import's transaction, so that it can be seen. */
    phase: text("phase"),
    done: integer("done").notNull().default(0),
    total: integer("total").notNull().default(0),
    /** The organisations that it changes: one import of each at a time. */
    touchedOrgs: id("touched_orgs").array().notNull().default([]),
    /** The heartbeat of the process that runs it: when it stops, so has the process. */
    aliveAt: moment("alive_at"),
    cancelAskedAt: moment("cancel_asked_at"),
    begunAt: moment("begun_at"),
    finishedAt: moment("finished_at"),
    message: text("message"),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    index("data_import_newest").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("data_import_at_work")
      .on(t.state)
      .where(sql`${t.state} in ('checking', 'running')`),
    check(
      "data_import_state",
      sql`${t.state} in ('coming', 'checking', 'faulty', 'ready', 'running', 'done', 'failed', 'cancelled', 'interrupted')`,
    ),
  ],
)

/** The uploaded file, until the import has ended. */
export const importPart = pgTable(
  "import_part",
  {
    orgId: orgId(),
    importId: id("import_id").notNull(),
    no: integer("no").notNull(),
    content: bytea("content").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.no] }),
    foreignKey({
      columns: [t.orgId, t.importId],
      foreignColumns: [dataImport.orgId, dataImport.id],
    }).onDelete("cascade"),
    index().on(t.orgId, t.importId),
  ],
)
