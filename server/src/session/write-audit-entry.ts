import { audit } from "../security/audit.ts"
import type { Ask } from "../http/calls/register-calls.ts"

/** For a call that is not sensitive (the gate writes those down): a line in the audit log, in the call's own transaction. */
export async function logDone(
  { db, user: { user, sessionId }, caller }: Ask,
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
