import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import type { Database } from "../../db/open.ts"
import { application } from "../../db/schema/domains.ts"
import { person } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import { audit } from "../../security/audit.ts"

/** SSO-3: when an application was last used, to the minute. */
export async function noteUse({ systemDb }: Database, clientId: string): Promise<void> {
  await systemDb
    .update(application)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(application.clientId, clientId),
        sql`(${application.lastUsedAt} > now() - interval '1 minute') is not true`,
      ),
    )
}

interface SignedOn {
  readonly personId: Id
  readonly sessionId: string | null
  readonly clientId: string
  readonly ip: string
}

/** SSO-1, SSO-2: who signed on to which application, in the audit log. */
export async function noteSignOn(database: Database, signedOn: SignedOn): Promise<void> {
  const { personId, sessionId, clientId, ip } = signedOn
  await database.transaction(unrestricted, async (db) => {
    const [found] = await db
      .select({ orgId: person.orgId, id: application.id, name: application.name })
      .from(person)
      .innerJoin(application, eq(application.clientId, clientId))
      .where(eq(person.id, personId))
    if (!found) return
    const { orgId, ...detail } = found
    const who = { id: personId, orgId }
    await audit(db, { person: who, sessionId, action: "applications.signOn", result: "done", ip, detail })
  })
}
