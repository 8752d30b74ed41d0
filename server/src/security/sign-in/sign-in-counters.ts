import type { Keyed } from "../keyed.ts"
import { addressKey } from "../address-key.ts"
import { currentCount, type Counter, type CounterState } from "../attempt-rules.ts"
import type { PersonSigningIn } from "./person-signing-in.ts"

export interface SignInCounters {
  /** Counted before the attempt is made. */
  readonly tries: readonly Counter[]
  /** Failures; only these require a human check, because attempts under way may still succeed. */
  readonly mistyped: readonly (Counter & { readonly below: number })[]
}

/**
 * LOGIN-5: the counters of a sign-in. An unknown account is counted exactly like an existing one, by a keyed hash because
 * people type their password into the wrong field. Account and phone of a person share one counter.
 */
export function signInCounters(
  keyed: Keyed,
  who: { readonly typed: string; readonly person: PersonSigningIn | null },
  from: { readonly holder: Buffer; readonly ip: string },
): SignInCounters {
  const { typed, person } = who
  const account = person ? `person:${person.id}` : `name:${keyed.mac("account", typed).toString("hex")}`
  const address = addressKey(from.ip)
  const browser = from.holder.toString("hex")
  const device = `${account}:${browser}`
  return {
    tries: person?.isAtKnownDevice
      ? // Guesses from elsewhere, or by others at the same address, must not lock out the owner's own browser.
        [
          { scope: "device", key: device },
          { scope: "device-day", key: device },
        ]
      : [
          { scope: "account", key: account },
          { scope: "account-day", key: account },
          { scope: "address", key: address },
        ],
    mistyped: mistypedScopes.map((scope) => ({
      scope,
      key: { "mistyped-account": account, "mistyped-browser": browser, "mistyped-address": address }[scope],
      below: suspiciousFrom[scope],
    })),
  }
}

/** DISTRICT-3: a try with a phone that several have is a try at each of their accounts. */
export function sharedCounters(
  keyed: Keyed,
  who: { readonly typed: string; readonly shared: readonly PersonSigningIn[] },
  from: { readonly holder: Buffer; readonly ip: string },
): SignInCounters {
  const own = signInCounters(keyed, { typed: who.typed, person: null }, from)
  const theirs = who.shared.flatMap(
    (person) => signInCounters(keyed, { typed: who.typed, person }, from).tries,
  )
  const seen = new Set(own.tries.map(({ scope, key }) => `${scope} ${key}`))
  return {
    ...own,
    tries: [
      ...own.tries,
      ...theirs.filter(({ scope, key }) => !seen.has(`${scope} ${key}`) && seen.add(`${scope} ${key}`)),
    ],
  }
}

/** A whole school shares one address, so its failures require a human check only once there are many. */
const suspiciousFrom = { "mistyped-account": 1, "mistyped-browser": 1, "mistyped-address": 10 } as const

const mistypedScopes = ["mistyped-account", "mistyped-browser", "mistyped-address"] as const

export function isSuspicious(states: readonly CounterState[]): boolean {
  return mistypedScopes.some((scope) => currentCount(states, scope) >= suspiciousFrom[scope])
}
