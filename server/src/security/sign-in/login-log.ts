import { cutText } from "@uc/contract/core/cut-text"
import type { LoginVariant } from "@uc/contract/login/login-variants"
import type { SignInResult } from "@uc/contract/logs/calls"
import { sourcePrefix } from "@uc/contract/logs/log-labels"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { loginLog } from "../../db/schema/logs.ts"
import { signIns } from "../../metrics/registry.ts"

export interface LoggedSignIn {
  /** As it was typed. */
  readonly account: string
  readonly person: { readonly id: Id; readonly orgId: Id; readonly account?: string } | null
  /** The login variant; null: none was named, or a session has ended. */
  readonly variant: LoginVariant | null
  /** SSO-4: the name of the source that vouched for them, in place of the variant. */
  readonly source?: string | undefined
  readonly result: SignInResult
  /** A short name of the reason for a refusal; never a secret. */
  readonly reason?: string
  readonly caller: { readonly ip: string; readonly userAgent: string }
}

/** An unknown account may be a password in the wrong field, or somebody's phone. */
function hidden(typed: string): string {
  return `${cutText(typed, 2)}***`
}

export async function logSignIn(db: Db, entry: LoggedSignIn): Promise<void> {
  await logSignInStatement(db, entry)
}

/** The statement alone: it is written together with others. */
export function logSignInStatement(db: Db, entry: LoggedSignIn) {
  signIns.labels(entry.result, entry.reason ?? "").inc()
  return db.insert(loginLog).values({
    account: entry.person?.account ?? (entry.person ? entry.account : hidden(entry.account)),
    personId: entry.person?.id ?? null,
    orgId: entry.person?.orgId ?? null,
    variant: entry.source === undefined ? entry.variant : `${sourcePrefix}${entry.source}`,
    result: entry.result,
    reason: entry.reason ?? null,
    ip: entry.caller.ip,
    userAgent: cutText(entry.caller.userAgent, 300),
  })
}
