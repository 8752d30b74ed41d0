import { errtypes, replyMessages } from "@uc/contract/core/reply"
import type { SensitiveModule } from "@uc/contract/reauth/sensitive-modules"
import { unrestricted } from "../db/scope.ts"
import { audit, type Audited } from "../security/audit.ts"
import { consumeGrant } from "../security/grants.ts"
import type { Database, Db } from "../db/open.ts"
import type { Caller } from "./caller.ts"
import { Refusal } from "../errors/refusal.ts"
import type { SignedIn } from "./signed-in.ts"

interface GatedCall {
  /** The call's full name. */
  readonly name: string
  /** Out of the contract, never out of the request. */
  readonly mid: SensitiveModule
  readonly context: { readonly db: Db; readonly caller: Caller }
  readonly user: SignedIn
}

/** Logged after the refused call has released its connection: in a flood of them none must hold two. */
export class NoGrant extends Refusal {
  readonly log: () => Promise<void>

  constructor(mid: SensitiveModule, log: () => Promise<void>) {
    super(replyMessages.grantNeeded, { status: 403, errtype: errtypes.grantNeeded, mid })
    this.log = log
  }
}

/** Writes the audit line with the details that the handler noted, in the transaction of the call itself. */
type WriteAudit = (detail: Readonly<Record<string, unknown>>) => Promise<void>

/**
 * AUTH-8: a sensitive call spends a grant, in its own transaction and with a line in the audit log. Without one it is
 * refused, and the refusal is logged too although the transaction is rolled back.
 */
export async function passReauthGate(
  { database }: { readonly database: Database },
  { name, mid, context, user: { user, sessionId, isOldToken } }: GatedCall,
): Promise<WriteAudit> {
  const entry = (result: Audited["result"], detail = {}): Audited => ({
    person: { id: user.id, orgId: user.orgid },
    sessionId,
    action: name,
    mid,
    result,
    ip: context.caller.ip,
    detail,
  })
  // A token that was replaced a moment ago is good for reading, not for this.
  if (!isOldToken && (await consumeGrant(context.db, { sessionId, personId: user.id, mid })))
    return (detail) => audit(context.db, entry("done", detail))
  throw new NoGrant(mid, () => database.transaction(unrestricted, (db) => audit(db, entry("refused"))))
}
