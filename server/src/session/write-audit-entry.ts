import { audit } from "../security/audit.ts"
import type { Db } from "../db/open.ts"
import type { Caller } from "./caller.ts"
import type { SignedIn } from "./signed-in.ts"

interface Context {
  readonly db: Db
  readonly user: SignedIn
  readonly caller: Caller
}

/** For a call that is not sensitive (the re-authentication gate logs those): a line in the audit log, in the call's own transaction. */
export async function writeAuditEntry(
  { db, user: { user, sessionId }, caller }: Context,
  action: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await audit(db, {
    person: { id: user.id, orgId: user.orgid },
    sessionId,
    action,
    result: "done",
    ip: caller.ip,
    detail,
  })
}
