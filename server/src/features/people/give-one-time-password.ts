import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import type { Services } from "../../http/services.ts"
import { oneTimePassword, passwordAsSent } from "../../security/sign-in/one-time-password.ts"
import { oneTimeEnd, setPassword } from "../../security/sign-in/own-password.ts"

/** The password is in this answer alone: what is stored is its hash. */
export async function giveOneTimePassword(
  { passwords }: Services,
  db: Db,
  owner: { readonly id: Id; readonly orgId: Id },
): Promise<{ password: string; until: string }> {
  const password = oneTimePassword()
  const record = { phc: await passwords.hash(passwordAsSent(password)), pepperKid: passwords.kid }
  const until = await setPassword(db, owner, record, oneTimeEnd)
  if (!until) throw new Error("A one-time password without an end")
  return { password, until }
}
