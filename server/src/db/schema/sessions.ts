import { isNotNull, isNull, sql } from "drizzle-orm"
import {
  boolean,
  check,
  index,
  inet,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { ownerId } from "./people.ts"

/** Only the hash of the token is stored. All expiry is judged by the database's clock. */
export const session = pgTable(
  "session",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    tokenHash: bytea("token_hash").notNull().unique(),
    /** The token before the last change; good for a few seconds, for requests that were under way. */
    prevTokenHash: bytea("prev_token_hash"),
    prevUntil: moment("prev_until"),
    personId: ownerId().notNull(),
    orgId: orgId(),
    /**
     * A session that a phone let in, or that another account was switched to: the one that a factor was proven for first. Such relatives
     * can't vouch for each other. Null: a factor was proven for this one.
     */
    rootId: uuid("root_id"),
    /**
     * SSO-4: what it began with, where another vouched for the person. FAULT-7: a session that comes from it (`root_id`) has it as well, so
     * it may be another person's. No key: it must stay once that is unlinked.
     */
    linkId: id("link_id"),
    /** SSO-4: it began with a code to the person's phone alone. Whoever shares that phone proves nothing for a link by it. */
    isByPhoneCode: boolean("is_by_phone_code").notNull().default(false),
    /** Of the browser that it began in; see known_device. */
    deviceHash: bytea("device_hash"),
    ip: inet("ip"),
    userAgent: text("user_agent"),
    createdAt: createdAt(),
    lastActiveAt: moment("last_active_at").notNull().defaultNow(),
    absoluteUntil: moment("absolute_until").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    // Whoever signs in every morning has hundreds that have ended.
    index().on(t.personId).where(isNull(t.revokedAt)),
    index().on(t.prevTokenHash).where(isNotNull(t.prevTokenHash)),
    index().on(t.absoluteUntil),
    index("session_of_person").on(t.personId),
    index().on(t.linkId).where(isNotNull(t.linkId)),
    index().on(t.orgId),
  ],
)

/**
 * DAY-7: a browser of a duty room that may look. It belongs to an organisation and to nobody in it, so what ends a person's sessions
 * does not end it. One that is revoked is deleted; the audit log has the rest.
 */
export const screen = pgTable(
  "screen",
  {
    id: ownId(),
    orgId: orgId(),
    name: text("name").notNull(),
    /** A code is short: a plain hash of it could be tried out, so it is hashed with the site's pepper. */
    codeHash: bytea("code_hash").unique(),
    codeUntil: moment("code_until"),
    /** Null: no browser is paired. */
    tokenHash: bytea("token_hash").unique(),
    pairedAt: moment("paired_at"),
    lastSeenAt: moment("last_seen_at"),
    ip: inet("ip"),
    userAgent: text("user_agent"),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.orgId),
    check("screen_name", sql`length(${t.name}) between 1 and 30`),
    check("screen_code", sql`(${t.codeHash} is null) = (${t.codeUntil} is null)`),
    check("screen_paired", sql`(${t.tokenHash} is null) = (${t.pairedAt} is null)`),
  ],
)

/** REQ-2: a write repeated with the same key is done once; `reply` is null while the first is still running. */
export const idempotentRequest = pgTable(
  "idempotent_request",
  {
    id: ownId(),
    orgId: orgId(),
    personId: ownerId().notNull(),
    key: text("key").notNull(),
    call: text("call").notNull(),
    requestHash: bytea("request_hash").notNull(),
    status: smallint("status"),
    reply: jsonb("reply").$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.personId, t.key), index().on(t.createdAt), index().on(t.orgId)],
)

/**
 * SSO-1: what the OpenID Connect provider keeps (codes, tokens, grants, its sessions): found by hashes and sealed with the site's
 * pepper, so that a copy of the database lets nobody in.
 */
export const oidcState = pgTable(
  "oidc_state",
  {
    model: text("model").notNull(),
    idHash: bytea("id_hash").notNull(),
    grantHash: bytea("grant_hash"),
    uidHash: bytea("uid_hash"),
    /** Of the provider's session: the portal's one that it stands on, and ends with. */
    sessionId: uuid("session_id").references(() => session.id, { onDelete: "cascade" }),
    sealed: bytea("sealed").notNull(),
    consumedAt: moment("consumed_at"),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.idHash] }),
    index().on(t.grantHash).where(isNotNull(t.grantHash)),
    index().on(t.uidHash).where(isNotNull(t.uidHash)),
    index().on(t.sessionId),
    index().on(t.expiresAt),
  ],
)

/** SSO-1: keys that sign tokens. Each is published before it signs, and until the last token that it signed has expired. */
export const oidcKey = pgTable(
  "oidc_key",
  {
    kid: text("kid").primaryKey(),
    /** The private key as JWK, sealed. */
    sealed: bytea("sealed").notNull(),
    createdAt: createdAt(),
    signsFrom: moment("signs_from").notNull(),
    /** Null: it is the newest. */
    publishedUntil: moment("published_until"),
  },
  (t) => [index().on(t.signsFrom)],
)
