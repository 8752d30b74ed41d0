import { cutText } from "@uc/contract/core/cut-text"
import { signOnAddress } from "@uc/contract/applications/calls"
import type { ApplicationClaim } from "@uc/contract/applications/application-claims"
import Provider, { errors, interactionPolicy, type Account, type KoaContextWithOIDC } from "oidc-provider"
import type { OutboundOptions } from "../../../http/outbound/send-request.ts"
import type { Services } from "../../../http/services.ts"
import { mayUse } from "../audience.ts"
import { noteOidcFailures } from "../failures/note-oidc-failures.ts"
import { applicationOf, consentedAt, wordsOf } from "../sign-on.ts"
import {
  acceptHashedSecrets,
  claimsOfClient,
  clientAdapter,
  isOwnClient,
  mayAskFrom,
  mustUsePkce,
  ownProperties,
} from "./client-entries.ts"
import { allowedScopes, claimsOfScopes, cutDown, personClaims, userClaims } from "./person-claims.ts"
import { endPortalSession, leadNobodyOn, letFormsReachClients, writeWhatIsHeld } from "./around-provider.ts"
import { noteUses } from "./note-uses.ts"
import {
  crowdedPage,
  errorPage,
  signedOutPage,
  signOutErrorPage,
  signOutPage,
  unknownAddressPage,
} from "./provider-pages.ts"
import { issuerNow, portalSession, providerRequest } from "./provider-request.ts"
import { acrs, sessionS } from "./provider-settings.ts"
import type { PublishedKey } from "./signing-keys.ts"
import { stateAdapter, TooManySignOns } from "./state-adapter.ts"
import { tellByQueue } from "./tell-sign-outs.ts"
import { tellOver } from "./telling.ts"

const tokenS = 600

export interface ProviderParts {
  readonly services: Services
  /** Its name where `issuerNow` says none. */
  readonly issuer: string
  readonly keys: readonly PublishedKey[]
}

/** The library wants it of Node 22; not every release of our floor has it. */
function addUrlParse(): void {
  if (Reflect.has(URL, "parse")) return
  const parse = (address: string, base?: string) =>
    URL.canParse(address, base) ? new URL(address, base) : null
  Object.assign(URL, { parse })
}

/** SSO-1: what the protocol is set to. Everything that it keeps is in the database, so any process may go on with it. */
export function makeProvider({ services, issuer, keys }: ProviderParts): Provider {
  const { anonymousSignOns, database, keyed, dateMs, site } = services
  const { systemDb } = database
  addUrlParse()
  const named = () => issuerNow.getStore() ?? issuer
  const stored = stateAdapter({ db: systemDb, keyed, dateMs, issuer: named, anonymousSignOns })
  const provider = new Provider(issuer, {
    adapter: (model) => (model === "Client" ? clientAdapter(systemDb, keyed) : stored(model)),
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    acrValues: Object.values(acrs),
    claims: { ...claimsOfScopes, acr: null, auth_time: null, iss: null, sid: null },
    scopes: ["openid", "offline_access"],
    subjectTypes: ["public"],
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    enabledJWA: {
      idTokenSigningAlgValues: ["RS256"],
      clientAuthSigningAlgValues: ["RS256", "PS256", "ES256"],
    },
    pkce: { required: (_ctx, client) => mustUsePkce(client) },
    allowOmittingSingleRegisteredRedirectUri: false,
    // Many clients read the ID token alone.
    conformIdTokenClaims: false,
    extraClientMetadata: { properties: [...ownProperties] },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: tokenS,
      IdToken: tokenS,
      RefreshToken: sessionS,
      Grant: sessionS,
      Session: sessionS,
      Interaction: 900,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    // SSO-7: nothing outlives the session of the portal that it came from.
    expiresWithSession: async () => true,
    cookies: {
      names: { session: "uc_op_session", interaction: "uc_op_interaction", resume: "uc_op_resume" },
      long: { httpOnly: true, sameSite: "lax", path: "/oidc", signed: false },
      short: { httpOnly: true, sameSite: "lax", signed: false },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      revocation: { enabled: true },
      claimsParameter: { enabled: true },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) =>
          void (ctx.body = signOutPage(site, form, ctx.oidc.client?.clientName ?? null)),
        postLogoutSuccessSource: async (ctx) => void (ctx.body = signedOutPage(site)),
      },
    },
    clientBasedCORS: (_ctx, origin, client) => mayAskFrom(origin, client),
    interactions: { policy: policy(), url: (_ctx, { uid }) => signOnAddress(uid) },
    findAccount: (ctx, personId) => accountOf(services, ctx, personId),
    loadExistingGrant: (ctx) => grantOf(services, ctx),
    renderError: async (ctx, { error, error_description: description }, thrown) => {
      const shown = { error, ...(description === undefined ? {} : { description }) }
      ctx.type = "html"
      if (thrown instanceof TooManySignOns) {
        ctx.set("retry-after", String(thrown.retryAfterS))
        ctx.body = crowdedPage(site)
      } else if (error === "invalid_redirect_uri")
        ctx.body = unknownAddressPage(site, receivedAddress(ctx.oidc?.params))
      else
        ctx.body = ctx.path.startsWith("/session/")
          ? signOutErrorPage(site, shown, portalSession() !== null)
          : errorPage(site, shown)
    },
    // It asks others for nothing but sign-outs.
    fetch: (url, options) => tellOver(url as string | URL, options as OutboundOptions),
  })
  Object.defineProperty(provider, "issuer", { get: named })
  acceptHashedSecrets(provider.Client, systemDb)
  tellByQueue(provider.Client, systemDb)
  provider.use(endPortalSession(services))
  provider.use(letFormsReachClients)
  provider.use(leadNobodyOn)
  provider.use(writeWhatIsHeld(services))
  noteUses(provider, services)
  noteOidcFailures(provider, services)
  // What Fastify knows of the caller and its proxies is written into these headers ahead of every request.
  provider.proxy = true
  return provider
}

