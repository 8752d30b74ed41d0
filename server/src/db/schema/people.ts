import type { PermissionId } from "@uc/contract/roles/permission-id"
import type { ScopeKind } from "@uc/contract/roles/permissions"
import type { Admintype, Usertype } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId, searchColumns } from "./columns.ts"
import { dataImport } from "./imports.ts"
import { department, orgId, post } from "./organisations.ts"

/** The person's own part of "Current user, stored locally"; organisation and area come by `org_id`. */
export const person = pgTable(
  "person",
  {
    id: ownId(),
    orgId: orgId(),
    account: text("account").notNull().unique(),
    /** `nickname` on the wire. */
    name: text("name").notNull(),
    phone: text("phone"),
    /** When they showed by a code that it is theirs. Another number clears it (trigger `person_phone_changed`). */
    phoneProvenAt: moment("phone_proven_at"),
    /** SSO-13: as it was written, and verified by nobody: nothing that lets somebody sign in may follow from it (decision 119). */
    email: text("email"),
    idcard: text("idcard"),
    himg: text("himg"),
    faceimg: text("faceimg"),
    checktype: text("checktype"),
    reason: text("reason"),
    synctype: text("synctype"),
    usertype: smallint("usertype").$type<Usertype>().notNull(),
    admintype: smallint("admintype").$type<Admintype>().notNull().default(0),
    role: text("role").notNull().default(""),
    classcode: text("classcode"),
    classname: text("classname"),
    isParent: boolean("is_parent").notNull().default(false),
    grade: text("grade"),
    sex: text("sex"),
    phoneclient: text("phoneclient"),
    phoneicon: text("phoneicon"),
    phonelogo: text("phonelogo"),
    signature: text("signature"),
    /** LOGIN-3: must use a second factor on every login page. */
    mustUseSecondFactor: boolean("must_use_second_factor").notNull().default(false),
    version: integer("version").notNull().default(1),
    disabledAt: moment("disabled_at"),
    /** The import that added them. */
    importId: id("import_id"),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    ...searchColumns(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    // `Admin` beside `admin` would be taken for the other.
    uniqueIndex("person_account_anyhow").on(sql`lower(${t.account})`),
    // HOME-6: an organisation's people as they are listed.
    index("person_listed").on(t.orgId, t.pinyin, t.id),
    index().on(t.orgId, t.name.op("text_pattern_ops")),
    index().on(t.name.op("text_pattern_ops")),
    index().on(t.pinyin.op("text_pattern_ops")),
    index().on(t.initials.op("text_pattern_ops")),
    index().on(t.phone),
    index("person_email")
      .on(sql`lower(${t.email})`)
      .where(sql`${t.email} is not null`),
    index("person_of_import")
      .on(t.importId)
      .where(sql`${t.importId} is not null`),
    foreignKey({ columns: [t.importId], foreignColumns: [dataImport.id] }).onDelete("set null"),
    check("person_usertype", sql`${t.usertype} in (10, 20, 30, 40)`),
    check("person_admintype", sql`${t.admintype} in (0, 1, 2, 9)`),
  ],
)

/**
 * The person whom a row belongs to, and with whom it goes: it is deleted with them, and its `org_id` is theirs, always. The
 * database sees to that in every table with such a key (`bind_personal_tables()`, decision 050).
 */
export function ownerId() {
  return id("person_id").references(() => person.id, { onDelete: "cascade" })
}

/** One row per department that a person works in, with the post held there. */
export const personDepartment = pgTable(
  "person_department",
  {
    id: ownId(),
    orgId: orgId(),
    personId: id("person_id").notNull(),
    departmentId: id("department_id").notNull(),
    postId: id("post_id"),
    isMain: boolean("is_main").notNull().default(false),
    sortNo: integer("sort_no").notNull().default(0),
  },
  (t) => [
    unique().on(t.personId, t.departmentId),
    uniqueIndex("person_department_one_main")
      .on(t.personId)
      .where(sql`${t.isMain}`),
    foreignKey({
      columns: [t.orgId, t.personId],
      foreignColumns: [person.orgId, person.id],
    })
      .onUpdate("restrict")
      .onDelete("cascade"),
    foreignKey({ columns: [t.orgId, t.departmentId], foreignColumns: [department.orgId, department.id] }),
    foreignKey({ columns: [t.orgId, t.postId], foreignColumns: [post.orgId, post.id] }),
    index().on(t.orgId, t.departmentId, t.sortNo),
    index().on(t.orgId, t.postId),
    index().on(t.orgId, t.personId),
  ],
)

/** LOGIN-2: argon2id over an HMAC of the upper-case MD5. `pepper_kid` names the pepper, which is never stored here. */
export const credential = pgTable(
  "credential",
  {
    personId: ownerId().primaryKey(),
    orgId: orgId(),
    scheme: text("scheme").notNull().default("md5u+hmac256+argon2id"),
    pepperKid: text("pepper_kid").notNull().default("1"),
    phc: text("phc").notNull(),
    changedAt: moment("changed_at").notNull().defaultNow(),
    /** An administrator made it: good for nothing but setting another one, until then. Null: the person's own. */
    oneTimeUntil: moment("one_time_until"),
  },
  (t) => [index().on(t.orgId)],
)

/** DISTRICT-8: a role that an organisation has composed for its own people. Built-in roles follow from the admintype. */
export const role = pgTable(
  "role",
  {
    id: ownId(),
    orgId: orgId(),
    name: text("name").notNull(),
    permissions: text("permissions").array().$type<PermissionId[]>().notNull().default([]),
    scopeKind: text("scope_kind").$type<ScopeKind>().notNull(),
    /** Where the scope is `chosen`. What the holder does not reach has no effect. */
    scopeOrgs: id("scope_orgs").array().notNull().default([]),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.orgId),
    check(
      "role_scope_kind",
      sql`${t.scopeKind} in ('own', 'department', 'departments', 'organisation', 'area', 'chosen')`,
    ),
  ],
)

/** A transfer deletes the rows (decision 092). A row of another organisation's role would have no effect. */
export const personRole = pgTable(
  "person_role",
  {
    personId: ownerId().notNull(),
    orgId: orgId(),
    roleId: id("role_id")
      .notNull()
      .references(() => role.id, { onDelete: "cascade" }),
    givenBy: id("given_by").references(() => person.id, { onDelete: "set null" }),
    givenAt: moment("given_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.roleId] }),
    index().on(t.orgId),
    index().on(t.roleId),
    index().on(t.givenBy),
  ],
)
