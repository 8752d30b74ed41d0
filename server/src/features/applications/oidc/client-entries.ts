import { timingSafeEqual } from "node:crypto"
import { eq, isNull, and, sql } from "drizzle-orm"
import Provider, { errors, type Adapter, type AdapterPayload, type Client } from "oidc-provider"
import type { ApplicationClaim } from "@uc/contract/applications/application-claims"
import { builtOnce } from "../../../db/built-once.ts"
import type { Db } from "../../../db/open.ts"
import { application } from "../../../db/schema/domains.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import { person } from "../../../db/schema/people.ts"
import { guessesOfClient } from "../../../security/guesses.ts"
import { plainAddress } from "../../../session/caller.ts"
import { hashOfSecret } from "../applications.store.ts"
import { isUsable } from "../audience.ts"
import { portalSession } from "./portal-session.ts"

/** What an application's entry says beside the protocol's own properties. */
export const ownProperties = ["uc_secret_hashes", "uc_claims", "uc_is_own"] as const

/** A secret that nobody has: the provider wants one, and `acceptHashedSecrets` compares hashes instead. */
const noSecret = "unused"

const clientEntry = builtOnce("oidc_client_entry", ["clientId", "personId"], (db, { clientId, personId }) =>
  db
    .select({
      name: application.name,
      redirects: application.redirectAddresses,
      logouts: application.logoutAddresses,
      backchannel: application.backchannelAddress,
      claims: application.claims,
      isOwn: application.isOwn,
      keySet: application.keySet,
      secret: application.secretHash,
      oldSecret: sql<Buffer | null>`case when ${application.oldSecretUntil} > now() then ${application.oldSecretHash} end`,
      isUsable: sql<boolean>`coalesce((${isUsable}), false)`,
    })
    .from(application)
    // Whoever is signed in where the request comes from a browser; else there is none.
    .leftJoin(person, eq(person.id, sql`${personId}::bigint`))
    .leftJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        eq(application.clientId, clientId),
        eq(application.protocol, "oidc"),
        isNull(application.disabledAt),
        sql`not uc_is_disabled(${application.orgId})`,
      ),
    ),
)

/** SSO-3: applications as the provider reads them, with each request: what was changed or disabled counts at once. */
export function clientAdapter(db: Db): Adapter {
  return {
    async find(clientId) {
      const at = portalSession.getStore() ?? null
      const [found] = await clientEntry(db, { clientId, personId: at?.personId ?? null })
      if (!found) return undefined
      if (at) at.usable = { clientId, isUsable: found.isUsable }
      const { keySet, secret, oldSecret } = found
      const entry: AdapterPayload = {
        client_id: clientId,
        client_name: found.name,
        application_type: "web",
        redirect_uris: found.redirects,
        post_logout_redirect_uris: found.logouts,
        response_types: ["code"],
        grant_types: ["authorization_code", "refresh_token"],
        scope: [
          "openid",
          "profile",
          "offline_access",
          ...(found.claims.includes("phone") ? ["phone"] : []),
        ].join(" "),
        id_token_signed_response_alg: "RS256",
        ...(found.backchannel === null
          ? {}
          : { backchannel_logout_uri: found.backchannel, backchannel_logout_session_required: true }),
        ...(keySet === null
          ? { token_endpoint_auth_method: "client_secret_basic", client_secret: noSecret }
          : { token_endpoint_auth_method: "private_key_jwt", jwks: JSON.parse(keySet) as never }),
        uc_secret_hashes: [secret, oldSecret].flatMap((hash) => (hash ? [hash.toString("base64url")] : [])),
        uc_claims: found.claims,
        uc_is_own: found.isOwn,
      }
      return entry
    },
    upsert: neverWritten,
    destroy: neverWritten,
    consume: neverWritten,
    revokeByGrantId: neverWritten,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  }
}

async function neverWritten(): Promise<void> {
  throw new Error("Applications are changed by their page alone")
}

interface ClientClass {
  readonly prototype: { compareClientSecret(given: string): boolean | Promise<boolean> }
}

/**
 * The database has hashes alone; the old secret's is among them while it is accepted. Who has given too many wrong ones for this
 * application is refused, the right one included, or guessing would go on.
 */
export function acceptHashedSecrets(clients: unknown, db: Db): void {
  const { prototype } = clients as ClientClass
  prototype.compareClientSecret = async function compareClientSecret(this: Client, given: string) {
    const { ctx } = Provider
    const guesses = guessesOfClient(db, {
      what: "client-secret",
      client: this.clientId,
      ip: plainAddress(ctx?.ip ?? ""),
    })
    const waitS = await guesses.wait()
    if (waitS !== null) {
      ctx?.set("retry-after", String(waitS))
      throw Object.assign(new errors.OIDCProviderError(429, "temporarily_unavailable"), {
        error_description: "too many failed client authentications from this address",
      })
    }
    const hash = hashOfSecret(given)
    const known = this["uc_secret_hashes"] as readonly string[]
    const isRight = known.some((each) => timingSafeEqual(Buffer.from(each, "base64url"), hash))
    if (!isRight) await guesses.failed()
    return isRight
  }
}

export function claimsOfClient(client: Client): readonly ApplicationClaim[] {
  return client["uc_claims"] as readonly ApplicationClaim[]
}

/** SSO-1: the organisation's own: nobody is asked for consent. */
export function isOwnClient(client: Client): boolean {
  return client["uc_is_own"] === true
}
