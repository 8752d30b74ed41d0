import { domainOrigins } from "@uc/contract/domains"
import { eq } from "drizzle-orm"
import type { FastifyRequest } from "fastify"
import type { Database } from "../db/open.ts"
import { authDomain } from "../db/schema/domains.ts"
import { remembered } from "./remembered.ts"
import { sessionCookie, type Sessions, type SignedIn } from "./session.ts"

interface FramedParts {
  readonly database: Database
  readonly sessions: Sessions
  readonly nowMs: () => number
}

/** DOM-7: the origins that the asking person's organisation has authorised, for `frame-src`; none for nobody. */
export function framedOrigins({ database, sessions, nowMs }: FramedParts) {
  const listOf = remembered(nowMs, async ({ user, scope }: SignedIn) => {
    const rows = await database.within(scope, (db) =>
      db.select({ domainIp: authDomain.domainIp }).from(authDomain).where(eq(authDomain.orgId, user.orgid)),
    )
    return [...new Set(rows.flatMap(({ domainIp }) => domainOrigins(domainIp)))]
  })
  return async (request: FastifyRequest): Promise<readonly string[]> => {
    const token = request.cookies[sessionCookie(request.protocol === "https").name]
    if (token === undefined) return []
    try {
      // A document may be loaded by a tab that a browser restores: nobody need be there.
      const who = await sessions.find(token, false)
      return who ? await listOf(who.user.orgid, who) : []
    } catch (error) {
      // The portal opens all the same, and says itself what does not work.
      request.log.warn({ err: error }, "framed origins")
      return []
    }
  }
}
