import { admintypes, type Admintype, type Usertype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { personRole, role } from "../../db/schema/people.ts"
import { administeredBy, scopeOf, type Scope } from "../../db/scope.ts"
import type { HeldRole } from "./held-role.ts"
import { departmentsFor, resolvedRole, type StoredRole } from "./resolve-roles.ts"

/** What a query of a person selects to know what they may do; it joins their organisation and its area. */
export const rightsColumns = {
  // Every path below this one (digits and slashes) as a range: the index serves no pattern that comes out of a column.
  orgsInArea: sql<Id[]>`array(select reached.id::text from ${organisation} reached
    where reached.area_path ~>=~ ${area.path} and reached.area_path ~<~ (${area.path} || ':'))`,
  // Needed for an area's administrator and for holders of roles; the others do not pay for it.
  platformOrgs: sql<Id[]>`case when ${person.admintype} = ${sql.raw(`${admintypes.area}`)}
    or exists (select from ${personRole} h where h.person_id = ${person.id})
    then array(select own.id::text from ${organisation} own where own.kind = 'platform') else '{}' end`,
  // DISTRICT-8: of another organisation than the person's it has no effect.
  roles: sql<StoredRole[]>`coalesce((select json_agg(json_build_object('id', r.id::text, 'name', r.name,
      'permissions', r.permissions, 'scopeKind', r.scope_kind, 'scopeOrgs', r.scope_orgs::text[]) order by r.id)
    from ${personRole} h join ${role} r on r.id = h.role_id and r.org_id = ${person.orgId}
    where h.person_id = ${person.id}), '[]'::json)`,
}

interface RightsRow {
  readonly person: {
    readonly id: Id
    readonly orgId: Id
    readonly usertype: Usertype
    readonly admintype: Admintype
  }
  readonly area: { readonly path: string }
  readonly orgsInArea: readonly Id[]
  readonly platformOrgs: readonly Id[]
  readonly roles: readonly StoredRole[]
}

export interface Rights {
  /** ROLE-2: what they see. */
  readonly scope: Scope
  /** What the built-in role of their admintype administers. */
  readonly builtIn: Scope
  readonly roles: readonly HeldRole[]
}

export async function rightsFrom(db: Db, row: RightsRow): Promise<Rights> {
  const { id, orgId: orgid, usertype, admintype } = row.person
  const { platformOrgs, orgsInArea } = row
  const scope = scopeOf({ usertype, orgid, areaPath: row.area.path, orgsInArea })
  const holder = {
    id,
    orgid,
    scope,
    platformOrgs,
    departments: await departmentsFor(db, id, row.roles),
  }
  return {
    scope,
    builtIn: administeredBy({ admintype, orgid, platformOrgs }, scope),
    roles: row.roles.map((stored) => resolvedRole(stored, holder)),
  }
}

/** Of somebody who need not be signed in. */
export async function rightsOfPerson(db: Db, personId: Id) {
  const [row] = await db
    .select({
      person,
      org: { id: organisation.id, name: organisation.name, disabledAt: organisation.disabledAt },
      area: { path: area.path },
      ...rightsColumns,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .innerJoin(area, eq(area.id, organisation.areaId))
    .where(eq(person.id, personId))
  return row ? { ...row, ...(await rightsFrom(db, row)) } : null
}
