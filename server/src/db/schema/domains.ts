import type { ApplicationClaim } from "@uc/contract/applications/application-claims"
import type { KeyScope } from "@uc/contract/applications/application-keys"
import type { SignOnFailure } from "@uc/contract/applications/sign-on-failures"
import type { ApplicationProtocol } from "@uc/contract/applications/application-protocols"
import type { HostedOperation } from "@uc/contract/reauth/hosted-operations"
import { domainAddress } from "@uc/contract/domains/domain-address"
import { isNotNull, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { bytea, createdAt, id, moment, ownId, sharedPath } from "./columns.ts"
import { department, orgId } from "./organisations.ts"
import { ownerId, person } from "./people.ts"
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
    /** DISTRICT-14: what its server learns about a person: the contract's `domainUserFields`. */
    userFields: text("user_fields").array().notNull().default(["account", "name", "departments"]),
    /** DISTRICT-13: what its pages may have somebody prove who they are for. */
    operations: jsonb("operations").$type<HostedOperation[]>().notNull().default([]),
    /** SHA-256 of what its server redeems tickets with. */
    secretHash: bytea("secret_hash"),
    lastUsedAt: moment("last_used_at"),
    /** DISTRICT-12: in force for every organisation of this area and below; empty: for all, which the platform may say. */
    sharedPath: sharedPath(),
    /** SSO-3: the application that has brought it along, and takes it away again; null: an administrator listed it. */
    applicationId: id("application_id").references((): AnyPgColumn => application.id, {
      onDelete: "cascade",
    }),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index().on(t.applicationId).where(isNotNull(t.applicationId)),
    unique("auth_domain_of_org").on(t.orgId, t.id),
    uniqueIndex("auth_domain_once").on(t.orgId, t.origin),
    index().on(t.origin),
    index().on(t.sharedPath).where(isNotNull(t.sharedPath)),
    check("auth_domain_lengths", sql`length(${t.name}) <= 100 and length(${t.domainIp}) <= 100`),
    check("auth_domain_address", sql`${t.domainIp} ~ ${pattern}`),
    check("auth_domain_canonical", sql`${t.origin} ~ ${pattern} and ${t.origin} = lower(${t.origin})`),
  ],
)

/**
 * DISTRICT-12: a site that an organisation does not want although one above has listed it. By the site and not by the entry:
 * one that is removed and listed again stays declined.
 */
export const declinedDomain = pgTable(
  "declined_domain",
  {
    orgId: orgId(),
    /** Canonical, as in `auth_domain`. */
    origin: text("origin").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.origin] }), index().on(t.origin)],
)

