import { domainAddress } from "@uc/contract/domains/domain-address"
import { sql } from "drizzle-orm"
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { person } from "./people.ts"
import { session } from "./sessions.ts"

/** DOM-5: the contract's own pattern. One that changes there needs a migration; a test says so. */
const pattern = sql.raw(`'${domainAddress.source}'`)

/** DOM-7: the list that is in force. */
export const authDomain = pgTable(
  "auth_domain",
  {
    id: ownId(),
    orgId: orgId(),
    name: text("name").notNull(),
    /** As it was typed. */
    domainIp: text("domain_ip").notNull(),
    /** As it is compared: `canonicalDomain` of what was typed. */
    origin: text("origin").notNull(),
    /** What a page of this domain may ask the bridge for: the contract's `domainHelpers`. */
    helpers: text("helpers").array().notNull().default(["picker", "drawer", "monitor", "user", "page"]),
    /** SHA-256 of what its server redeems tickets with. */
    secretHash: bytea("secret_hash"),
    lastUsedAt: moment("last_used_at"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique("auth_domain_of_org").on(t.orgId, t.id),
    uniqueIndex("auth_domain_once").on(t.orgId, t.origin),
    index().on(t.origin),
    check("auth_domain_lengths", sql`length(${t.name}) <= 100 and length(${t.domainIp}) <= 100`),
    check("auth_domain_address", sql`${t.domainIp} ~ ${pattern}`),
    check("auth_domain_canonical", sql`${t.origin} ~ ${pattern} and ${t.origin} = lower(${t.origin})`),
  ],
)

/** What browsers say that they refused to host; a hint for administrators, counted by the day. */
export const refusedOrigin = pgTable(
  "refused_origin",
  {
    orgId: orgId(),
    /** Asia/Shanghai's. */
    day: date("day", { mode: "string" }).notNull(),
    origin: text("origin").notNull(),
    times: integer("times").notNull(),
    lastAt: moment("last_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.day, t.origin] }),
    index().on(t.day),
    check("refused_origin_length", sql`length(${t.origin}) <= 280`),
  ],
)

/** A hosted page's server may learn once who is signed in. Redeemed, it is gone. */
export const guestTicket = pgTable(
  "guest_ticket",
  {
    ticketHash: bytea("ticket_hash").primaryKey(),
    orgId: orgId(),
    domainId: id("domain_id").notNull(),
    personId: id("person_id").notNull(),
    sessionId: uuid("session_id").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    // Removing the domain removes what was issued for it.
    foreignKey({
      columns: [t.orgId, t.domainId],
      foreignColumns: [authDomain.orgId, authDomain.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.orgId, t.personId],
      foreignColumns: [person.orgId, person.id],
    })
      .onUpdate("restrict")
      .onDelete("cascade"),
    foreignKey({ columns: [t.sessionId], foreignColumns: [session.id] }).onDelete("cascade"),
    index().on(t.domainId, t.orgId),
    index().on(t.orgId, t.personId),
    index().on(t.sessionId),
    index().on(t.expiresAt),
  ],
)
