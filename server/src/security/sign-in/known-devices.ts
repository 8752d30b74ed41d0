import { cutText } from "@uc/contract/core/cut-text"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql, type SQLWrapper } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { knownDevice } from "../../db/schema/sign-in.ts"

/** LOGIN-5: after every factor was proven. The browser stays usable while others lock the account by guessing. */
export function rememberDeviceStatement(
  db: Db,
  person: { readonly id: Id; readonly orgId: Id },
  device: { readonly hash: Buffer },
  { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
): SQLWrapper {
  const seen = { ip, userAgent: cutText(userAgent, 300) }
  return db
    .insert(knownDevice)
    .values({ orgId: person.orgId, personId: person.id, deviceHash: device.hash, ...seen })
    .onConflictDoUpdate({
      target: [knownDevice.personId, knownDevice.deviceHash],
      set: { ...seen, orgId: person.orgId, lastAt: sql`now()` },
    })
}

/** Gives the browser's hash, or null: the person has no such browser. */
export async function forgetDevice(db: Db, personId: Id, id: Id): Promise<Buffer | null> {
  const [gone] = await db
    .delete(knownDevice)
    .where(and(eq(knownDevice.id, id), eq(knownDevice.personId, personId)))
    .returning({ hash: knownDevice.deviceHash })
  return gone?.hash ?? null
}
