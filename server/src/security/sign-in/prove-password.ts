import { unrestricted } from "../../db/scope.ts"
import { longestLock } from "../attempt-rules.ts"
import { returnAttempt } from "../attempt-statements.ts"
import { logSignIn } from "./login-log.ts"
import type { PersonSigningIn } from "./person-signing-in.ts"
import { personByName } from "./person-signing-in.ts"
import {
  beginAttempt,
  mustUseTwoFactors,
  tryFactor,
  recordFailure,
  type Browser,
  type SignInParts,
} from "./sign-in.ts"

export type ProofOutcome =
  | { readonly is: "proven"; readonly person: Pick<PersonSigningIn, "id" | "orgId"> }
  | { readonly is: "wrong" | "two-factors" }
  | { readonly is: "locked" | "address-busy"; readonly seconds: number }

/**
 * Whether a signed-in person knows the password of another account. Attempts are counted and locked like those of a
 * sign-in, and a success does not reset earlier failures.
 */
export async function provePassword(
  parts: SignInParts,
  { account, password }: { readonly account: string; readonly password: string },
  browser: Browser,
): Promise<ProofOutcome> {
  const attempt = await beginAttempt(parts, { typed: account, variant: null }, browser, (db) =>
    personByName(db, account, browser.device.hash),
  )
  const lock = longestLock(attempt.states)
  if (lock) return lockedBy(lock)
  const { person } = attempt
  const tried = await tryFactor(parts, attempt, () =>
    parts.passwords.matches(password, person?.record ?? null),
  )
  if (tried.is === "wrong") {
    const outcome = await recordFailure(parts, attempt, browser, tried)
    return outcome.is === "locked" || outcome.is === "address-busy" ? outcome : { is: "wrong" }
  }
  if (tried.is !== "right") return tried
  if (!person) throw new Error("A password was right that nobody has")
  await parts.database.transaction(unrestricted, async (db) => {
    await returnAttempt(db, attempt.counters.tries)
    const entry = { account, person, variant: null, result: "second-factor", reason: "tied" } as const
    await logSignIn(db, { ...entry, caller: browser.caller })
  })
  if (person.oneTime !== "no" || mustUseTwoFactors(parts, person)) return { is: "two-factors" }
  return { is: "proven", person: { id: person.id, orgId: person.orgId } }
}

function lockedBy({ scope, lockedS }: { readonly scope: string; readonly lockedS: number }): ProofOutcome {
  return { is: scope === "address" ? "address-busy" : "locked", seconds: Math.ceil(lockedS) }
}
