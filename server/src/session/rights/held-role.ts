import type { PermissionId } from "@uc/contract/roles/permission-id"
import type { ScopeKind } from "@uc/contract/roles/permissions"
import type { Id } from "@uc/contract/core/wire"
import type { Scope } from "../../db/scope.ts"

/** A part of the own organisation: the person alone, or what is in these departments. */
export interface Narrowed {
  readonly person: Id | null
  readonly departments: readonly Id[]
}

/** A role that somebody was given, resolved: which organisations of their reach it is for. */
export interface HeldRole {
  readonly id: Id
  readonly name: string
  readonly scopeKind: ScopeKind
  readonly permissions: readonly PermissionId[]
  /** Whole organisations. */
  readonly scope: Scope
  /** Instead of those, a part of the own one. */
  readonly narrowed: Narrowed | null
}
