import { providerBase } from "@uc/contract/applications/calls"
import type { KoaContextWithOIDC } from "oidc-provider"
import type { Services } from "../../../http/services.ts"
import { unrestricted } from "../../../db/scope.ts"
import { redeemed, refreshModel } from "./held-writes.ts"
import { portalSession, providerRequest } from "./provider-request.ts"
import { answerRefresh } from "./refresh/repeated-refresh.ts"

type Next = () => Promise<unknown>

/** SSO-1, SSO-7: whoever signs out of everything, led by an application, has signed out of the portal too. */
export function endPortalSession({ database, sessions }: Services) {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next()
    const at = portalSession()
    const { oidc } = ctx as Partial<KoaContextWithOIDC>
    const ended = (oidc?.session as { readonly destroyed?: boolean } | undefined)?.destroyed === true
    if (!at || oidc?.route !== "end_session_confirm" || !ended) return
    await database.transaction(unrestricted, (db) => sessions.end(db, at.sessionId))
    sessions.forgetEnded(at.sessionId)
  }
}

/**
 * A code that was about to be redeemed when something else was refused is used up all the same. Nothing that the provider holds for
 * written may be missing when its answer goes out.
 */
export function writeWhatIsHeld({ database: { systemDb }, keyed, dateMs }: Services) {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    await next()
    const under = providerRequest.getStore()
    const held = under?.held
    if (!under || !held) return
    under.held = null
    if (held.model === refreshModel) return answerRefresh({ db: systemDb, keyed, dateMs }, ctx, held)
    const isGood = await redeemed(systemDb, held)
    if (!isGood && ctx.status < 400) throw new Error("A code was answered that somebody else had redeemed")
  }
}

/**
 * FAULT-10: where nobody is signed in there is nothing to confirm. The library would store a session for its own form; here the browser
 * is led on at once, as by that form, and nothing is stored.
 */
export async function leadNobodyOn(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next()
  const { oidc } = ctx as Partial<KoaContextWithOIDC>
  if (oidc?.route !== "end_session" || ctx.status !== 200 || oidc.session?.accountId !== undefined) return
  const { post_logout_redirect_uri: wanted, state } = oidc.params ?? {}
  // The library has taken away an address that is none of the application's.
  const to = new URL(typeof wanted === "string" ? wanted : oidc.urlFor("end_session_success"))
  if (typeof wanted === "string" && typeof state === "string") to.searchParams.set("state", state)
  const cookie = oidc.provider.cookieName("session")
  ctx.cookies.set(cookie, null, { path: providerBase, httpOnly: true, overwrite: true })
  ctx.status = 303
  ctx.redirect(to.href)
}

/**
 * A form of the provider's pages leads on to the application (a browser counts where it is redirected to as well), and
 * `form-action` of every answer names this site alone.
 */
export async function letFormsReachClients(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await next()
  const { oidc } = ctx as Partial<KoaContextWithOIDC>
  if (!ctx.response.is("html") || !oidc?.client) return
  const { redirectUris = [], postLogoutRedirectUris = [] } = oidc.client
  const origins = new Set([...redirectUris, ...postLogoutRedirectUris].map((each) => new URL(each).origin))
  const policy = ctx.response.get("content-security-policy")
  ctx.set(
    "content-security-policy",
    policy.replace(/form-action 'self'/, ["form-action 'self'", ...origins].join(" ")),
  )
}
