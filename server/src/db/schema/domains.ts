import { sql } from "drizzle-orm"
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core"
import { createdAt, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"

/** DOM-7: the list that is in force. */
export const authDomain = pgTable(
  "auth_domain",
  {
    id: ownId(),
    orgId: orgId(),
    name: text("name").notNull(),
    /** As it was typed. */
    domainIp: text("domain_ip").notNull(),
    /** As it is compared: scheme, lower-case punycode host, port unless it is the scheme's own. */
    origin: text("origin").notNull(),
    /** What a page of this domain may ask the bridge for. */
    helpers: text("helpers").array().notNull().default(["picker"]),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index().on(t.orgId),
    index().on(t.origin),
    check("auth_domain_lengths", sql`length(${t.name}) <= 100 and length(${t.domainIp}) <= 100`),
  ],
)
