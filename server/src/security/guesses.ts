import type { Db } from "../db/open.ts"
import { addressKey } from "./address-key.ts"
import { countOne, lockQuotas, quotaWait } from "./quota.ts"

/** Wrong codes and links of an address in ten minutes. */
export const guessLimit = { atMost: 30, seconds: 600 } as const

/**
 * For what anybody may try without a slider. Counted apart from failed sign-ins: who guesses must not keep the office that has the same
 * address from signing in. One at a time for an address, so that a hundred guesses at once are counted too.
 */
export async function guessedOnce<Found>(
  db: Db,
  what: "screen-code" | "activation-link",
  ip: string,
  find: () => Promise<Found | null>,
): Promise<{ readonly found: Found | null } | { readonly retryAfterS: number }> {
  const key = `${what}:${addressKey(ip)}`
  await lockQuotas(db, [key])
  const retryAfterS = await quotaWait(db, { key, ...guessLimit })
  if (retryAfterS !== null) return { retryAfterS }
  const found = await find()
  if (found === null) await countOne(db, key)
  return { found }
}
