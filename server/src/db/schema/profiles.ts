import type { TransferKind, TransferState } from "@uc/contract/people/transfer-calls"
import { sql } from "drizzle-orm"
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { organisation, orgId } from "./organisations.ts"
import { ownerId, person } from "./people.ts"

/** Scaled and encoded again by us: never the bytes that somebody sent. `person.himg` is the address of it. */
export const personPicture = pgTable(
  "person_picture",
  {
    personId: ownerId().primaryKey(),
    orgId: orgId(),
    mediaType: text("media_type").notNull(),
    bytes: bytea("bytes").notNull(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [index().on(t.orgId)],
)

/** People of several organisations who are one human being: those with the same `human_id` may go over into each other. */
export const personTie = pgTable(
  "person_tie",
  {
    personId: ownerId().primaryKey(),
    orgId: orgId(),
    humanId: uuid("human_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.humanId), index().on(t.orgId)],
)

/**
 * DISTRICT-6: a person goes to another organisation, gets a second place there or loses it. `org_id` is the side that began; the
 * other side reads it by the policy `received_read`. Names are kept as they were: each side sees only its own organisation.
 */
export const personTransfer = pgTable(
  "person_transfer",
  {
    id: ownId(),
    orgId: orgId(),
    toOrgId: id("to_org_id")
      .notNull()
      .references(() => organisation.id),
    kind: text("kind").$type<TransferKind>().notNull(),
    state: text("state").$type<TransferState>().notNull().default("asked"),
    /** Whom it is about; at the end of a second place the person there. */
    personId: id("person_id")
      .notNull()
      .references(() => person.id),
    /** Who they are in the new organisation, once they are there. */
    newPersonId: id("new_person_id").references(() => person.id),
    name: text("name").notNull(),
    account: text("account").notNull(),
    orgName: text("org_name").notNull(),
    toOrgName: text("to_org_name").notNull(),
    note: text("note").notNull().default(""),
    askedById: id("asked_by_id"),
    askedBy: text("asked_by").notNull(),
    answeredBy: text("answered_by"),
    answeredAt: moment("answered_at"),
    createdAt: createdAt(),
  },
  (t) => [
    // Of two that begin at the same moment one wins.
    uniqueIndex("person_transfer_open")
      .on(t.personId)
      .where(sql`${t.state} = 'asked'`),
    index().on(t.orgId, t.id.desc().nullsFirst()),
    index().on(t.toOrgId, t.id.desc().nullsFirst()),
    index().on(t.personId),
    index()
      .on(t.newPersonId)
      .where(sql`${t.newPersonId} is not null`),
    check("person_transfer_kind", sql`${t.kind} in ('move', 'second', 'end')`),
    check("person_transfer_state", sql`${t.state} in ('asked', 'accepted', 'refused', 'withdrawn')`),
  ],
)

/** What a person stores under a key: the home layout, favourites, recently used. `version` tells two devices apart. */
export const customList = pgTable(
  "custom_list",
  {
    id: ownId(),
    orgId: orgId(),
    personId: ownerId().notNull(),
    key: text("key").notNull(),
    value: jsonb("value").$type<unknown>().notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [unique().on(t.personId, t.key), index().on(t.orgId)],
)

/**
 * HOME-3: the cards that a bureau, or the platform, pins on the home pages below it. `shared_path` is its own area, so that
 * they can be read there. `by` is what it is, because those who read it can't see the organisation itself.
 */
export const homePins = pgTable("home_pins", {
  id: ownId(),
  orgId: orgId().unique(),
  sharedPath: sharedPath(),
  by: text("by").$type<"bureau" | "platform">().notNull(),
  keys: text("keys").array().notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: moment("updated_at").notNull().defaultNow(),
})
