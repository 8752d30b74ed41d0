import type { FastifyRequest } from "fastify"
import type { Services } from "../../http/services.ts"
import { cookieOf } from "../../session/cookies.ts"
import { sessionCookieName } from "../../session/session-cookie.ts"
import type { SignedIn } from "../../session/signed-in.ts"

/** Who is signed in to the portal in the browser that makes the request; a locked session counts. */
export async function signedInAt({ sessions }: Services, request: FastifyRequest): Promise<SignedIn | null> {
  const token = cookieOf(request, sessionCookieName(request))
  const who = token === undefined ? null : await sessions.find(token, false)
  request.madeBy = who
  return who
}
