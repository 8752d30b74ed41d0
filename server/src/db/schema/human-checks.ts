import { sql } from "drizzle-orm"
import { check, index, pgTable, smallint, text } from "drizzle-orm/pg-core"
import { bytea, moment } from "./columns.ts"

/** CAPT-6: only the hash of `chenckMoveid` is kept, and where the hole is. issued → passed → spent, or → failed. */
export const captchaChallenge = pgTable(
  "captcha_challenge",
  {
    idHash: bytea("id_hash").primaryKey(),
    purpose: text("purpose").$type<"login" | "reauth" | "sms">().notNull(),
    /** Of the browser that asked for it: nobody else may answer. */
    holderHash: bytea("holder_hash").notNull(),
    x: smallint("x").notNull(),
    y: smallint("y").notNull(),
    level: smallint("level").notNull(),
    state: text("state").$type<"issued" | "passed" | "spent" | "failed">().notNull().default("issued"),
    issuedAt: moment("issued_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    passedAt: moment("passed_at"),
  },
  (t) => [
    index().on(t.expiresAt),
    check("captcha_challenge_purpose", sql`${t.purpose} in ('login', 'reauth', 'sms')`),
    check("captcha_challenge_state", sql`${t.state} in ('issued', 'passed', 'spent', 'failed')`),
  ],
)

/** A track that was seen before is a recording. */
export const captchaTrack = pgTable(
  "captcha_track",
  { hash: bytea("hash").primaryKey(), seenAt: moment("seen_at").notNull().defaultNow() },
  (t) => [index().on(t.seenAt)],
)

/** The picture with a code of `defaultLogin`. */
export const pictureCode = pgTable(
  "picture_code",
  {
    idHash: bytea("id_hash").primaryKey(),
    holderHash: bytea("holder_hash").notNull(),
    codeMac: bytea("code_mac").notNull(),
    issuedAt: moment("issued_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [index().on(t.expiresAt)],
)
