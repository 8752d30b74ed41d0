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

/** DATA-3: a spreadsheet on its way in. `org_id` is the organisation of whoever brought it; it may be about others below. */
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
    /** What was found in the file: problems, notes, what would change, and a digest of that. */
    found: jsonb("found").$type<Record<string, unknown>>(),
    /** How far it is; written from outside of its transaction, so that it can be seen. */
    phase: text("phase"),
    done: integer("done").notNull().default(0),
    total: integer("total").notNull().default(0),
    /** Whose rows it changes: no two at once. */
    touchedOrgs: id("touched_orgs").array().notNull().default([]),
    /** Written every few seconds by the process that is at it: where that stops, so has the process. */
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

/** The file itself, as it was sent, until it is done with. */
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
