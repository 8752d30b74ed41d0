import type { SourceKind } from "@uc/contract/identity-sources/kinds"
import { isNotNull, sql } from "drizzle-orm"
import {
  boolean,
  check,
  foreignKey,
  index,
  inet,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { ownerId, person } from "./people.ts"

/** LOGIN-5: a browser that its owner used before; a lock of the account does not shut it out. */
export const knownDevice = pgTable(
  "known_device",
  {
    id: ownId(),
    orgId: orgId(),
    personId: ownerId().notNull(),
    deviceHash: bytea("device_hash").notNull(),
    userAgent: text("user_agent"),
    ip: inet("ip"),
    firstAt: moment("first_at").notNull().defaultNow(),
    lastAt: moment("last_at").notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.personId, t.deviceHash),
    index().on(t.deviceHash),
    index().on(t.lastAt),
    index().on(t.orgId),
  ],
)

/** Tries are counted before they are made, so that a hundred at once are still five. */
export const authFailure = pgTable(
  "auth_failure",
  {
    /** What is counted: an account, a known browser of an account, an address, a session, a person. */
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    n: integer("n").notNull(),
    windowStart: moment("window_start").notNull().defaultNow(),
    lockedUntil: moment("locked_until"),
    /** How many locks came before, without a success between. */
    level: smallint("level").notNull().default(0),
  },
  // No further index: every try changes its rows twice, and with one on any of those columns each change would be one in
  // every index too.
  (t) => [primaryKey({ columns: [t.scope, t.key] })],
)

/** How often something was done in a span of time (SMS, slider pictures). Logged: a restart frees nothing. */
export const quota = pgTable(
  "quota",
  { key: text("key").notNull(), bucket: moment("bucket").notNull(), n: integer("n").notNull() },
  (t) => [primaryKey({ columns: [t.key, t.bucket] }), index().on(t.bucket)],
)

