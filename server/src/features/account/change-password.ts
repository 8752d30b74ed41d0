import { sessionMessages } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { Refusal } from "../../errors/refusal.ts"
import { passwordHolder, setPassword } from "../../security/sign-in/own-password.ts"
import { commonPasswords, passwordFault } from "../../security/sign-in/password-rules.ts"
import { untieAfterNewPassword } from "../../security/sign-in/person-ties.ts"
import { voidTicketsOf } from "../../security/sign-in/sign-in-tickets.ts"
import { revokeGrants } from "./account.store.ts"

/**
 * The grant was spent in this same transaction, so a refusal here rolls it back for the next try. Everything opened with
 * the old password ends, except the session that changed it.
 */
export async function changePassword(
  { database, passwords, sessions }: Services,
  { user: { user, sessionId }, db, setSession }: RequestContext,
  md5: string,
): Promise<void> {
  const holder = await refuseWeakPassword(db, user.id, md5)
  if (await passwords.matches(md5, holder?.record ?? null)) throw new Refusal(sessionMessages.passwordSame)
  const phc = await passwords.hash(md5)
  await setPassword(db, { id: user.id, orgId: user.orgid }, { phc, pepperKid: passwords.kid })
  // First what could still become a session, then the sessions.
  await voidTicketsOf(db, user.id)
  await sessions.endOthers(db, user.id, sessionId)
  await revokeGrants(db, user.id)
  await database.transaction(unrestricted, (all) => untieAfterNewPassword(all, user.id))
  setSession(await sessions.renew(db, sessionId))
}

/** Not whether it is the present one: that may be asked only by who has just proven to know it. */
export async function refuseWeakPassword(db: Db, personId: Id, md5: string) {
  const holder = await passwordHolder(db, personId)
  const fault = holder && passwordFault(md5, holder, await commonPasswords())
  if (fault) throw new Refusal(fault)
  return holder
}
