import type { Db } from "../../db/open.ts"
import type { Scope } from "../../db/scope.ts"
import type { Caller } from "../../session/caller.ts"
import type { Device } from "../../session/device.ts"
import type { KnownScreen } from "../../session/screens.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import type { Signature } from "./signature.ts"

interface ContextOf<User> {
  readonly user: User
  /** The session of the request's cookie, also a locked one: a sign-in ends it. */
  readonly before: { readonly sessionId: string } | null
  readonly scope: Scope
  /** The request's one transaction, behind the caller's scope: committed with the answer, rolled back with a refusal. */
  readonly db: Db
  /** What an export writes about itself: `db` may be a replica's then (OPS-5). */
  readonly auditDb: Db
  readonly caller: Caller
  readonly device: Device
  /** The signature of a call that is declared `signed`, unchecked. */
  readonly signature: Signature
  /** Sets a header of the answer, also where the call fails. */
  readonly setHeaders: (headers: Readonly<Record<string, string>>) => void
  /** Sets the cookie of a session that has begun, or clears it. */
  readonly setSession: (token: string | null) => void
  /** DAY-7: makes the browser a screen, which it stays until that is revoked. */
  readonly setScreen: (token: string) => void
  /** For a sensitive call: details for the audit log besides who, what and when. Never a secret. */
  readonly note: (detail: Readonly<Record<string, unknown>>) => void
}

/** What a handler knows about the request that it answers. */
export type RequestContext = ContextOf<SignedIn>
/** Of a call that anybody may make. */
export type OpenRequestContext = ContextOf<SignedIn | null>
/** DAY-7: of a call that a screen may make: there is a screen, or else somebody who is signed in. */
export type ScreenRequestContext = Omit<OpenRequestContext, "user"> &
  ({ readonly screen: KnownScreen; readonly user: null } | { readonly screen: null; readonly user: SignedIn })
