import type { Id } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import { statementOnce } from "../../db/built-once.ts"
import type { Database } from "../../db/open.ts"
import { application } from "../../db/schema/domains.ts"
import { auditLog } from "../../db/schema/logs.ts"
import { person } from "../../db/schema/people.ts"

const markUsed = statementOnce(
  "application_mark_used",
  ["clientId"],
  ({ clientId }) => sql`
    update ${application} set last_used_at = now()
    where client_id = ${clientId} and (last_used_at > now() - interval '1 minute') is not true`,
)

/** What this process has noted needs no statement again for so long; the column is to the minute anyway. */
const notedMs = 10_000
const notedAtMost = 1000
const notedUntil = new WeakMap<Database, Map<string, number>>()

/** SSO-3: when an application was last used, to the minute. */
export async function noteUse(database: Database, clientId: string): Promise<void> {
  const noted = notedUntil.get(database) ?? new Map<string, number>()
  notedUntil.set(database, noted)
  if ((noted.get(clientId) ?? 0) > performance.now()) return
  await markUsed(database.systemDb, { clientId })
  if (noted.size >= notedAtMost) noted.clear()
  noted.set(clientId, performance.now() + notedMs)
}

interface SignedOn {
  readonly personId: Id
  readonly sessionId: string | null
  readonly clientId: string
  readonly ip: string
}

const given = ["personId", "sessionId", "clientId", "ip"] as const

/** As a part of another statement, or as one. */
export const insertSignOn = ({
  personId,
  sessionId,
  clientId,
  ip,
}: Readonly<Record<(typeof given)[number], SQL>>): SQL => sql`
    insert into ${auditLog} (org_id, person_id, session_id, action, result, ip, detail)
    select p.org_id, p.id, ${sessionId}::uuid, 'applications.signOn', 'done', ${ip}::inet,
      jsonb_build_object('id', a.id::text, 'name', a.name)
    from ${person} p join ${application} a on a.client_id = ${clientId}
    where p.id = ${personId}::bigint`

const auditSignOn = statementOnce("audit_sign_on", given, insertSignOn)

/** SSO-2: who signed on to which application, in the audit log. */
export async function noteSignOn({ systemDb }: Database, signedOn: SignedOn): Promise<void> {
  await auditSignOn(systemDb, { ...signedOn })
}
