import { sessionMessages } from "@uc/contract/account/calls"
import type { OfferedAccount } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { eq, inArray } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { credential, person } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import { returnAttempt } from "../attempt-statements.ts"
import { audit } from "../audit.ts"
import type { Keyed } from "../keyed.ts"
import { checkCode, codeSeconds } from "../sms/sms-codes.ts"
import { passwordHolder, resetAttemptsOf, setPassword } from "./own-password.ts"
import { commonPasswords, passwordFault } from "./password-rules.ts"
import { peopleByPhone, personById, provePhone, type PersonSigningIn } from "./person-signing-in.ts"
import { untieAfterNewPassword } from "./person-ties.ts"
import { isResetTicket, issueResetTicket, personOfResetTicket } from "./reset-tickets.ts"
import {
  beginAttempt,
  mustUseTwoFactors,
  recordFailure,
  tryFactor,
  type Browser,
  type SignInOutcome,
  type SignInParts,
} from "./sign-in.ts"

/** What a code is bound to: it signs nobody in, and no other code resets a password. */
export function resetCodeBinding(keyed: Keyed, holder: Buffer, phone: string): string {
  return `reset:${holder.toString("hex")}:${keyed.mac("phone", phone).toString("hex")}`
}

type Proven = { readonly is: "proven"; readonly accounts: readonly OfferedAccount[] }

/** DAY-15: the code is right. Wrong ones count against the accounts of the phone like wrong passwords. */
export async function accountsToReset(
  parts: SignInParts & { readonly nowMs: () => number },
  { phone, vcode }: { readonly phone: string; readonly vcode: string },
  browser: Browser,
): Promise<SignInOutcome | Proven> {
  const { hash } = browser.device
  const binding = resetCodeBinding(parts.keyed, hash, phone)
  // No code can be right, so this is not counted.
  if ((await codeSeconds(parts.database, binding)) === 0) return { is: "wrong-code" }
  const attempt = await beginAttempt(parts, { typed: phone, variant: null }, browser, (db) =>
    peopleByPhone(db, phone, hash),
  )
  const people = attempt.person ? [attempt.person] : attempt.shared
  const tried = await tryFactor(parts, attempt, async () => {
    const found = await checkCode(parts, { binding, vcode })
    return people.some(({ id }) => id === found?.personId)
  })
  if (tried.is !== "right")
    return tried.is === "wrong" ? recordFailure(parts, attempt, browser, tried, "wrong-code") : tried
  // Neither a failure nor a sign-in: earlier failures still count.
  await parts.database.transaction(unrestricted, (db) => returnAttempt(db, attempt.counters.tries))
  // Where two factors are needed, the phone alone must not be enough; without a password there is nothing to forget.
  const able = people.filter((one) => one.record !== null && !mustUseTwoFactors(parts, one))
  return { is: "proven", accounts: await offered(parts, able, hash) }
}

async function offered(
  { database, keyed, nowMs }: SignInParts & { readonly nowMs: () => number },
  people: readonly PersonSigningIn[],
  holder: Buffer,
): Promise<OfferedAccount[]> {
  if (people.length === 0) return []
  const named = await database.transaction(unrestricted, (db) =>
    db
      .select({ id: person.id, account: person.account, nickname: person.name, orgname: organisation.name })
      .from(person)
      .innerJoin(organisation, eq(organisation.id, person.orgId))
      .where(
        inArray(
          person.id,
          people.map(({ id }) => id),
        ),
      )
      .orderBy(organisation.name, person.id),
  )
  return named.map(({ id, ...shown }) => {
    const record = people.find((one) => one.id === id)?.record ?? ""
    return { ...shown, ticket: issueResetTicket(keyed, { personId: id, holder, record }, nowMs()) }
  })
}

type Reset =
  | { readonly is: "reset"; readonly account: string }
  | { readonly is: "fault"; readonly sentence: string }
  | { readonly is: "ticket-over" }

/** DAY-15: sets it, ends everything that was opened with the old one, and signs nobody in. */
export async function resetPassword(
  parts: SignInParts & {
    readonly nowMs: () => number
    readonly endAll: (db: Db, personId: Id) => Promise<unknown>
  },
  { ticket, password }: { readonly ticket: string; readonly password: string },
  { device, caller }: Browser,
): Promise<Reset> {
  const { database, passwords, keyed } = parts
  const personId = personOfResetTicket(ticket, parts.nowMs())
  const own = personId && (await personById(database.systemDb, personId, device.hash))
  const isTrue = (record: string | null) =>
    own && record !== null && isResetTicket(keyed, ticket, { personId: own.id, holder: device.hash, record })
  if (!own || !isTrue(own.record) || mustUseTwoFactors(parts, own)) return { is: "ticket-over" }
  const holder = await database.transaction(unrestricted, (db) => passwordHolder(db, own.id))
  const fault = holder && passwordFault(password, holder, await commonPasswords())
  if (fault) return { is: "fault", sentence: fault }
  if (await passwords.matches(password, own.record))
    return { is: "fault", sentence: sessionMessages.passwordSame }
  const record = { phc: await passwords.hash(password), pepperKid: passwords.kid }
  return database.transaction(unrestricted, async (db) => {
    // Again, and locked: of two that come at once the second finds another password.
    const [now] = await db
      .select({ phc: credential.phc })
      .from(credential)
      .where(eq(credential.personId, own.id))
      .for("update")
    if (!isTrue(now?.phc ?? null)) return { is: "ticket-over" }
    await setPassword(db, own, record)
    await resetAttemptsOf(db, own.id)
    await parts.endAll(db, own.id)
    await untieAfterNewPassword(db, own.id)
    if (!own.isPhoneProven) await provePhone(db, own.id, own.phone)
    await audit(db, {
      person: { id: own.id, orgId: own.orgId },
      sessionId: null,
      action: "reset.password",
      result: "done",
      ip: caller.ip,
      detail: { usercode: own.account },
    })
    return { is: "reset", account: own.account }
  })
}
