import type { PermissionId, ScopeKind } from "@uc/contract/roles/permissions"
import { sql } from "drizzle-orm"
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import { createdAt, id, moment, ownId } from "./columns.ts"
import { orgId } from "./organisations.ts"
import { ownerId, person } from "./people.ts"

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

/** Whoever moves to another organisation keeps the row, and it has no effect: a role is for its organisation's people. */
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
