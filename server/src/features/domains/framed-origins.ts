import type { FastifyRequest } from "fastify"
import { domainsInForce } from "./domains-in-force.ts"
import type { Database } from "../../db/open.ts"
import { cookieOf } from "../../session/cookies.ts"
import { sessionCookieName } from "../../session/session-cookie.ts"
import type { Sessions } from "../../session/sessions.ts"

interface FramedParts {
  readonly database: Database
  readonly sessions: Sessions
}

/** DOM-7: the origins that the person's organisation has authorised, for `frame-src`; none without a session. */
export function framedOrigins({ database, sessions }: FramedParts) {
  return async (request: FastifyRequest): Promise<readonly string[]> => {
    const token = cookieOf(request, sessionCookieName(request))
    if (token === undefined) return []
    try {
      // A restored tab loads its document too, so this is no sign of activity.
      const who = await sessions.find(token, false)
      if (!who) return []
      const inForce = await database.transaction(who.scope, (db) => domainsInForce(db, who.user.orgid))
      return inForce.map(({ origin }) => origin)
    } catch (error) {
      // The portal opens all the same and shows the failure itself.
      request.log.warn({ err: error }, "framed origins")
      return []
    }
  }
}
