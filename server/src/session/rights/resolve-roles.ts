import { isPermission, permissionOf, withIncluded, type ScopeKind } from "@uc/contract/roles/permissions"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { nobody, reaches, type Scope } from "../../db/scope.ts"
import type { HeldRole, Narrowed } from "./held-role.ts"

/** A role as it is stored. */
export interface StoredRole {
  readonly id: Id
  readonly name: string
  readonly permissions: readonly string[]
  readonly scopeKind: ScopeKind
  readonly scopeOrgs: readonly Id[]
}

export interface RoleHolder {
  readonly id: Id
  readonly orgid: Id
  /** ROLE-2: what they reach. No role goes beyond it. */
  readonly scope: Scope
  /** Organisations of the platform in that reach: only its own administrators administer those (BARE-6). */
  readonly platformOrgs: readonly Id[]
  readonly departments: OwnDepartments
}

interface OwnDepartments {
  readonly own: readonly Id[]
  readonly withBelow: readonly Id[]
}

const noDepartments: OwnDepartments = { own: [], withBelow: [] }

/** What a stored role is worth to its holder: nothing beyond their reach, no permission that is not for them. */
export function resolvedRole(stored: StoredRole, holder: RoleHolder): HeldRole {
  const { id, name, scopeKind } = stored
  const narrowed = narrowedBy(scopeKind, holder)
  const known = withIncluded(stored.permissions.filter(isPermission)).filter((permission) => {
    const { only, narrows } = permissionOf(permission)
    if (only === "builtIn" || (only === "platform" && holder.scope.reach !== "all")) return false
    return narrowed === null || narrows.some((kind) => kind === scopeKind)
  })
  const scope = narrowed === null ? wholeScope(stored, holder) : nobody
  return { id, name, scopeKind, permissions: known, scope, narrowed }
}

function narrowedBy(kind: ScopeKind, { id, departments }: RoleHolder): Narrowed | null {
  switch (kind) {
    case "own":
      return { person: id, departments: [] }
    case "department":
      return { person: null, departments: departments.own }
    case "departments":
      return { person: null, departments: departments.withBelow }
    case "organisation":
    case "area":
    case "chosen":
      return null
  }
}

function wholeScope({ scopeKind, scopeOrgs }: StoredRole, { orgid, scope, platformOrgs }: RoleHolder): Scope {
  const isTheirs = (org: Id) => reaches(scope, org) && (org === orgid || !platformOrgs.includes(org))
  const { areaPath } = scope
  if (scopeKind === "area")
    return scope.reach === "all" ? scope : { reach: "orgs", orgs: scope.orgs.filter(isTheirs), areaPath }
  const orgs = scopeKind === "chosen" ? scopeOrgs : [orgid]
  return { reach: "orgs", orgs: orgs.filter(isTheirs), areaPath }
}

/** Looked up only for those who have a role that is narrowed to them. */
export async function departmentsFor(
  db: Db,
  person: Id,
  roles: readonly StoredRole[],
): Promise<OwnDepartments> {
  if (!roles.some(({ scopeKind }) => scopeKind === "department" || scopeKind === "departments"))
    return noDepartments
  const { rows } = await db.execute<{ id: Id; is_own: boolean }>(sql`
    with own as (select department_id as id, org_id from person_department where person_id = ${person}::bigint)
    select d.id::text, bool_or(d.id = own.id) as is_own from own
    join department d on d.org_id = own.org_id and (d.id = own.id or own.id = any (d.ids))
    group by d.id`)
  return {
    own: rows.filter(({ is_own }) => is_own).map(({ id }) => id),
    withBelow: rows.map(({ id }) => id),
  }
}
