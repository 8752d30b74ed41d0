import { casBase, casMessages } from "@uc/contract/applications/cas"
import { signOnParameter } from "@uc/contract/applications/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import { unrestricted } from "../../../db/scope.ts"
import { transientFaultIn } from "../../../errors/transient-fault.ts"
import { refusalOfText } from "../../../errors/unstorable-text.ts"
import { countUnavailable } from "../../../metrics/count-request.ts"
import { originOf } from "../../../http/host.ts"
import type { Services } from "../../../http/services.ts"
import { logSignIn } from "../../../security/sign-in/login-log.ts"
import { plainAddress } from "../../../session/caller.ts"
import { setSessionCookie } from "../../../session/session-cookie.ts"
import { signedInAt } from "../browser-session.ts"
import { noteFailure } from "../failures/note-failure.ts"
import { casAddressOf } from "../issuer.ts"
import { answerLogin } from "./answer-login.ts"
import { readAsked } from "./asked-sign-on.ts"
import { loginParameters, serviceIn } from "./cas-parameters.ts"
import { refuseSignOn, showSignedOut } from "./cas-pages.ts"
import { applicationAt, isAddressOfOne } from "./services.store.ts"
import { refuseProxy, validateTicket, type Validation } from "./validate-ticket.ts"

const validations: readonly (readonly [string, Validation])[] = [
  ["/validate", "plain"],
  ["/serviceValidate", "xml"],
  ["/p3/serviceValidate", "xml with attributes"],
]

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** SSO-2: the CAS protocol 3.0, without its proxy tickets. */
export function serveCas(app: FastifyInstance, services: Services): void {
  const { site } = services
  const serve = (method: "GET" | "HEAD" | "POST", path: string, handler: Handler) =>
    app.route({ method, url: `${casBase}${path}`, exposeHeadRoute: false, handler })

  serve("GET", "/login", shownToPeople(services, login))
  serve("HEAD", "/login", shownToPeople(services, lookAtLogin))
  serve("POST", "/login", shownToPeople(services, loginByPost))
  serve("GET", "/signOn/:uid", shownToPeople(services, goOn))
  serve("GET", "/logout", shownToPeople(services, logout))
  for (const [path, as] of validations)
    serve("GET", path, (request, reply) => {
      const issuer = casAddressOf(site, originOf(site, request))
      return validateTicket(services, request, reply, { as, issuer })
    })
  for (const path of ["/proxyValidate", "/p3/proxyValidate"])
    serve("GET", path, (request, reply) => refuseProxy(request, reply, "authentication"))
  serve("GET", "/proxy", (request, reply) => refuseProxy(request, reply, "proxy"))
}

type PersonHandler = (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

/** A person's browser gets a page, a fault included. */
function shownToPeople(services: Services, handler: PersonHandler): Handler {
  return async (request, reply) => {
    try {
      return await handler(services, request, reply)
    } catch (error) {
      if (refusalOfText(error))
        return refuseSignOn(reply, services.site, { status: 400, words: casMessages.badRequest })
      const passing = transientFaultIn(error)
      const because = passing === "unavailable" ? countUnavailable(error) : undefined
      request.log.error({ err: error, because }, "A sign-on or sign-out by CAS failed")
      const status = passing === null ? 500 : 503
      return refuseSignOn(reply, services.site, { status, words: casMessages.fault })
    }
  }
}

async function login(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { site } = services
  const given = loginParameters(request)
  if (!given) return refuseSignOn(reply, site, { status: 400, words: casMessages.badRequest })
  const { service, method, renew, gateway, uid } = given
  if (method === "HEADER") {
    if (service !== undefined) noteFailure(services, { of: { service }, reason: "request", ip: request.ip })
    return refuseSignOn(reply, site, { status: 400, words: casMessages.noHeaderMethod })
  }
  // Whoever comes for nothing but to sign in.
  if (service === undefined) return reply.redirect(portalBase)
  // The protocol: `renew` counts, where both are set.
  const asked = { service, method, renew, gateway: gateway && !renew, uid: uid ?? null }
  return answerLogin(services, request, reply, asked)
}

/** SSO-12: for whoever looks whether the address is there. It begins no sign-on and makes no ticket. */
async function lookAtLogin(
  { database, site }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const given = loginParameters(request)
  if (!given) return refuseSignOn(reply, site, { status: 400, words: casMessages.badRequest })
  const { service, method } = given
  if (method === "HEADER")
    return refuseSignOn(reply, site, { status: 400, words: casMessages.noHeaderMethod })
  if (service !== undefined && !(await applicationAt(database.systemDb, service)))
    return refuseSignOn(reply, site, { status: 403, words: casMessages.unknownService, service })
  return reply.redirect(portalBase)
}

/** A form of an application's page. Its fields go on in the address; passwords are typed in here alone. */
function loginByPost({ site }: Services, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fields = z
    .record(z.string(), z.string())
    .safeParse({ ...(request.body as object | undefined), ...(request.query as object) })
  if (!fields.success) return refuseSignOn(reply, site, { status: 400, words: casMessages.badRequest })
  if ("password" in fields.data)
    return refuseSignOn(reply, site, { status: 400, words: casMessages.signInHere })
  const known = Object.entries(fields.data).filter(([name]) => passedOn.has(name))
  return reply.redirect(`${casBase}/login?${new URLSearchParams(known).toString()}`, 303)
}
const passedOn = new Set(["service", "renew", "gateway", "method"])

/** From the portal's page, once the person has answered it. */
async function goOn(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { database, keyed, site } = services
  const { uid } = request.params as { readonly uid: string }
  const asked = await readAsked(database.systemDb, keyed, uid)
  if ((request.query as { readonly refused?: unknown }).refused === "1") {
    if (asked) noteFailure(services, { of: asked, reason: "refused", ip: request.ip })
    return refuseSignOn(reply, site, { status: 200, words: casMessages.cancelled })
  }
  if (!asked) return refuseSignOn(reply, site, { status: 400, words: casMessages.gone })
  return answerLogin(services, request, reply, { ...asked, gateway: false, [signOnParameter]: uid })
}

/** Signs out of everything, at once, as the protocol wants it; a session that is locked as well. */
async function logout(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, sessions, site } = services
  const who = await signedInAt(services, request)
  if (who) {
    const { account, user, sessionId } = who
    const userAgent = request.headers["user-agent"] ?? ""
    const caller = { ip: plainAddress(request.ip), userAgent, origin: originOf(site, request) }
    const person = { id: user.id, orgId: user.orgid }
    await database.transaction(unrestricted, async (db) => {
      await logSignIn(db, { account, person, variant: null, result: "signed-out", caller })
      await sessions.end(db, sessionId)
    })
    sessions.forgetEnded(sessionId)
    setSessionCookie(reply, null, request.protocol === "https")
    reply.header("clear-site-data", '"cache"')
  }
  const service = serviceIn(request)
  const isTheirs = service !== null && (await isAddressOfOne(database.systemDb, service))
  return isTheirs ? reply.redirect(service) : showSignedOut(reply, site)
}
