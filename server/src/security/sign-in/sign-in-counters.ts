import type { Keyed } from "../keyed.ts"
import { addressKey } from "../address-key.ts"
import { currentCount, type Counter, type CounterState } from "../attempt-rules.ts"
import type { PersonSigningIn } from "./person-signing-in.ts"

export interface SignInCounters {
  /** Taken before the try is made. */
  readonly tries: readonly Counter[]
  /** What has failed; only this asks for a human check, because tries under way may yet succeed. */
  readonly mistyped: readonly (Counter & { readonly below: number })[]
}

/**
 * LOGIN-5: what a sign-in counts against. A name that nobody has counts exactly as one that somebody has, by a keyed hash
 * because people type their password into the wrong field. Account and phone of a person share one counter.
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
      ? // Neither guesses from elsewhere nor a neighbour's at the same address shut the owner's own browser out.
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

/** A8: a whole school sits behind one address, so its mistakes ask for a human check only once there are many. */
const suspiciousFrom = { "mistyped-account": 1, "mistyped-browser": 1, "mistyped-address": 10 } as const

const mistypedScopes = ["mistyped-account", "mistyped-browser", "mistyped-address"] as const

export function isSuspicious(states: readonly CounterState[]): boolean {
  return mistypedScopes.some((scope) => currentCount(states, scope) >= suspiciousFrom[scope])
}