/** SSO-4: who else proves who people are. */
export const identitySource = pgTable(
  "identity_source",
  {
    id: ownId(),
    orgId: orgId(),
    /** What stands in its addresses: random, so that nothing follows from it. */
    key: text("key").notNull().unique(),
    kind: text("kind").$type<SourceKind>().notNull(),
    name: text("name").notNull(),
    address: text("address").notNull(),
    clientId: text("client_id").notNull(),
    agentId: text("agent_id").notNull(),
    /** Sealed with the site's pepper. */
    secret: bytea("secret"),
    accountClaim: text("account_claim").notNull(),
    mailDomains: text("mail_domains").array().notNull().default([]),
    sortNo: integer("sort_no").notNull().default(0),
    /** Whom it is for: everybody of the organisation, and of this area and below (empty: all), as of an application. */
    sharedPath: sharedPath(),
    signsOutThere: boolean("signs_out_there").notNull().default(false),
    disabledAt: moment("disabled_at"),
    /** When it was last tested, and what was wrong; both null: not since its connection was changed. */
    testedAt: moment("tested_at"),
    testProblem: text("test_problem"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index().on(t.orgId),
    check("identity_source_kind", sql`${t.kind} in ('oidc', 'cas', 'wecom', 'dingtalk', 'feishu')`),
  ],
)

/** SSO-4: an identity at a source that its person has linked to their account. */
export const identityLink = pgTable(
  "identity_link",
  {
    id: ownId(),
    orgId: orgId(),
    personId: ownerId().notNull(),
    sourceId: id("source_id")
      .notNull()
      .references(() => identitySource.id, { onDelete: "cascade" }),
    /** Keyed, over who vouches and whom: a source that is led to another server knows none of them any more. */
    subjectHash: bytea("subject_hash").notNull(),
    /** How the other side called them then. */
    label: text("label").notNull(),
    linkedAt: moment("linked_at").notNull().defaultNow(),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [unique().on(t.sourceId, t.subjectHash, t.personId), index().on(t.personId), index().on(t.orgId)],
)

/** A right password that waits for its second factor. */
export const signInTicket = pgTable(
  "sign_in_ticket",
  {
    idHash: bytea("id_hash").primaryKey(),
    personId: id("person_id").notNull(),
    holderHash: bytea("holder_hash").notNull(),
    variant: text("face"),
    /**
     * The second factor; once all are proven, a password of their own in the place of a one-time one; or that this account is
     * chosen among those of one phone, whose password or code was right.
     */
    waitsFor: text("waits_for")
      .$type<"code" | "password" | "account" | "account-by-code" | "account-by-link">()
      .notNull()
      .default("code"),
    /** SSO-4: the proof was that of another: it goes with what is linked. */
    linkId: id("link_id").references(() => identityLink.id, { onDelete: "cascade" }),
    issuedAt: moment("issued_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [
    foreignKey({ columns: [t.personId], foreignColumns: [person.id] }).onDelete("cascade"),
    index().on(t.expiresAt),
    check(
      "sign_in_ticket_waits_for",
      sql`${t.waitsFor} in ('code', 'password', 'account', 'account-by-code', 'account-by-link')`,
    ),
    index().on(t.personId),
    index().on(t.linkId).where(isNotNull(t.linkId)),
  ],
)

/** DISTRICT-1: the first passwords of one organisation that were made together. */
export const firstPasswordSheet = pgTable(
  "first_password_sheet",
  {
    id: ownId(),
    orgId: orgId(),
    /** Who had them made, and who took the file; they may be of another organisation. */
    givenBy: id("given_by"),
    downloadedBy: id("downloaded_by"),
    secretKind: text("secret_kind").$type<"password" | "link">().notNull().default("password"),
    /** Of links: the address of the portal that they begin with, as whoever had them made knows it. */
    page: text("page"),
    way: text("way").$type<"sheet" | "sms">().notNull(),
    total: integer("total").notNull(),
    days: integer("days").notNull(),
    until: moment("until").notNull(),
    downloadedAt: moment("downloaded_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    index("first_password_sheet_newest").on(t.orgId, t.createdAt.desc().nullsFirst()),
    check("first_password_sheet_way", sql`${t.way} in ('sheet', 'sms')`),
    check(
      "first_password_sheet_kind",
      sql`${t.secretKind} = 'password' or ${t.secretKind} = 'link' and ${t.page} is not null`,
    ),
  ],
)

/** One of them. The password, or the link's secret, stands here sealed, until the file is taken or it expires. */
export const firstPassword = pgTable(
  "first_password",
  {
    sheetId: id("sheet_id").notNull(),
    personId: ownerId().notNull(),
    orgId: orgId(),
    state: text("state").$type<"waiting" | "given" | "skipped" | "replaced">().notNull().default("waiting"),
    sealed: bytea("sealed"),
    smsId: uuid("sms_id"),
    until: moment("until").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sheetId, t.personId] }),
    foreignKey({ columns: [t.sheetId], foreignColumns: [firstPasswordSheet.id] }).onDelete("cascade"),
    index().on(t.personId),
    index().on(t.orgId),
    index("first_password_waiting")
      .on(t.sheetId)
      .where(sql`${t.state} = 'waiting'`),
    index("first_password_sealed").on(t.until).where(isNotNull(t.sealed)),
    check("first_password_state", sql`${t.state} in ('waiting', 'given', 'skipped', 'replaced')`),
  ],
)

/** DISTRICT-1: a link by which a person sets the first password. Its secret is known by its keyed hash alone. */
export const activationLink = pgTable(
  "activation_link",
  {
    secretHash: bytea("secret_hash").primaryKey(),
    personId: ownerId().notNull(),
    orgId: orgId(),
    until: moment("until").notNull(),
    usedAt: moment("used_at"),
    /** A later link, or a password by another way. */
    replacedAt: moment("replaced_at"),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.personId), index().on(t.orgId), index().on(t.until)],
)
