import type { Db } from "../db/open.ts"
import { addressKey } from "./address-key.ts"
import { countOne, lockQuotas, quotaWait, type QuotaLimit } from "./quota.ts"

/** Wrong codes and links of an address in ten minutes. */
export const guessLimit = { atMost: 30, seconds: 600 } as const

/** SSO-1: wrong secrets of one application from one address. Its own server, at another address, is not concerned. */
const clientSecretLimit = { atMost: 30, seconds: 600 } as const
/** SSO-2: tickets that were none. More, because people reload pages whose address has a used ticket. */
const casTicketLimit = { atMost: 300, seconds: 600 } as const

interface ClientGuesses {
  readonly what: "client-secret" | "cas-ticket"
  readonly client: string
  readonly ip: string
}

/** For servers of applications. */
export function quotaOfClient({ what, client, ip }: ClientGuesses): QuotaLimit {
  const limit = what === "client-secret" ? clientSecretLimit : casTicketLimit
  return { key: `${what}:${client}:${addressKey(ip)}`, ...limit }
}

/** Seconds until they may try again (null: now), and what counts a failure. */
export function guessesOfClient(
  db: Db,
  guesses: ClientGuesses,
): { readonly wait: () => Promise<number | null>; readonly failed: () => Promise<void> } {
  const quota = quotaOfClient(guesses)
  return { wait: () => quotaWait(db, quota), failed: () => countOne(db, quota.key) }
}

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