/** DISTRICT-12: when people of an organisation last opened a site that one above has listed: it can't write that row. */
export const inheritedDomainUse = pgTable(
  "inherited_domain_use",
  {
    orgId: orgId(),
    domainId: id("domain_id")
      .notNull()
      .references(() => authDomain.id, { onDelete: "cascade" }),
    lastUsedAt: moment("last_used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.domainId] }), index().on(t.domainId)],
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
    /** The person's; the domain may be of an organisation above. */
    orgId: orgId(),
    domainId: id("domain_id").notNull(),
    /** Of the page that it was issued for: whether that is still in force is looked at when it is redeemed. */
    origin: text("origin").notNull(),
    personId: id("person_id").notNull(),
    sessionId: uuid("session_id").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    // Removing the domain removes what was issued for it.
    foreignKey({ columns: [t.domainId], foreignColumns: [authDomain.id] }).onDelete("cascade"),
    foreignKey({
      columns: [t.orgId, t.personId],
      foreignColumns: [person.orgId, person.id],
    })
      .onUpdate("restrict")
      .onDelete("cascade"),
    foreignKey({ columns: [t.sessionId], foreignColumns: [session.id] }).onDelete("cascade"),
    index().on(t.domainId),
    index().on(t.orgId, t.personId),
    index().on(t.sessionId),
    index().on(t.expiresAt),
  ],
)

/** SSO-3: a system that people sign in to through this one. */
export const application = pgTable(
  "application",
  {
    id: ownId(),
    orgId: orgId(),
    /** What it names itself by: random, so that nothing follows from it. */
    clientId: text("client_id").notNull().unique(),
    protocol: text("protocol").$type<ApplicationProtocol>().notNull().default("oidc"),
    name: text("name").notNull(),
    icon: text("icon").notNull(),
    homeAddress: text("home_address").notNull(),
    /** Compared letter by letter. */
    redirectAddresses: text("redirect_addresses").array().notNull(),
    logoutAddresses: text("logout_addresses").array().notNull().default([]),
    backchannelAddress: text("backchannel_address"),
    claims: text("claims").array().$type<ApplicationClaim[]>().notNull().default([]),
    isOwn: boolean("is_own").notNull().default(true),
    /** Who may use it: everybody of the organisation, and of this area and below (empty: all), as of a domain. */
    sharedPath: sharedPath(),
    minAdmintype: smallint("min_admintype").notNull().default(0),
    /** Holders of one of these alone; empty: everybody. */
    roleIds: id("role_ids").array().notNull().default([]),
    /** SHA-256 of the secret, and of the one before it while both are accepted. */
    secretHash: bytea("secret_hash"),
    oldSecretHash: bytea("old_secret_hash"),
    oldSecretUntil: moment("old_secret_until"),
    /** Public keys in place of a secret. */
    keySet: text("key_set"),
    /** SSO-10: PKCE is not required of it. */
    waivesPkce: boolean("waives_pkce").notNull().default(false),
    /** SSO-12: it has neither a secret nor keys. */
    isPublic: boolean("is_public").notNull().default(false),
    lastUsedAt: moment("last_used_at"),
    disabledAt: moment("disabled_at"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index().on(t.orgId),
    index().on(t.sharedPath).where(isNotNull(t.sharedPath)),
    check("application_redirects", sql`cardinality(${t.redirectAddresses}) between 1 and 10`),
    check("application_old_secret", sql`(${t.oldSecretHash} is null) = (${t.oldSecretUntil} is null)`),
  ],
)

/** SSO-1: what somebody lets an application know that is not their organisation's own. */
export const applicationConsent = pgTable(
  "application_consent",
  {
    personId: ownerId().notNull(),
    orgId: orgId(),
    applicationId: id("application_id")
      .notNull()
      .references(() => application.id, { onDelete: "cascade" }),
    claims: text("claims").array().$type<ApplicationClaim[]>().notNull(),
    givenAt: moment("given_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.applicationId] }),
    index().on(t.orgId),
    index().on(t.applicationId),
  ],
)

/**
 * SSO-14: sign-ons that have failed, for whoever administers the application. The same failure from the same address is one row that
 * counts; there are never more of an application than are shown.
 */
export const applicationFailure = pgTable(
  "application_failure",
  {
    id: ownId(),
    applicationId: id("application_id")
      .notNull()
      .references(() => application.id, { onDelete: "cascade" }),
    reason: text("reason").$type<SignOnFailure>().notNull(),
    /** Whose request it was. */
    ip: inet("ip").notNull(),
    /** The address that the request named, without what stands behind `?`; empty: none that matters. */
    address: text("address").notNull().default(""),
    times: integer("times").notNull().default(1),
    firstAt: moment("first_at").notNull().defaultNow(),
    lastAt: moment("last_at").notNull().defaultNow(),
  },
  (t) => [
    unique("application_failure_once").on(t.applicationId, t.reason, t.ip, t.address),
    index().on(t.applicationId, t.lastAt),
    index().on(t.lastAt),
    check("application_failure_lengths", sql`length(${t.address}) <= 300`),
  ],
)

/**
 * SSO-7: who is signed on to which application, and what it answered when it was told that this is over. Rows are kept apart from the
 * session and the person: what ends with them still has to be told.
 */
export const applicationSignOn = pgTable(
  "application_sign_on",
  {
    id: ownId(),
    /** The portal's. */
    sessionId: uuid("session_id").notNull(),
    applicationId: id("application_id")
      .notNull()
      .references(() => application.id, { onDelete: "cascade" }),
    /** What the application knows the sign-on by: random. */
    sid: text("sid").notNull().unique(),
    issuer: text("issuer").notNull(),
    /** SSO-2: by CAS: the address that it signed on with, which is told. */
    service: text("service"),
    /** What it knows the person by. */
    subject: id("subject").notNull(),
    createdAt: createdAt(),
    /** When it is to be told: at first the end of the session, then now or the next try. Null: nothing is to be done any more. */
    nextAt: moment("next_at"),
    endedAt: moment("ended_at"),
    tries: smallint("tries").notNull().default(0),
    /** The contract's `SignOutAnswer`. */
    answer: text("answer"),
    answeredAt: moment("answered_at"),
    toldAt: moment("told_at"),
  },
  (t) => [
    index().on(t.sessionId),
    index().on(t.applicationId, t.nextAt),
    index().on(t.nextAt).where(isNotNull(t.nextAt)),
    index().on(t.answeredAt).where(isNotNull(t.answeredAt)),
  ],
)

/** SSO-2: a ticket of CAS: its application learns once, within seconds, who has come. Looked at, it is gone. */
export const casTicket = pgTable(
  "cas_ticket",
  {
    ticketHash: bytea("ticket_hash").primaryKey(),
    applicationId: id("application_id")
      .notNull()
      .references(() => application.id, { onDelete: "cascade" }),
    /** Compared letter by letter. */
    service: text("service").notNull(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    /** The person proved in the course of this sign-on who they are. */
    isNew: boolean("is_new").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index().on(t.applicationId), index().on(t.sessionId), index().on(t.expiresAt)],
)

/** SSO-5: what an application's server proves itself with; told once. A row that is gone is revoked. */
export const applicationKey = pgTable(
  "application_key",
  {
    id: ownId(),
    orgId: orgId(),
    applicationId: id("application_id")
      .notNull()
      .references(() => application.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256: 256 random bits can't be guessed from it. */
    keyHash: bytea("key_hash").notNull().unique(),
    /** Its last characters. */
    hint: text("hint").notNull(),
    scopes: text("scopes").array().$type<KeyScope[]>().notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
    endsAt: moment("ends_at"),
    /** When the audit log last said that it reads. */
    notedAt: moment("noted_at"),
  },
  (t) => [index().on(t.orgId), index().on(t.applicationId)],
)

/** SSO-5: the application that may write an organisation's people and departments (主数据源): one at most. */
export const directoryMaster = pgTable(
  "directory_master",
  {
    orgId: orgId().primaryKey(),
    applicationId: id("application_id")
      .notNull()
      .references(() => application.id, { onDelete: "cascade" }),
    since: moment("since").notNull().defaultNow(),
  },
  (t) => [index().on(t.applicationId)],
)

/** SSO-5: what an application calls a person (`externalId`), and whether it has deleted them for itself. */
export const applicationPerson = pgTable(
  "application_person",
  {
    personId: ownerId().notNull(),
    orgId: orgId(),
    applicationId: id("application_id")
      .notNull()
      .references(() => application.id, { onDelete: "cascade" }),
    externalId: text("external_id"),
    /** While the person is disabled, they are not there for this application. */
    deletedAt: moment("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.applicationId] }),
    index().on(t.orgId),
    index().on(t.applicationId, t.externalId),
  ],
)

/** SSO-5: what an application calls a department. */
export const applicationDepartment = pgTable(
  "application_department",
  {
    departmentId: id("department_id")
      .notNull()
      .references(() => department.id, { onDelete: "cascade" }),
    orgId: orgId(),
    applicationId: id("application_id")
      .notNull()
      .references(() => application.id, { onDelete: "cascade" }),
    externalId: text("external_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.departmentId, t.applicationId] }),
    index().on(t.orgId),
    index().on(t.applicationId, t.externalId),
  ],
)
