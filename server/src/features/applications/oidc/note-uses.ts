import { and, eq, sql } from "drizzle-orm"
import type Provider from "oidc-provider"
import type { KoaContextWithOIDC } from "oidc-provider"
import { application } from "../../../db/schema/domains.ts"
import { person } from "../../../db/schema/people.ts"
import { unrestricted } from "../../../db/scope.ts"
import type { Services } from "../../../http/services.ts"
import { audit } from "../../../security/audit.ts"
import { portalSession } from "./portal-session.ts"

/** SSO-3: when an application was last used; SSO-1: who signed on to which, in the audit log. Neither holds up an answer. */
export function noteUses(provider: Provider, { database, warn }: Services): void {
  const beside = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => warn("The use of an application could not be noted", error))

  provider.on("grant.success", ({ oidc: { client } }: KoaContextWithOIDC) => {
    if (client) beside(noteUse(client.clientId))
  })
  provider.on("authorization.success", (ctx: KoaContextWithOIDC) => {
    const { client, account } = ctx.oidc
    if (client && account) beside(noteSignOn(account.accountId, client.clientId, ctx.ip))
  })

  const noteUse = (clientId: string) =>
    database.systemDb
      .update(application)
      .set({ lastUsedAt: sql`now()` })
      .where(
        and(
          eq(application.clientId, clientId),
          sql`(${application.lastUsedAt} > now() - interval '1 minute') is not true`,
        ),
      )

  const noteSignOn = (personId: string, clientId: string, ip: string) => {
    const sessionId = portalSession.getStore()?.sessionId ?? null
    return database.transaction(unrestricted, async (db) => {
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
}
