import { AsyncLocalStorage } from "node:async_hooks"
import type { Id } from "@uc/contract/core/wire"

/** Who is signed in to the portal in the browser that makes the request. */
export interface PortalSession {
  readonly sessionId: string
  readonly personId: Id
}

/**
 * Of the request under way; null: nobody, or the request is an application's own. The provider has no parameter for it: it
 * asks its memory for a session by its own cookie.
 */
export const portalSession = new AsyncLocalStorage<PortalSession | null>()
