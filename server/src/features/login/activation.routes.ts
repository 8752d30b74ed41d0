import { activationCalls, activationMessages, activationRefusals } from "@uc/contract/login/activation-calls"
import type { Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { OpenRequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { audit } from "../../security/audit.ts"
import { guessedOnce } from "../../security/guesses.ts"
import {
  linkedAccount,
  setActivationLinkUsed,
  type LinkedAccount,
} from "../../security/sign-in/activation-links.ts"
import { passwordHolder, resetAttemptsOf, setPassword } from "../../security/sign-in/own-password.ts"
import { commonPasswords, passwordFault } from "../../security/sign-in/password-rules.ts"
import { untieAfterNewPassword } from "../../security/sign-in/person-ties.ts"
import { voidTicketsOf } from "../../security/sign-in/sign-in-tickets.ts"

/** DISTRICT-1. Nobody is signed in by it: a second factor is asked where it always is, when they sign in. */
export const activationRoutes = implementCalls(activationCalls, (services) => ({
  look: async ({ key }, context) => {
    const { name, organisation, account, until } = await known(services, context, key)
    return { nickname: name, orgname: organisation, usercode: account, until }
  },

  activate: async ({ key, password }, context) => {
    const { database, passwords, keyed } = services
    const { id } = await known(services, context, key)
    const holder = await database.transaction(unrestricted, (db) => passwordHolder(db, id))
    const fault = holder && passwordFault(password, holder, await commonPasswords())
    if (fault) throw new Refusal(fault, { field: "password" })
    const record = { phc: await passwords.hash(password), pepperKid: passwords.kid }
    return database.transaction(unrestricted, async (db) => {
      // Again, and locked: of two that come at once the second finds it used.
      const own = usable(await linkedAccount(db, keyed, key, true))
      // Before the password is set, which replaces every link that is still open.
      await setActivationLinkUsed(db, keyed, key)
      await setPassword(db, own, record)
      await afterNewPassword(db, own)
      await audit(db, {
        person: own,
        sessionId: null,
        action: "activation.activate",
        result: "done",
        ip: context.caller.ip,
        detail: { usercode: own.account },
      })
      return { usercode: own.account }
    })
  },
}))

async function afterNewPassword(db: Db, { id }: LinkedAccount): Promise<void> {
  await resetAttemptsOf(db, id)
  await voidTicketsOf(db, id)
  await untieAfterNewPassword(db, id)
}

async function known(
  { database, keyed }: Services,
  { caller }: OpenRequestContext,
  key: string,
): Promise<LinkedAccount> {
  const guess = await database.transaction(unrestricted, (db) =>
    guessedOnce(db, "activation-link", caller.ip, () => linkedAccount(db, keyed, key, false)),
  )
  if ("retryAfterS" in guess) throw new Refusal(activationMessages.addressBusy, { status: 429, ...guess })
  return usable(guess.found)
}

function usable(found: LinkedAccount | null): LinkedAccount {
  const why = found ? found.refusal : "unknown"
  if (!found || why) throw new Refusal(activationRefusals[why ?? "unknown"], { status: 409 })
  return found
}
