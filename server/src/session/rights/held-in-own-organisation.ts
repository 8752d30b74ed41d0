import type { Admintype } from "@uc/contract/account/calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { permissionOf, permissions } from "@uc/contract/roles/permissions"
import { sql, type SQL } from "drizzle-orm"

/**
 * DISTRICT-8: of people `p` in a query, whoever holds the permission for the whole of their own organisation: for notifications
 * about what waits for one of them. The rule of `heldOf`, for many people at once.
 */
export function holdsInOwnOrganisation(id: PermissionId): SQL {
  const from: Admintype = permissionOf(id).from
  const giving = permissions
    .filter((each) => each.id === id || each.includes.includes(id))
    .map((each) => each.id)
  return sql`(p.admintype >= ${sql.raw(`${from}`)} or exists (
    select from person_role held join role given on given.id = held.role_id and given.org_id = p.org_id
    where held.person_id = p.id and given.permissions && ${sql.param(giving)}::text[]
      and (given.scope_kind in ('organisation', 'area') or (given.scope_kind = 'chosen' and p.org_id = any (given.scope_orgs)))))`
}
