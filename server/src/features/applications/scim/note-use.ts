import { scimLimits } from "@uc/contract/applications/scim"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import type { Database, Db } from "../../../db/open.ts"
import { applicationKey } from "../../../db/schema/domains.ts"
import { unrestricted } from "../../../db/scope.ts"
import { audit } from "../../../security/audit.ts"
import { noteUse } from "../uses.store.ts"
import type { KnownKey } from "./known-key.ts"

/** When a key was last used, to the minute. */
export async function noteKeyUse(database: Database, { id, application }: KnownKey): Promise<void> {
  const noted = await database.systemDb
    .update(applicationKey)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(applicationKey.id, id),
        sql`(${applicationKey.lastUsedAt} > now() - interval '1 minute') is not true`,
      ),
    )
    .returning({ id: applicationKey.id })
  if (noted.length > 0) await noteUse(database, application.clientId)
}

type Read = "scim.readUsers" | "scim.readGroups" | "scim.readOrganisations"

/** SSO-5: that an application reads the directory: one line for a walk through its pages, wherever it begins. */
export async function noteWalk(
  database: Database,
  key: KnownKey,
  { action, ip, total }: { readonly action: Read; readonly ip: string; readonly total: number },
): Promise<void> {
  await database.transaction(unrestricted, async (db) => {
    const noted = await db
      .update(applicationKey)
      .set({ notedAt: sql`now()` })
      .where(
        and(
          eq(applicationKey.id, key.id),
          sql`(${applicationKey.notedAt} > now() - make_interval(mins => ${scimLimits.notedMinutes}::int)) is not true`,
        ),
      )
      .returning({ id: applicationKey.id })
    if (noted.length > 0) await auditOf(db, { key, ip }, action, { after: { total } })
  })
}

/** A line in the audit log that names the application. */
export async function auditOf(
  db: Db,
  { key, ip }: { readonly key: KnownKey; readonly ip: string },
  action: string,
  detail: Readonly<Record<string, unknown>> & { readonly id?: Id },
): Promise<void> {
  await audit(db, {
    person: null,
    orgId: key.org.id,
    sessionId: null,
    action,
    result: "done",
    ip,
    detail: { ...detail, application: key.application.name, key: key.name },
  })
}
