import type { SignOnFailure } from "@uc/contract/applications/sign-on-failures"
import type Provider from "oidc-provider"
import type { errors, KoaContextWithOIDC } from "oidc-provider"
import type { Services } from "../../../http/services.ts"
import { personRefused } from "../oidc/provider-settings.ts"
import { noteFailure } from "./note-failure.ts"

/** SSO-14: what the provider has refused where somebody signs on. */
export function noteOidcFailures(provider: Provider, services: Services): void {
  const note = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    const clientId = clientIdIn(ctx)
    const reason = reasonOf(ctx, error)
    if (clientId === null || reason === null) return
    const named = reason === "address" || reason === "codeAddress" ? ctx.oidc.params?.["redirect_uri"] : ""
    noteFailure(services, { of: { clientId }, reason, ip: ctx.ip, address: named })
  }
  provider.on("authorization.error", note)
  provider.on("grant.error", note)
}

/** Also of one that is switched off, which the provider does not find. */
function clientIdIn(ctx: KoaContextWithOIDC): string | null {
  const { client, params } = ctx.oidc
  if (client) return client.clientId
  const named = params?.["client_id"]
  if (typeof named === "string") return named
  const [, basic] = /^Basic ([\w+/=-]{1,500})$/i.exec(ctx.get("authorization")) ?? []
  return basic === undefined ? null : (Buffer.from(basic, "base64").toString().split(":")[0] ?? null)
}

/** Null: no failure, or none that the application or its people could do anything about. */
function reasonOf({ oidc }: KoaContextWithOIDC, failed: errors.OIDCProviderError): SignOnFailure | null {
  const { error, error_detail: detail = "", error_description: words = "", status } = failed
  if (status >= 500) return null
  if (error === "invalid_client") return "client"
  if (oidc.route === "token") {
    if (status === 429) return "guesses"
    // The session here has ended, as every one does.
    if (oidc.params?.["grant_type"] === "refresh_token") return null
    if (error !== "invalid_grant") return "request"
    if (detail.includes("redirect_uri mismatch")) return "codeAddress"
    return detail.includes("code_verifier") ? "verifier" : "code"
  }
  // More sign-ons are begun than are kept, which is nothing that this application has done.
  if (status === 429) return null
  if (error === "invalid_redirect_uri") return "address"
  if (detail.includes("no scope was granted")) return "request"
  if (error === "access_denied") return words === personRefused ? "refused" : "audience"
  // With `prompt=none` that is an answer.
  if (error.endsWith("_required")) return null
  return /PKCE|code_challenge/.test(words) ? "pkce" : "request"
}
