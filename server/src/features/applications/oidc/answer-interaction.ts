import { signOnAddress, signOnParameter, signOnPath } from "@uc/contract/applications/calls"
import { cutText } from "@uc/contract/core/cut-text"
import { portalBase } from "@uc/contract/core/site-defaults"
import { accountParameter, namedAccountLength } from "@uc/contract/login/login-variants"
import type { FastifyReply, FastifyRequest } from "fastify"
import type Provider from "oidc-provider"
import type { InteractionResults } from "oidc-provider"
import { loggedError } from "../../../errors/logged-error.ts"
import type { Services } from "../../../http/services.ts"
import type { SignedIn } from "../../../session/signed-in.ts"
import {
  applicationOf,
  consentedAt,
  isProvenFor,
  needsProof,
  provenAt,
  type AskedSignOn,
} from "../sign-on.ts"
import { errorPage } from "./provider-pages.ts"
import { personRefused } from "./provider-settings.ts"
import { trustWhatFastifyTrusts } from "./forwarded-headers.ts"

interface Answering {
  readonly services: Services
  readonly provider: Provider
  readonly request: FastifyRequest
  readonly reply: FastifyReply["raw"]
  readonly who: SignedIn | null
}

/** Where a person goes first; null: nothing is missing, the provider may go on. */
type Answer = { readonly to: string } | { readonly result: InteractionResults }

/**
 * SSO-1: a sign-on that needs a person: to sign in, to prove who they are, to consent. It goes on with the cookie of the browser
 * that began it and with what the database says of that browser's session; the page in between is asked nothing that counts.
 */
export async function answerInteraction(answering: Answering): Promise<void> {
  const { services, provider, request, reply } = answering
  trustWhatFastifyTrusts(services, request)
  try {
    const asked = await provider.interactionDetails(request.raw, reply)
    const answer = await answerTo(answering, asked, asked.uid)
    if ("to" in answer) reply.writeHead(303, { location: answer.to }).end()
    else
      await provider.interactionFinished(request.raw, reply, answer.result, { mergeWithLastSubmission: true })
  } catch (error) {
    const isTheirs = (error as { readonly statusCode?: unknown }).statusCode === 400
    if (!isTheirs) request.log.error({ err: error }, "A sign-on could not go on")
    reply
      .writeHead(isTheirs ? 400 : 500, { "content-type": "text/html; charset=utf-8" })
      .end(errorPage(services.site, { error: isTheirs ? loggedError(error).message : "server_error" }))
  }
}

async function answerTo(
  { services, request, who }: Answering,
  asked: AskedSignOn,
  uid: string,
): Promise<Answer> {
  if (new URL(request.url, "http://x").searchParams.get("refused") === "1")
    return { result: { error: "access_denied", error_description: personRefused } }
  const here = signOnAddress(uid)
  if (!who) return { to: loginPage(here, asked.params["login_hint"]) }
  const onPage = `${portalBase}#${signOnPath}?${signOnParameter}=${uid}`
  if (who.isLocked) return { to: onPage }

  const { systemDb } = services.database
  const { id: personId } = who.user
  if (asked.prompt.name === "consent") {
    const application = await applicationOf(systemDb, String(asked.params["client_id"]))
    const at = application && (await consentedAt(systemDb, personId, application))
    return at !== null && at >= asked.iat ? { result: { consent: {} } } : { to: onPage }
  }
  const at = await provenAt(systemDb, who.sessionId)
  if (needsProof(asked, at, Math.floor(services.dateMs() / 1000))) return { to: onPage }
  // The application means somebody else than who is signed in here.
  const { reasons } = asked.prompt
  if (!reasons.includes("no_session") && reasons.some((reason) => otherPerson.has(reason)))
    return { result: { error: "login_required", error_description: "another person is signed in" } }
  const acr = isProvenFor(asked, at) ? "reauth" : "session"
  return { result: { login: { accountId: personId, ts: at, acr, remember: false } } }
}

/** SSO-12: with the account that the application expects somebody to type. */
function loginPage(here: string, hint: unknown): string {
  const parameters = new URLSearchParams({ returnUrl: here })
  if (typeof hint === "string" && hint !== "")
    parameters.set(accountParameter, cutText(hint, namedAccountLength))
  return `${portalBase}#/newLogin?${parameters.toString()}`
}

const otherPerson = new Set(["id_token_hint", "claims_id_token_sub_value"])
