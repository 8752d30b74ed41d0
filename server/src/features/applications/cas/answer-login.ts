import { casBase, casMessages } from "@uc/contract/applications/cas"
import { signOnMessages, signOnParameter, signOnPath } from "@uc/contract/applications/calls"
import type { SignOnFailure } from "@uc/contract/applications/sign-on-failures"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Services } from "../../../http/services.ts"
import { plainAddress } from "../../../session/caller.ts"
import { mayUse } from "../audience.ts"
import { signedInAt } from "../browser-session.ts"
import { noteFailure } from "../failures/note-failure.ts"
import { consentedAt, isProvenFor, provenAt } from "../sign-on.ts"
import { noteSignOn } from "../uses.store.ts"
import { forgetAsked, keepAsked, readAsked, type AskedCasSignOn, type CasRequest } from "./asked-sign-on.ts"
import { postTicket, refuseSignOn } from "./cas-pages.ts"
import { applicationAt } from "./services.store.ts"
import { issueTicket } from "./tickets.store.ts"

export interface AskedLogin extends CasRequest {
  /** Nobody is asked anything: whoever can't be told who has come gets them back without a ticket. */
  readonly gateway: boolean
  /** Of a sign-on that goes on; null: it begins here. */
  readonly uid: string | null
}

const toLogin = (here: string) =>
  `${portalBase}#/newLogin?${new URLSearchParams({ returnUrl: here }).toString()}`

/** SSO-2: somebody comes from an application. Nobody is ever led to an address that is not letter by letter one of its services. */
export async function answerLogin(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedLogin,
): Promise<FastifyReply> {
  const { database, keyed, site } = services
  const { systemDb } = database
  const { service, renew, method, gateway } = asked
  const application = await applicationAt(systemDb, service)
  const failed = (reason: SignOnFailure) =>
    noteFailure(services, { of: { service }, reason, ip: request.ip, address: service })
  if (!application) {
    failed("address")
    return refuseSignOn(reply, site, { status: 403, words: casMessages.unknownService, service })
  }
  const kept = await begunAs(services, asked)
  const keep = async () => kept?.uid ?? (await keepAsked(systemDb, keyed, { service, renew, method }))

  const who = await signedInAt(services, request)
  if (!who) {
    if (gateway) return reply.redirect(service)
    const waitS = kept ? 0 : services.anonymousSignOns(plainAddress(request.ip))
    if (waitS > 0)
      return refuseSignOn(reply.header("retry-after", waitS), site, {
        status: 429,
        words: signOnMessages.crowded,
      })
    return reply.redirect(toLogin(loginAddress(asked, await keep())))
  }
  const { user, sessionId } = who
  if (!(await mayUse(systemDb, user.id, application.clientId))) {
    if (gateway) return reply.redirect(service)
    failed("audience")
    return refuseSignOn(reply, site, { status: 403, words: casMessages.notForYou })
  }
  const isNew = kept !== null && isProvenFor(kept, await provenAt(systemDb, sessionId))
  const needsConsent = !application.isOwn && (await consentedAt(systemDb, user.id, application)) === null
  if (who.isLocked || needsConsent || (renew && !isNew)) {
    if (gateway) return reply.redirect(service)
    return reply.redirect(`${portalBase}#${signOnPath}?${signOnParameter}=${await keep()}`)
  }

  const ticket = await issueTicket(systemDb, { applicationId: application.id, service, sessionId, isNew })
  if (kept) await forgetAsked(systemDb, keyed, kept.uid)
  const { clientId } = application
  await noteSignOn(database, { personId: user.id, sessionId, clientId, ip: plainAddress(request.ip) })
  return method === "POST"
    ? postTicket(reply, site, { service, ticket })
    : reply.redirect(`${service}${service.includes("?") ? "&" : "?"}ticket=${ticket}`)
}

/** What was kept of this very sign-on; null: it begins here, or was begun so long ago that it does so again. */
async function begunAs(
  { database, keyed }: Services,
  { uid, service, renew }: AskedLogin,
): Promise<(AskedCasSignOn & { readonly uid: string }) | null> {
  const kept = uid === null ? null : await readAsked(database.systemDb, keyed, uid)
  return uid !== null && kept?.service === service && kept.renew === renew ? { ...kept, uid } : null
}

/** Where it goes on once they have signed in. */
function loginAddress({ service, renew, method }: CasRequest, uid: string): string {
  const parameters = new URLSearchParams({ service, [signOnParameter]: uid })
  if (renew) parameters.set("renew", "true")
  if (method === "POST") parameters.set("method", "POST")
  return `${casBase}/login?${parameters.toString()}`
}
