import { isNotNull, sql } from "drizzle-orm"
import { check, foreignKey, index, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment } from "./columns.ts"
import { person } from "./people.ts"

/** Only a keyed hash of the code is kept. */
export const smsCode = pgTable(
  "sms_code",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** What the code is for and of whom, e.g. a session with a module id. One live code each. */
    binding: text("binding").notNull(),
    /** Null: a phone that nobody has; no code fits it. */
    personId: id("person_id"),
    codeMac: bytea("code_mac").notNull(),
    /** The slider that was solved for the sending; it counts for the checking of this code too. */
    captchaHash: bytea("captcha_hash"),
    tries: smallint("tries").notNull().default(0),
    sentAt: moment("sent_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
    voidAt: moment("void_at"),
  },
  (t) => [
    uniqueIndex("sms_code_one_live")
      .on(t.binding)
      .where(sql`${t.usedAt} is null and ${t.voidAt} is null`),
    foreignKey({ columns: [t.personId], foreignColumns: [person.id] }).onDelete("cascade"),
    index().on(t.expiresAt),
    index().on(t.personId).where(isNotNull(t.personId)),
  ],
)

/**
 * What is to be sent, kept with the code in one transaction. Phone and text are sealed, and wiped once sent. Reminders for the
 * operator's webhook leave the same way, without a phone (decision 080).
 */
export const smsOutbox = pgTable(
  "sms_outbox",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    channel: text("channel").$type<"sms" | "webhook">().notNull().default("sms"),
    sealed: bytea("sealed"),
    state: text("state").$type<"waiting" | "sent" | "failed">().notNull().default("waiting"),
    tries: smallint("tries").notNull().default(0),
    nextAt: moment("next_at").notNull().defaultNow(),
    createdAt: createdAt(),
    sentAt: moment("sent_at"),
  },
  (t) => [
    index().on(t.channel, t.state, t.nextAt),
    index().on(t.createdAt),
    check("sms_outbox_channel", sql`${t.channel} in ('sms', 'webhook')`),
    check("sms_outbox_state", sql`${t.state} in ('waiting', 'sent', 'failed')`),
  ],
)
