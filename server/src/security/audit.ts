import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../db/open.ts"
import { auditLog } from "../db/schema/logs.ts"

export interface Audited {
  readonly person: { readonly id: Id; readonly orgId: Id } | null
  /** SSO-5: where no person did it, whose organisation it concerns; without it only the platform reads the line. */
  readonly orgId?: Id
  readonly sessionId: string | null
  readonly action: string
  readonly mid?: string
  readonly result: "done" | "refused"
  readonly ip: string
  readonly detail?: Record<string, unknown>
}

/** Who did what, when, from where and with what result. Never a secret, never personal data. */
export async function audit(db: Db, { person, orgId, ...entry }: Audited): Promise<void> {
  const whose = person?.orgId ?? orgId ?? null
  await db.insert(auditLog).values({ ...entry, personId: person?.id ?? null, orgId: whose })
}
