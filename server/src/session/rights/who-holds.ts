import type { Admintype } from "@uc/contract/account/calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { permissionOf, permissions } from "@uc/contract/roles/permissions"
import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"

/**
 * DISTRICT-8: of people `p` in a query, whoever holds the permission for the whole of their own organisation: for notifications
 * about what waits for one of them. The rule of `heldOf`, for many people at once.
 */
export function holdsInOwnOrganisation(id: PermissionId): SQL {
  return holdsFor(id, sql`p.org_id`)
}

/**
 * The same about an organisation that `p` reaches, which may be one below the own one. All administrators of a bureau are told
 * of what comes up to it, also those who administer the bureau alone.
 */
export function holdsFor(id: PermissionId, org: SQL): SQL {
  const from: Admintype = permissionOf(id).from
  const giving = permissions
    .filter((each) => each.id === id || each.includes.includes(id))
    .map((each) => each.id)
  return sql`(p.admintype >= ${sql.raw(`${from}`)} or exists (
    select from person_role held join role given on given.id = held.role_id and given.org_id = p.org_id
    where held.person_id = p.id and given.permissions && ${sql.param(giving)}::text[]
      and (given.scope_kind = 'area' or (given.scope_kind = 'organisation' and p.org_id = ${org})
        or (given.scope_kind = 'chosen' and ${org} = any (given.scope_orgs)))))`
}

const toldAtMost = 20

/** Who of these organisations is told of what waits in them: whoever holds the permission there, administrators first. */
export async function holdersIn(db: Db, id: PermissionId, orgs: readonly Id[]): Promise<Id[]> {
  const { rows } = await db.execute<{ id: Id }>(sql`
    select told.id::text from unnest(${sql.param([...orgs])}::bigint[]) org
    cross join lateral (select p.id from person p
      where p.org_id = org and p.disabled_at is null and ${holdsInOwnOrganisation(id)}
      order by p.admintype desc, p.id limit ${toldAtMost}) told`)
  return rows.map((row) => row.id)
}

/** Who of one organisation is told of what waits in another one below it. */
export async function holdersFor(
  db: Db,
  id: PermissionId,
  { of, about }: { readonly of: Id; readonly about: Id },
): Promise<Id[]> {
  const { rows } = await db.execute<{ id: Id }>(sql`
    select p.id::text from person p
    where p.org_id = ${of}::bigint and p.disabled_at is null and ${holdsFor(id, sql`${about}::bigint`)}
    order by p.admintype desc, p.id limit ${toldAtMost}`)
  return rows.map((row) => row.id)
}
