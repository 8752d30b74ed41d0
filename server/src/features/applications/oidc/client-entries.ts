import { timingSafeEqual } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import Provider, {
  errors,
  type Adapter,
  type AdapterPayload,
  type Client,
  type KoaContextWithOIDC,
} from "oidc-provider"
import type { ApplicationClaim } from "@uc/contract/applications/application-claims"
import { isStorable } from "@uc/contract/core/wire"
import { builtOnce } from "../../../db/built-once.ts"
import type { Db } from "../../../db/open.ts"
import { application } from "../../../db/schema/domains.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import { person } from "../../../db/schema/people.ts"
import { quotaOfClient } from "../../../security/guesses.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { countOne, quotaWait } from "../../../security/quota.ts"
import { plainAddress } from "../../../session/caller.ts"
import { hashOfSecret } from "../applications.store.ts"
import { clientColumns, isClient } from "./client-columns.ts"
import { hashIn, providerRequest } from "./provider-request.ts"
import { readCodeAhead, type ReadAhead } from "./read-ahead.ts"

/** What an application's entry says beside the protocol's own properties. */
export const ownProperties = ["uc_secret_hashes", "uc_claims", "uc_is_own", "uc_waives_pkce"] as const

/** A secret that nobody has: the provider wants one, and `acceptHashedSecrets` compares hashes instead. */
const noSecret = "unused"

const clientEntry = builtOnce("oidc_client_entry", ["clientId", "personId"], (db, { clientId, personId }) =>
  db
    .select(clientColumns)
    .from(application)
    // Whoever is signed in where the request comes from a browser; else there is none.
    .leftJoin(person, eq(person.id, sql`${personId}::bigint`))
    .leftJoin(organisation, eq(organisation.id, person.orgId))
    .where(isClient(clientId)),
)

/** Where a code is redeemed, all that it takes is read with the application's entry. */
async function readAheadOf(db: Db, keyed: Keyed, clientId: string): Promise<ReadAhead | null> {
  const ctx = contextOf()
  const { grant_type: grantType, code } = ctx?.oidc?.params ?? {}
  if (ctx?.oidc?.route !== "token" || grantType !== "authorization_code" || typeof code !== "string")
    return null
  return readCodeAhead(db, {
    clientId,
    codeHash: hashIn(keyed, code),
    quota: secretQuota(clientId, ctx.ip ?? ""),
  })
}

/** Of the request under way; none where an application is told of a sign-out. */
export function contextOf(): Partial<KoaContextWithOIDC> | undefined {
  return (Provider as { readonly ctx?: Partial<KoaContextWithOIDC> | undefined }).ctx
}

function secretQuota(client: string, ip: string) {
  return quotaOfClient({ what: "client-secret", client, ip: plainAddress(ip) })
}

/** SSO-3: applications as the provider reads them, with each request: what was changed or disabled counts at once. */
export function clientAdapter(db: Db, keyed: Keyed): Adapter {
  return {
    async find(clientId) {
      // Out of an address, a form, a header or an assertion that nobody has verified yet.
      if (!isStorable(clientId)) return undefined
      const under = providerRequest.getStore()
      const at = under?.at ?? null
      if (under) under.ahead ??= await readAheadOf(db, keyed, clientId)
      const found =
        under?.ahead?.clientId === clientId
          ? under.ahead.client
          : (await clientEntry(db, { clientId, personId: at?.personId ?? null }))[0]
      if (!found) return undefined
      if (at) at.usable = { clientId, isUsable: found.isUsable }
      const { secret, oldSecret } = found
      const entry: AdapterPayload = {
        client_id: clientId,
        client_name: found.name,
        application_type: "web",
        redirect_uris: found.redirects,
        post_logout_redirect_uris: found.logouts,
        response_types: ["code"],
        grant_types: ["authorization_code", "refresh_token"],
        // Of these, what the entry does not allow is left out of a sign-on and refused to nobody.
        scope: "openid profile offline_access phone email",
        id_token_signed_response_alg: "RS256",
        ...(found.backchannel === null
          ? {}
          : { backchannel_logout_uri: found.backchannel, backchannel_logout_session_required: true }),
        ...authenticationOf(found),
        uc_secret_hashes: [secret, oldSecret].flatMap((hash) => (hash ? [hash.toString("base64url")] : [])),
        uc_claims: found.claims,
        uc_is_own: found.isOwn,
        uc_waives_pkce: found.waivesPkce,
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

/** How an application proves itself at the token endpoint. */
function authenticationOf({
  isPublic,
  keySet,
}: {
  readonly isPublic: boolean
  readonly keySet: string | null
}): Pick<AdapterPayload, "token_endpoint_auth_method" | "client_secret" | "jwks"> {
  if (isPublic) return { token_endpoint_auth_method: "none" }
  return keySet === null
    ? { token_endpoint_auth_method: "client_secret_basic", client_secret: noSecret }
    : { token_endpoint_auth_method: "private_key_jwt", jwks: JSON.parse(keySet) as never }
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
    const quota = secretQuota(this.clientId, ctx?.ip ?? "")
    const ahead = providerRequest.getStore()?.ahead
    const waitS =
      ahead?.clientId === this.clientId && ahead.secretWaitS !== undefined
        ? ahead.secretWaitS
        : await quotaWait(db, quota)
    if (waitS !== null) {
      ctx?.set("retry-after", String(waitS))
      throw Object.assign(new errors.OIDCProviderError(429, "temporarily_unavailable"), {
        error_description: "too many failed client authentications from this address",
      })
    }
    const hash = hashOfSecret(given)
    const known = this["uc_secret_hashes"] as readonly string[]
    const isRight = known.some((each) => timingSafeEqual(Buffer.from(each, "base64url"), hash))
    if (!isRight) await countOne(db, quota.key)
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

/** SSO-12: it has no server that could keep a secret. */
function isPublicClient(client: Client): boolean {
  return client.clientAuthMethod === "none"
}

/** SSO-10: of every application whose entry does not say otherwise, and always of those that have nothing else to prove themselves by. */
export function mustUsePkce(client: Client): boolean {
  return isPublicClient(client) || client["uc_waives_pkce"] !== true
}

/** SSO-12: scripts ask only for applications without a server, from the sites that these are sent back to. */
export function mayAskFrom(origin: string, client: Client): boolean {
  return isPublicClient(client) && (client.redirectUris ?? []).some((each) => new URL(each).origin === origin)
}
