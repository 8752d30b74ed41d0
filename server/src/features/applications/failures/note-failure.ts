import { signOnFailureLimits, type SignOnFailure } from "@uc/contract/applications/sign-on-failures"
import { cutText } from "@uc/contract/core/cut-text"
import { isStorable } from "@uc/contract/core/wire"
import type { Services } from "../../../http/services.ts"
import { addressKey } from "../../../security/address-key.ts"
import { TokenBuckets } from "../../../security/token-buckets.ts"
import { plainAddress } from "../../../session/caller.ts"
import { keepFailure, type FailedApplication } from "./failures.store.ts"

/**
 * What is noted of one network, and of all together. In memory: it bounds what is written, so it must not write itself. A failure above it
 * is one of many of its kind.
 */
const pace = { network: { perSecond: 0.2, savedS: 100 }, all: { perSecond: 5, savedS: 20 } }

interface Paces {
  readonly network: TokenBuckets
  readonly all: TokenBuckets
  /** Written one after the other: a burst must not take all connections to the database. */
  written: Promise<void>
}
const paces = new WeakMap<Services, Paces>()

function pacesOf(services: Services): Paces {
  const { nowMs } = services
  const known = paces.get(services) ?? {
    network: new TokenBuckets(pace.network, nowMs),
    all: new TokenBuckets(pace.all, nowMs),
    written: Promise.resolve(),
  }
  paces.set(services, known)
  return known
}

interface Noted {
  readonly of: FailedApplication
  readonly reason: SignOnFailure
  readonly ip: string
  /** As the request has it. */
  readonly address?: unknown
}

/** SSO-14: for the application's administrators. It holds up no answer, and what strangers send is bounded (FAULT-10). */
export function noteFailure(services: Services, { of, reason, ip, address }: Noted): void {
  const given = "clientId" in of ? of.clientId : of.service
  if (!isStorable(given) || ("service" in of && !URL.canParse(given))) return
  const own = pacesOf(services)
  const { network, all } = own
  const plain = plainAddress(ip)
  if (network.take(addressKey(plain)) > 0 || all.take("all") > 0) return
  const failure = { of, reason, ip: plain, address: shownAddress(address) }
  own.written = own.written
    .then(() => keepFailure(services.database, failure))
    .catch((error: unknown) => services.warn("A failed sign-on could not be noted", error))
}

/** Parameters may hold what only the application should know. */
function shownAddress(given: unknown): string {
  if (typeof given !== "string" || !isStorable(given) || !URL.canParse(given)) return ""
  const { protocol, host, pathname, search, hash } = new URL(given)
  const shown = `${protocol}${host === "" ? "" : `//${host}`}${pathname}${search === "" ? "" : "?…"}${hash === "" ? "" : "#…"}`
  return cutText(shown, signOnFailureLimits.address)
}
