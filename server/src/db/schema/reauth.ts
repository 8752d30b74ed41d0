import { isNotNull, sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  inet,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { bytea, id, moment } from "./columns.ts"
import { person } from "./people.ts"
import { session } from "./sessions.ts"

/** AUTH-8: bound to session, person and module id. Spent in the same transaction as the write. */
export const reauthGrant = pgTable(
  "reauth_grant",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    sessionId: uuid("session_id").notNull(),
    personId: id("person_id").notNull(),
    mid: text("mid").notNull(),
    factor: text("factor").$type<"password" | "sms" | "qrcode">().notNull(),
    issuedAt: moment("issued_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    maxUses: smallint("max_uses").notNull(),
    uses: smallint("uses").notNull().default(0),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    foreignKey({ columns: [t.sessionId], foreignColumns: [session.id] }).onDelete("cascade"),
    foreignKey({ columns: [t.personId], foreignColumns: [person.id] }).onDelete("cascade"),
    index().on(t.sessionId, t.mid),
    index().on(t.expiresAt),
    index().on(t.personId),
  ],
)

/** AUTH-4, AUTH-9 and QR sign-in: one table, because both are "a screen asks, a phone answers". */
export const qrTicket = pgTable(
  "qr_ticket",
  {
    ticketHash: bytea("ticket_hash").primaryKey(),
    kind: text("kind").$type<"reauth" | "login">().notNull(),
    /** The asking screen: its session with a module id, or its browser where nobody is signed in yet. */
    sessionId: uuid("session_id"),
    mid: text("mid"),
    holderHash: bytea("holder_hash"),
    /** For a sign-in: the hash of a secret that only the page with the code knows; the cookie alone does not get the session. */
    claimHash: bytea("claim_hash"),
    ip: inet("ip"),
    userAgent: text("user_agent"),
    /** For a sign-in: the number on the screen, and those among which the phone chooses. */
    number: text("number"),
    offered: text("offered").array(),
    wrongNumbers: smallint("wrong_numbers").notNull().default(0),
    state: text("state")
      .$type<"issued" | "scanned" | "confirmed" | "claimed" | "refused" | "dead">()
      .notNull()
      .default("issued"),
    /** Whose phone it is, and the session on it: only the one that scanned may confirm. */
    personId: id("person_id"),
    phoneSessionId: uuid("phone_session_id"),
    issuedAt: moment("issued_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    confirmedAt: moment("confirmed_at"),
  },
  (t) => [
    foreignKey({ columns: [t.sessionId], foreignColumns: [session.id] }).onDelete("cascade"),
    foreignKey({ columns: [t.personId], foreignColumns: [person.id] }).onDelete("cascade"),
    uniqueIndex("qr_ticket_one_of_session")
      .on(t.sessionId, t.mid)
      .where(sql`${t.state} in ('issued', 'scanned', 'confirmed') and ${t.kind} = 'reauth'`),
    uniqueIndex("qr_ticket_one_of_browser")
      .on(t.holderHash)
      .where(sql`${t.state} in ('issued', 'scanned', 'confirmed') and ${t.kind} = 'login'`),
    // The two above hold open tickets only: these also find ended ones, and those that are deleted with their session.
    index().on(t.sessionId, t.mid),
    index().on(t.holderHash),
    index().on(t.expiresAt),
    check("qr_ticket_kind", sql`${t.kind} in ('reauth', 'login')`),
    check(
      "qr_ticket_state",
      sql`${t.state} in ('issued', 'scanned', 'confirmed', 'claimed', 'refused', 'dead')`,
    ),
    index().on(t.personId).where(isNotNull(t.personId)),
  ],
)
