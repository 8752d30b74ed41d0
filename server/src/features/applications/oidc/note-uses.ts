import type Provider from "oidc-provider"
import type { KoaContextWithOIDC } from "oidc-provider"
import type { Services } from "../../../http/services.ts"
import { noteUse } from "../uses.store.ts"

/** SSO-3: when an application was last used. It does not hold up an answer. */
export function noteUses(provider: Provider, { database, warn }: Services): void {
  const beside = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => warn("The use of an application could not be noted", error))

  provider.on("grant.success", ({ oidc: { client } }: KoaContextWithOIDC) => {
    if (client) beside(noteUse(database, client.clientId))
  })
}
