import { errtypes, replyMessages } from "@uc/contract/core/reply"
import type { FastifyRequest } from "fastify"
import { cookieOf } from "./cookies.ts"
import { Refusal } from "../errors/refusal.ts"
import { sessionCookieName } from "./session-cookie.ts"
import type { Sessions } from "./sessions.ts"
import type { SignedIn } from "./signed-in.ts"

/** For the routes of files, which are not calls. `isActivity`: a person requested it, not a page that shows a picture. */
export async function mustBeSignedIn(
  { sessions }: { readonly sessions: Sessions },
  request: FastifyRequest,
  isActivity: boolean,
): Promise<SignedIn> {
  const token = cookieOf(request, sessionCookieName(request))
  const user = token === undefined ? null : await sessions.find(token, isActivity)
  request.madeBy = user
  if (!user) throw new Refusal(replyMessages.signedOut, { status: 401, errtype: errtypes.signedOut })
  if (user.isLocked) throw new Refusal(replyMessages.locked, { status: 403, errtype: errtypes.locked })
  return user
}
