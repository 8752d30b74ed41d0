import type { CurrentUser } from "@uc/contract/account/calls"
import type { Scope } from "../db/scope.ts"
import type { HeldRole, Narrowed } from "./rights/held-role.ts"
import type { KnownScreen } from "./screens.ts"

declare module "fastify" {
  interface FastifyRequest {
    /** OPS-3: who made it, once that is known; for the access log alone. */
    madeBy: SignedIn | KnownScreen | null
  }
}

/** Who makes the request, and how far they reach. All of it comes out of the database, nothing from the browser. */
export interface SignedIn {
  readonly sessionId: string
  /** Idle for too long: only calls that are declared `whileLocked` are answered. */
  readonly isLocked: boolean
  /** The token was changed a moment ago; the request was under way with the one before. */
  readonly isOldToken: boolean
  /** Its own id, or that of the session that let it in or that it was switched from: sessions of one root can't approve each other. */
  readonly rootId: string
  /** FAULT-7: an identity source vouched for its person, or for the session that it was let in by or switched from. */
  readonly isBySource: boolean
  readonly account: string
  readonly user: CurrentUser
  readonly scope: Scope
  /**
   * Which part of `scope` they administer: in a request that of the call's permission, elsewhere that of the admintype
   * (`actingWith` in held-permissions.ts).
   */
  readonly administered: Scope
  /** Of `administered`, the own organisation holds for these people and departments alone; null: as a whole. */
  readonly narrowed: Narrowed | null
  /** What their built-in role administers. */
  readonly builtIn: Scope
  /** The roles that they were given beside it. */
  readonly roles: readonly HeldRole[]
}
