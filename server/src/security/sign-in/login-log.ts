import { cutText } from "@uc/contract/core/cut-text"
import type { LoginVariant } from "@uc/contract/login/login-variants"
import type { SignInResult } from "@uc/contract/logs/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { loginLog } from "../../db/schema/logs.ts"

export interface LoggedSignIn {
  /** As it was typed; whose it is says `person`. */
  readonly account: string
  readonly person: { readonly id: Id; readonly orgId: Id; readonly account?: string } | null
  /** The login path that was used; null: none was named, or it is about a session's end. */
  readonly face: LoginVariant | null
  readonly result: SignInResult
  /** Which sentence it was refused with, in a word; never a secret. */
  readonly reason?: string
  readonly caller: { readonly ip: string; readonly userAgent: string }
}

/** What nobody has may be a password in the wrong box, or somebody's phone. */
function hidden(typed: string): string {
  return `${cutText(typed, 2)}***`
}

export async function logSignIn(db: Db, entry: LoggedSignIn): Promise<void> {
  await loggingSignIn(db, entry)
}

/** The statement, for whoever writes it along with others. */
export function loggingSignIn(db: Db, entry: LoggedSignIn) {
  return db.insert(loginLog).values({
    account: entry.person?.account ?? (entry.person ? entry.account : hidden(entry.account)),
    personId: entry.person?.id ?? null,
    orgId: entry.person?.orgId ?? null,
    face: entry.face,
    result: entry.result,
    reason: entry.reason ?? null,
    ip: entry.caller.ip,
    userAgent: cutText(entry.caller.userAgent, 300),
  })
}
