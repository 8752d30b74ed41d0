import type { FastifyRequest } from "fastify"
import { cookieOf } from "../../session/cookies.ts"
import { sessionCookieName } from "../../session/session-cookie.ts"
import type { Services } from "../services.ts"

/** Whether somebody is signed in who has not left their desk. Without a cookie it costs no query. */
export async function hasSession(
  { sessions }: Pick<Services, "sessions">,
  request: FastifyRequest,
): Promise<boolean> {
  const token = cookieOf(request, sessionCookieName(request))
  const who = token === undefined ? null : await sessions.find(token, false)
  return who !== null && !who.isLocked
}
