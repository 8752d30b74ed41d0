import { idempotencyHeader } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import type { CurrentUser } from "@uc/contract/account/calls"
import { and, eq } from "drizzle-orm"
import type { FastifyRequest } from "fastify"
import type { Keyed } from "../../security/keyed.ts"
import type { Db } from "../../db/open.ts"
import { idempotentRequest } from "../../db/schema/sessions.ts"
import { Refusal } from "../../errors/refusal.ts"
import { refused } from "./input.ts"

interface IdempotencyKey {
  readonly key: string
  readonly call: string
  readonly requestHash: Buffer
}

/**
 * REQ-2: claims the key inside the write's own transaction. A second request with the same key waits on the unique
 * index until the first has committed (then it gets the first one's answer) or was rolled back (then it does the work).
 */
export async function answeredBefore(
  db: Db,
  user: CurrentUser,
  once: IdempotencyKey,
): Promise<string | null> {
  const claimed = await db
    .insert(idempotentRequest)
    .values({ personId: user.id, orgId: user.orgid, ...once })
    .onConflictDoNothing()
    .returning({ key: idempotentRequest.key })
  if (claimed.length > 0) return null
  // Locked: a commit that wrote nothing would not wait for the synchronous standby, and the first one may not have reached it.
  const [before] = await db.select().from(idempotentRequest).where(isOf(user, once)).for("update")
  if (!before?.reply || before.call !== once.call || !before.requestHash.equals(once.requestHash))
    throw new Refusal(replyMessages.repeated, { status: 409 })
  return JSON.stringify(before.reply)
}

export async function storeAnswer(
  db: Db,
  user: CurrentUser,
  once: IdempotencyKey,
  reply: string,
): Promise<void> {
  await db
    .update(idempotentRequest)
    .set({ reply: JSON.parse(reply) })
    .where(isOf(user, once))
}

function isOf(user: CurrentUser, { key }: IdempotencyKey) {
  return and(eq(idempotentRequest.personId, user.id), eq(idempotentRequest.key, key))
}

/** Null: the request has none. */
export function idempotencyKeyOf(
  keyed: Keyed,
  request: FastifyRequest,
  call: string,
  input: unknown,
): IdempotencyKey | null {
  const key = request.headers[idempotencyHeader]
  if (key === undefined) return null
  if (typeof key !== "string" || !/^[\w-]{8,64}$/.test(key)) throw refused(idempotencyHeader)
  // Keyed, because a password may be in it: a plain hash of that could be tried against lists.
  return { key, call, requestHash: keyed.mac("request", JSON.stringify(input)) }
}
