import type { PermissionId } from "@uc/contract/roles/permission-id"
import { builtInPermissions, noPermissionMessage, withIncluded } from "@uc/contract/roles/permissions"
import { nobody, reaches, reachesBeyond, type Scope } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { SignedIn } from "../signed-in.ts"
import type { HeldRole, Narrowed } from "./held-role.ts"

/** How far a permission goes: whole organisations, and a part of the own one where that is not among them. */
export interface Held {
  readonly scope: Scope
  readonly narrowed: Narrowed | null
}

export type Holder = Pick<SignedIn, "builtIn" | "roles" | "scope"> & {
  readonly user: Pick<SignedIn["user"], "admintype" | "orgid">
}

/**
 * DISTRICT-8: what somebody holds of a permission: by the built-in role of their admintype (ROLE-2) and by each role that they
 * were given, together. Null: nothing. The same decision enforces and explains.
 */
export function heldOf(holder: Holder, permission: PermissionId): Held | null {
  const { user, builtIn, roles } = holder
  const isBuiltIn = builtInPermissions(user.admintype).includes(permission)
  const giving = roles.filter((role) => role.permissions.includes(permission))
  if (giving.length === 0) return isBuiltIn ? { scope: builtIn, narrowed: null } : null
  const wholes = [...(isBuiltIn ? [builtIn] : []), ...giving.filter(isWhole).map(({ scope }) => scope)]
  const scope = wholes.reduce(union, { ...nobody, areaPath: holder.scope.areaPath })
  const parts = giving.flatMap(({ narrowed }) => (narrowed === null ? [] : [narrowed]))
  if (parts.length === 0 || reaches(scope, user.orgid)) return { scope, narrowed: null }
  return {
    scope,
    narrowed: {
      person: parts.find(({ person }) => person !== null)?.person ?? null,
      departments: [...new Set(parts.flatMap(({ departments }) => departments))],
    },
  }
}

function isWhole({ narrowed }: HeldRole): boolean {
  return narrowed === null
}

function union(one: Scope, other: Scope): Scope {
  if (one.reach === "all" || other.reach === "none") return one
  if (other.reach === "all" || one.reach === "none") return other
  return { ...one, orgs: [...new Set([...one.orgs, ...other.orgs])] }
}

/** Whole organisations in which somebody holds the permission; none where they do not. */
export function heldScope(holder: Holder, permission: PermissionId): Scope {
  return heldOf(holder, permission)?.scope ?? nobody
}

/** The same person, administering exactly what the permission is held for. Null: what the admintype says. */
export function actingWith(user: SignedIn, permission: PermissionId | null): SignedIn {
  // A built-in role has one scope for all of its permissions.
  if (user.roles.length === 0 || permission === null) return user
  const held = heldOf(user, permission)
  if (held === null) return { ...user, administered: nobody, narrowed: null }
  const own: Scope = { reach: "orgs", orgs: [user.user.orgid], areaPath: user.scope.areaPath }
  return {
    ...user,
    administered: held.narrowed === null ? held.scope : union(held.scope, own),
    narrowed: held.narrowed,
  }
}

export function mustHold(user: SignedIn, permission: PermissionId): void {
  if (heldOf(user, permission) === null) throw new Refusal(noPermissionMessage(permission), { status: 403 })
}

/** All that somebody holds, for the page: menus, tiles and buttons follow from it. */
export function allHeld({
  user,
  roles,
}: {
  readonly user: Pick<SignedIn["user"], "admintype">
  readonly roles: readonly Pick<HeldRole, "permissions">[]
}): readonly PermissionId[] {
  const builtIn = builtInPermissions(user.admintype)
  if (roles.length === 0) return builtIn
  return withIncluded([...builtIn, ...roles.flatMap(({ permissions }) => permissions)])
}

/** Those of them that hold for other organisations than the own one: a page then offers a choice. */
export function heldBeyond(holder: Holder): readonly PermissionId[] {
  return allHeld(holder).filter((id) => reachesBeyond(heldScope(holder, id), holder.user.orgid))
}
