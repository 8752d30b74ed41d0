import { identityBase, signOutThere } from "@uc/contract/identity-sources/problems"
import type { Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import type { Services } from "../../http/services.ts"
import type { Keyed } from "../../security/keyed.ts"
import type { Device } from "../../session/device.ts"
import { browserSecret, keep, takeKept, type ProvenIdentity } from "./flow.store.ts"
import type { Source } from "./providers/provider.ts"
import { sourceInUse } from "./sources.store.ts"

/** Whoever comes in by a source, or links it, is signed in there in the same browser. */
export async function rememberSignedIn(
  db: Db,
  keyed: Keyed,
  device: Device,
  { id, signsOutThere }: Source,
  { idToken }: ProvenIdentity,
): Promise<void> {
  if (signsOutThere)
    await keep(db, keyed, "signedIn", device, { sourceId: id, idToken }, browserSecret(device))
}

/**
 * SSO-4: where the browser goes after the own sign-out, if it is signed in at a source whose administrator wants that to end too.
 * Undefined: nowhere. The other side is asked there, not here: the own sign-out waits for nobody.
 */
export async function signOutAddress(
  { database, keyed, warn }: Services,
  { device }: { readonly device: Device },
): Promise<string | undefined> {
  try {
    return await database.transaction(unrestricted, async (db) => {
      const signedIn = await takeKept(db, keyed, "signedIn", device, browserSecret(device))
      if (!signedIn) return undefined
      const source = await sourceInUse(db, keyed, { id: signedIn.sourceId })
      if (!source?.signsOutThere) return undefined
      const ticket = await keep(db, keyed, "leaving", device, signedIn)
      const search = new URLSearchParams({ [signOutThere.ticket]: ticket }).toString()
      return `${identityBase}/${source.key}${signOutThere.path}?${search}`
    })
  } catch (error) {
    // As an error and never its message: that of a failed query has its parameters.
    warn("Nobody is sent to sign out at an identity source", error)
    return undefined
  }
}
