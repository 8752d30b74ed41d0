import type { PermissionId } from "@uc/contract/roles/permission-id"
import {
  permissionOf,
  permissions,
  scopeKinds,
  withIncluded,
  type ScopeKind,
} from "@uc/contract/roles/permissions"
import { roleMessages } from "@uc/contract/roles/calls"
import type { OrganisationKind } from "@uc/contract/directory/calls"
import type { Id } from "@uc/contract/core/wire"
import { reaches } from "../../db/scope.ts"
import { heldOf } from "../../session/rights/held-permissions.ts"
import type { SignedIn } from "../../session/signed-in.ts"

export interface Owner {
  readonly id: Id
  readonly kind: OrganisationKind
  /** What its people reach beside it (ROLE-2), without the platform's own organisation. Null: everything. */
  readonly reached: readonly Id[] | null
}

export interface Composed {
  readonly permissions: readonly PermissionId[]
  readonly scopeKind: ScopeKind
  readonly scopeOrgs: readonly Id[]
}

/** DISTRICT-8: why the giver may not compose, change or give this role; null: they may. */
export function obstacleToRole(giver: SignedIn, owner: Owner, role: Composed): string | null {
  const { scopeKind, scopeOrgs } = role
  if (!scopesFor(owner).includes(scopeKind)) return roleMessages.areaOnlyAbove
  if (scopeKind === "chosen" && scopeOrgs.length === 0) return roleMessages.noOrganisations
  for (const id of withIncluded(role.permissions)) {
    const { name, only, narrows, forBelow } = permissionOf(id)
    if (only === "builtIn") return roleMessages.notComposed(name)
    if (only === "platform" && owner.kind !== "platform") return roleMessages.platformsAlone(name)
    if (forBelow && !isAbove(owner)) return roleMessages.onlyAbove(name)
    if (isNarrow(scopeKind) && !narrows.some((kind) => kind === scopeKind))
      return roleMessages.notNarrowed(name)
    if (!isWithin(giver, owner, id, role)) return roleMessages.beyondGiver
  }
  return null
}

function isNarrow(kind: ScopeKind): boolean {
  return kind === "own" || kind === "department" || kind === "departments"
}

function isWithin(
  giver: SignedIn,
  owner: Owner,
  id: PermissionId,
  { scopeKind, scopeOrgs }: Composed,
): boolean {
  const held = heldOf(giver, id)
  if (held === null || held.narrowed !== null) return false
  if (scopeKind === "area" && owner.reached === null) return held.scope.reach === "all"
  const orgs = scopeKind === "area" ? (owner.reached ?? []) : scopeKind === "chosen" ? scopeOrgs : [owner.id]
  return orgs.every((org) => reaches(held.scope, org))
}

/** A school's people reach their school alone: there is no area to choose. */
export function scopesFor(owner: Pick<Owner, "kind">): ScopeKind[] {
  return (Object.keys(scopeKinds) as ScopeKind[]).filter(
    (each) => isAbove(owner) || (each !== "area" && each !== "chosen"),
  )
}

function isAbove({ kind }: Pick<Owner, "kind">): boolean {
  return kind === "bureau" || kind === "platform"
}

/** What the giver may put into a role of this organisation. */
export function offeredTo(giver: SignedIn, owner: Owner): PermissionId[] {
  const whole = { scopeKind: "organisation", scopeOrgs: [] } as const
  return permissions
    .map(({ id }) => id)
    .filter((id) => obstacleToRole(giver, owner, { ...whole, permissions: [id] }) === null)
}
