import { roleMessages } from "@uc/contract/roles/calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { reaches } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { SignedIn } from "../signed-in.ts"
import { heldOf, type Holder } from "./held-permissions.ts"
import type { HeldRole } from "./held-role.ts"
import { rightsOfPerson } from "./person-rights.ts"

/**
 * FAULT-1: whether the actor holds everything that these roles give, over everything that they reach. Whoever resets a
 * password or changes a phone can sign in as that person, so without this check a role could be taken over from below.
 */
export function coversRoles(actor: Holder, orgOfRoles: Id, roles: readonly HeldRole[]): boolean {
  return roles.every((role) =>
    role.permissions.every((permission) => coversPermission(actor, orgOfRoles, role, permission)),
  )
}

function coversPermission(actor: Holder, org: Id, role: HeldRole, permission: PermissionId): boolean {
  const held = heldOf(actor, permission)
  if (held === null) return false
  if (held.scope.reach === "all") return true
  if (role.narrowed === null)
    return role.scope.reach !== "all" && role.scope.orgs.every((id) => reaches(held.scope, id))
  return reaches(held.scope, org)
}

/**
 * Of these people, those whose roles give more than the actor holds. Read without the actor's scope: a role that reaches
 * organisations which the actor does not see would look smaller than it is. Most people have no role, so few are looked at.
 */
export async function peopleWithRolesBeyond(
  { systemDb }: Pick<Database, "systemDb">,
  /** Null: somebody without any right. */
  actor: Holder | null,
  people: readonly Id[],
  isMeant: (role: HeldRole) => boolean = () => true,
): Promise<ReadonlySet<Id>> {
  const beyond = new Set<Id>()
  if (people.length === 0) return beyond
  const { rows } = await systemDb.execute<{
    id: Id
  }>(sql`select distinct h.person_id::text as id from person_role h
    join role r on r.id = h.role_id and r.org_id = h.org_id
    where h.person_id = any (${sql.param([...people])}::bigint[])`)
  for (const { id } of rows) {
    const rights = await rightsOfPerson(systemDb, id)
    const isCovered =
      rights === null ||
      (actor !== null && coversRoles(actor, rights.person.orgId, rights.roles.filter(isMeant)))
    if (!isCovered) beyond.add(id)
  }
  return beyond
}

/** Lock the people first: a role that is given at the same moment is then either seen here or waits. */
export async function mustCoverRolesOf(
  database: Pick<Database, "systemDb">,
  actor: SignedIn,
  people: readonly Id[],
): Promise<void> {
  if ((await peopleWithRolesBeyond(database, actor, people)).size > 0)
    throw new Refusal(roleMessages.rolesBeyondYou, { status: 403 })
}