/** Beside the provider's own reasons: an application that asks for `reauth` gets our dialog, each time. */
function policy(): ReturnType<typeof interactionPolicy.base> {
  const base = interactionPolicy.base()
  const { Check } = interactionPolicy
  base.get("login")?.checks.add(
    new Check("reauth_requested", "re-authentication was requested", "login_required", ({ oidc }) => {
      const asked = wordsOf(oidc.params?.["acr_values"])
      return asked.includes(acrs.reauth) && !oidc.result?.login
    }),
  )
  return base
}

/** A person who may use the application. Where somebody signs on, a refusal is told to it; else there is no such account. */
async function accountOf(
  { database: { systemDb } }: ProviderParts["services"],
  ctx: KoaContextWithOIDC,
  personId: string,
): Promise<Account | undefined> {
  const { client } = ctx.oidc
  if (!client) return undefined
  const { clientId } = client
  const allowed = claimsOfClient(client)
  // Servers of applications ask for the claims; a browser comes for a code.
  if (ctx.oidc.route === "token" || ctx.oidc.route === "userinfo") {
    const known =
      claimsAhead(personId, clientId, allowed) ??
      (await userClaims(systemDb, { personId, clientId }, allowed))
    return known ? { accountId: personId, claims: () => ({ ...known, sub: personId }) } : undefined
  }
  const at = portalSession()
  const isRead = at?.personId === personId && at.usable?.clientId === clientId
  if (!(isRead ? at.usable?.isUsable : await mayUse(systemDb, personId, clientId))) {
    if (ctx.oidc.route === "authorization" || ctx.oidc.route === "resume")
      throw new errors.AccessDenied("the person is not among those who may use this application")
    return undefined
  }
  return {
    accountId: personId,
    claims: async () => ({ ...(await personClaims(systemDb, personId, allowed)), sub: personId }),
  }
}

/** What was read with the code that is being redeemed, where its person may use the application. */
function claimsAhead(
  personId: string,
  clientId: string,
  allowed: readonly ApplicationClaim[],
): Record<string, unknown> | null {
  const ahead = providerRequest.getStore()?.ahead
  if (ahead?.clientId !== clientId || ahead.claims?.personId !== personId || !ahead.client.isUsable)
    return null
  return cutDown(ahead.claims.known, allowed)
}

/** SSO-1: without a question for the organisation's own applications and for those that the person has allowed. */
async function grantOf({ database: { systemDb } }: ProviderParts["services"], ctx: KoaContextWithOIDC) {
  const { client, account, provider, session } = ctx.oidc
  if (!client || !account) return undefined
  if (!isOwnClient(client)) {
    const application = await applicationOf(systemDb, client.clientId)
    if (!application || (await consentedAt(systemDb, account.accountId, application)) === null)
      return undefined
  }
  // RFC 6749, 3.3: what the entry does not allow is left out of what was asked for, and the answer says what is left.
  const asked = allowedScopes(wordsOf(ctx.oidc.params?.["scope"]), claimsOfClient(client))
  Object.assign(ctx.oidc.params ?? {}, { scope: asked.join(" ") || undefined })
  const known = session?.grantIdFor(client.clientId)
  const found = known === undefined ? undefined : await provider.Grant.find(known)
  const granted = new Set(wordsOf(found?.getOIDCScope()))
  // It outlives the session as it is, and a write costs as much as all the reads.
  const claims = Object.values(claimsOfScopes).flat()
  const grantedClaims = new Set(found?.getOIDCClaims())
  // One of an earlier release may lack claims that there are now: it would ask for consent without end.
  const isWhole =
    asked.every((scope) => granted.has(scope)) && claims.every((claim) => grantedClaims.has(claim))
  if (found && isWhole) return found
  const grant = found ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  // What the entry allows decides which of them have a value.
  grant.addOIDCScope(asked.join(" "))
  grant.addOIDCClaims(claims)
  await grant.save()
  return grant
}

/** As it came; cut, because anybody may send anything. */
function receivedAddress(parameters: Readonly<Record<string, unknown>> | undefined): string {
  const address = parameters?.["redirect_uri"]
  return typeof address === "string" ? cutText(address, 300) : ""
}
