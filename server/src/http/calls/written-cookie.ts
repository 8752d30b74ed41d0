import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database, MayLag } from "../../db/open.ts"
import { isLogPosition } from "../../db/replica/log-position.ts"
import { cookieOf, setCookie } from "../../session/cookies.ts"

const name = "uc_written"
/** A replica is at most 10 s behind (db/replica/primary-positions.ts): after this it has every write of now. */
const keptS = 30

/**
 * OPS-5: after a write the browser keeps how far the database was, and reads that may lag are answered by a replica only once it has come
 * that far, whichever process they reach. A browser that changes it deceives itself alone.
 */
export async function noteWritten(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Where it can't be told now, the primary answers while the cookie lasts.
  const position = await database.writtenUpTo().catch(() => "unknown")
  if (position === null) return
  setCookie(reply, name, position.replace("/", "-"), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: request.protocol === "https",
    maxAge: keptS,
  })
}

/** Null: the primary must answer, because what the browser says can't be read. */
export function writtenBefore(request: FastifyRequest): MayLag | null {
  const text = cookieOf(request, name)
  if (text === undefined) return { after: null }
  const position = text.replace("-", "/")
  return isLogPosition(position) ? { after: position } : null
}
