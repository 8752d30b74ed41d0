import type { LoginVariant } from "@uc/contract/login/login-variants"
import type { OfferedAccount } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { eq, inArray } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import { returnAttempt } from "../attempt-statements.ts"
import type { UsedLink } from "./identity-links.ts"
import { logSignIn } from "./login-log.ts"
import type { PersonSigningIn } from "./person-signing-in.ts"
import { issueTicket } from "./sign-in-tickets.ts"
import type { SignInCounters } from "./sign-in-counters.ts"

interface AttemptFacts {
  readonly typed: string
  readonly variant: LoginVariant | null
  readonly counters: SignInCounters
  /** SSO-4: by which of them each is reached, where another vouched for the person. */
  readonly links?: ReadonlyMap<Id, UsedLink>
}

interface Browser {
  readonly device: { readonly hash: Buffer }
  readonly caller: { readonly ip: string; readonly userAgent: string }
}

/**
 * DISTRICT-3: the password or the code was right for several accounts of one phone. Each gets a ticket of its own, bound to
 * this browser; only now is anything told of them (LOGIN-5).
 */
export async function askWhichAccount(
  { database }: { readonly database: Database },
  { typed, variant, counters, links }: AttemptFacts,
  people: readonly PersonSigningIn[],
  { caller, device }: Browser,
  waitsFor: "account" | "account-by-code" | "account-by-link",
): Promise<{ readonly is: "which-account"; readonly accounts: readonly OfferedAccount[] }> {
  const accounts = await database.transaction(unrestricted, async (db) => {
    await returnAttempt(db, counters.tries)
    const ids = people.map(({ id }) => id)
    const named = await db
      .select({ id: person.id, account: person.account, nickname: person.name, orgname: organisation.name })
      .from(person)
      .innerJoin(organisation, eq(organisation.id, person.orgId))
      .where(inArray(person.id, ids))
      .orderBy(organisation.name, person.id)
    const offered: OfferedAccount[] = []
    for (const { id, ...shown } of named) {
      const own = people.find((one) => one.id === id)
      if (!own) continue
      const entry = {
        account: typed,
        person: own,
        variant,
        source: links?.get(id)?.source,
        result: "second-factor",
        reason: "which-account",
      } as const
      await logSignIn(db, { ...entry, caller })
      offered.push({
        ...shown,
        ticket: await issueTicket(
          db,
          { personId: id, holder: device.hash, variant, linkId: links?.get(id)?.id },
          waitsFor,
        ),
      })
    }
    return offered
  })
  return { is: "which-account", accounts }
}
