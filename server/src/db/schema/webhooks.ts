import type { ChangedObject, DirectoryChange } from "@uc/contract/applications/webhooks"
import { isNotNull } from "drizzle-orm"
import { boolean, foreignKey, index, integer, pgTable, smallint, text, unique } from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment, ownId } from "./columns.ts"
import { application } from "./domains.ts"

/**
 * SSO-5: what a transaction has changed of a person, a department or an organisation, with who knew it before. Written by triggers, so
 * that no way of changing them can forget it; taken out when the notices for applications are made of it. No `org_id`: the
 * transaction's scope must not decide whether a change is noted.
 */
export const directoryChange = pgTable(
  "directory_change",
  {
    id: ownId(),
    /** Several statements of one transaction are one change. */
    tx: id("tx").notNull(),
    object: text("object").$type<ChangedObject>().notNull(),
    objectId: id("object_id").notNull(),
    /** `touched`: whether a person's departments or roles differ is seen at the end. */
    what: text("what").$type<DirectoryChange | "touched">().notNull(),
    /** How it was before; null: it was not there. */
    orgBefore: id("org_before"),
    areaBefore: text("area_before"),
    rankBefore: smallint("rank_before"),
    rolesBefore: id("roles_before").array(),
    /** Applications that the person had let know them. */
    consentsBefore: id("consents_before").array(),
    placesBefore: text("places_before"),
    /** After the last change of them in this transaction; null: they were not touched. */
    rolesAfter: id("roles_after").array(),
    placesAfter: text("places_after"),
    createdAt: createdAt(),
  },
  (t) => [unique("directory_change_once").on(t.tx, t.object, t.objectId)],
)

/** SSO-5: where an application is told of changes. Whose it is follows from the application. */
export const applicationWebhook = pgTable("application_webhook", {
  applicationId: id("application_id")
    .primaryKey()
    .references(() => application.id, { onDelete: "cascade" }),
  address: text("address").notNull(),
  objects: text("objects").array().$type<ChangedObject[]>().notNull(),
  /** Needed as it is to sign with, so it is sealed and not hashed. */
  sealedSecret: bytea("sealed_secret").notNull(),
  /** The one before it, which signs as well for a while. */
  oldSealedSecret: bytea("old_sealed_secret"),
  oldSecretUntil: moment("old_secret_until"),
  isOff: boolean("is_off").notNull().default(false),
  /** SSO-16: when its receiver had it switched off; null: it did not. */
  goneAt: moment("gone_at"),
  /** Failed tries since the last notice that was accepted, and since when. */
  failures: integer("failures").notNull().default(0),
  failingSince: moment("failing_since"),
  /** Nothing is sent before. The pause of a single notice is its `next_at`. */
  pausedUntil: moment("paused_until"),
  createdAt: createdAt(),
})

/** SSO-5: a notice for one application. What it says is read when it is sent: nothing about anybody is kept here. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    /** Also the sequence that the application sees. */
    id: ownId(),
    applicationId: id("application_id").notNull(),
    object: text("object").$type<ChangedObject | "test">().notNull(),
    objectId: id("object_id").notNull(),
    what: text("what").$type<DirectoryChange>().notNull(),
    /** When the change was made. */
    changedAt: moment("changed_at").notNull().defaultNow(),
    /** Null: nothing is to be done any more. */
    nextAt: moment("next_at"),
    /** A failed try after this moment is the last one. */
    triedUntil: moment("tried_until").notNull(),
    tries: smallint("tries").notNull().default(0),
    /** The contract's `WebhookAnswer`. */
    answer: text("answer"),
    answerMs: integer("answer_ms"),
    answerWords: text("answer_words"),
    answeredAt: moment("answered_at"),
    toldAt: moment("told_at"),
  },
  (t) => [
    foreignKey({
      name: "webhook_delivery_of",
      columns: [t.applicationId],
      foreignColumns: [applicationWebhook.applicationId],
    }).onDelete("cascade"),
    index().on(t.applicationId, t.id),
    index("webhook_delivery_due").on(t.applicationId, t.nextAt).where(isNotNull(t.nextAt)),
    index("webhook_delivery_order")
      .on(t.applicationId, t.object, t.objectId, t.id)
      .where(isNotNull(t.nextAt)),
    index().on(t.answeredAt).where(isNotNull(t.answeredAt)),
  ],
)
