import { isNotNull, sql } from "drizzle-orm"
import { check, foreignKey, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"

/**
 * WARN-8: who may report alarms, for the organisations that its own reaches. Its secret is derived from its key and
 * stored nowhere.
 */
export const alarmSource = pgTable(
  "alarm_source",
  {
    id: ownId(),
    orgId: orgId(),
    name: text("name").notNull(),
    /** Its public key. */
    key: text("key").notNull().unique(),
    createdBy: id("created_by").references(() => person.id),
    createdAt: createdAt(),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    check("alarm_source_lengths", sql`length(${t.name}) between 1 and 100 and length(${t.key}) <= 64`),
    index().on(t.createdBy).where(isNotNull(t.createdBy)),
  ],
)

/** What a source sent, for it and its administrators to look at; the oldest go. */
export const alarmSourceCall = pgTable(
  "alarm_source_call",
  {
    id: ownId(),
    orgId: orgId(),
    sourceId: id("source_id").notNull(),
    at: moment("at").notNull().defaultNow(),
    accepted: integer("accepted").notNull(),
    repeated: integer("repeated").notNull(),
    refused: integer("refused").notNull(),
    /** The first few: the contract's `RefusedItem`. */
    refusals: jsonb("refusals").$type<Record<string, unknown>[]>().notNull().default([]),
  },
  (t) => [
    foreignKey({
      columns: [t.orgId, t.sourceId],
      foreignColumns: [alarmSource.orgId, alarmSource.id],
    }).onDelete("cascade"),
    index().on(t.sourceId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index().on(t.at),
    index().on(t.orgId, t.sourceId),
  ],
)
