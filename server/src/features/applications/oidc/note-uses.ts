import type Provider from "oidc-provider"
import type { KoaContextWithOIDC } from "oidc-provider"
import type { Services } from "../../../http/services.ts"
import { noteSignOn, noteUse } from "../uses.store.ts"
import { portalSession } from "./portal-session.ts"

/** SSO-3: when an application was last used; SSO-1: who signed on to which, in the audit log. Neither holds up an answer. */
export function noteUses(provider: Provider, { database, warn }: Services): void {
  const beside = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => warn("The use of an application could not be noted", error))

  provider.on("grant.success", ({ oidc: { client } }: KoaContextWithOIDC) => {
    if (client) beside(noteUse(database, client.clientId))
  })
  provider.on("authorization.success", (ctx: KoaContextWithOIDC) => {
    const { client, account } = ctx.oidc
    if (!client || !account) return
    const sessionId = portalSession.getStore()?.sessionId ?? null
    const { clientId } = client
    beside(noteSignOn(database, { personId: account.accountId, sessionId, clientId, ip: ctx.ip }))
  })
}
