import { replyMessages } from "@uc/contract/core/reply"
import type { CurrentUser } from "@uc/contract/account/calls"
import { and, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { idempotentRequest } from "../../db/schema/sessions.ts"
import { Refusal } from "../../errors/refusal.ts"

interface OneTimeKey {
  readonly key: string
  readonly call: string
  readonly requestHash: Buffer
}

/**
 * REQ-2: claims the key inside the write's own transaction. A second request with the same key waits on the unique
 * index until the first has committed (then it gets the first one's answer) or was undone (then it does the work).
 */
export async function answeredBefore(db: Db, user: CurrentUser, once: OneTimeKey): Promise<string | null> {
  const claimed = await db
    .insert(idempotentRequest)
    .values({ personId: user.id, orgId: user.orgid, ...once })
    .onConflictDoNothing()
    .returning({ key: idempotentRequest.key })
  if (claimed.length > 0) return null
  const [before] = await db.select().from(idempotentRequest).where(isOf(user, once))
  if (!before?.reply || before.call !== once.call || !before.requestHash.equals(once.requestHash))
    throw new Refusal(replyMessages.repeated, { status: 409 })
  return JSON.stringify(before.reply)
}

export async function rememberAnswer(
  db: Db,
  user: CurrentUser,
  once: OneTimeKey,
  reply: string,
): Promise<void> {
  await db
    .update(idempotentRequest)
    .set({ reply: JSON.parse(reply) })
    .where(isOf(user, once))
}

function isOf(user: CurrentUser, { key }: OneTimeKey) {
  return and(eq(idempotentRequest.personId, user.id), eq(idempotentRequest.key, key))
}
