import type { CasFailureCode } from "@uc/contract/applications/cas"
import type { SignOnFailure } from "@uc/contract/applications/sign-on-failures"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Db } from "../../../db/open.ts"
import { transientFaultIn } from "../../../errors/transient-fault.ts"
import { countUnavailable } from "../../../metrics/count-request.ts"
import type { Services } from "../../../http/services.ts"
import { guessesOfClient } from "../../../security/guesses.ts"
import { plainAddress } from "../../../session/caller.ts"
import { noteFailure } from "../failures/note-failure.ts"
import { personClaims } from "../oidc/person-claims.ts"
import { noteUse } from "../uses.store.ts"
import {
  failureAnswer,
  plainAnswer,
  successAnswer,
  type CasAnswer,
  type CasAttributes,
  type CasFormat,
  type CasSuccess,
} from "./cas-answers.ts"
import { formatIn, serviceIn, validationParameters } from "./cas-parameters.ts"
import { applicationAt } from "./services.store.ts"
import { redeemTicket, type Redeemed } from "./tickets.store.ts"

export type Validation = "plain" | "xml" | "xml with attributes"

/** SSO-2: an application's server asks who has come with a ticket. A refusal is an answer of the protocol, a fault is one of HTTP too. */
export async function validateTicket(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { as, issuer }: { readonly as: Validation; readonly issuer: string },
): Promise<FastifyReply> {
  const format = formatIn(request)
  const answer = (outcome: CasSuccess | CasFailureCode): CasAnswer => {
    if (as === "plain") return plainAnswer(typeof outcome === "string" ? null : outcome.user)
    if (typeof outcome === "string") return failureAnswer(outcome, format ?? "XML")
    return successAnswer(as === "xml" ? { ...outcome, attributes: null } : outcome, format ?? "XML")
  }
  try {
    const guesses = await guessesAt(services, request)
    const waitS = await guesses.wait()
    if (waitS !== null) {
      noteRefused(services, request, "guesses")
      return send(reply.code(429).header("retry-after", waitS), answer("INVALID_TICKET"))
    }
    const outcome = format === null ? "INVALID_REQUEST" : await outcomeOf(services, request, issuer)
    if (outcome === "INVALID_TICKET") await guesses.failed()
    if (typeof outcome === "string") noteRefused(services, request, reasons[outcome] ?? "request")
    return send(reply, answer(outcome))
  } catch (error) {
    const passing = transientFaultIn(error)
    const isPassing = passing !== null
    const because = passing === "unavailable" ? countUnavailable(error) : undefined
    request.log.error({ err: error, because }, "A ticket of CAS could not be validated")
    if (isPassing) reply.header("retry-after", 5)
    return send(reply.code(isPassing ? 503 : 500), answer("INTERNAL_ERROR"))
  }
}

const reasons: Readonly<Partial<Record<CasFailureCode, SignOnFailure>>> = {
  INVALID_TICKET: "ticket",
  INVALID_SERVICE: "ticketAddress",
}

/** SSO-14: by the address that the application's server has sent. */
function noteRefused(services: Services, request: FastifyRequest, reason: SignOnFailure): void {
  const service = serviceIn(request)
  if (service === null) return
  const address = reason === "ticketAddress" ? service : ""
  noteFailure(services, { of: { service }, reason, ip: request.ip, address })
}

export function send(reply: FastifyReply, { type, body }: CasAnswer): FastifyReply {
  return reply.type(type).send(body)
}

/** Of `proxyValidate` and `proxy`, which are not there: no application may sign in to another one in somebody's name. */
export function refuseProxy(
  request: FastifyRequest,
  reply: FastifyReply,
  what: "authentication" | "proxy",
): FastifyReply {
  const format: CasFormat = formatIn(request) ?? "XML"
  return send(reply, failureAnswer("UNAUTHORIZED_SERVICE_PROXY", format, what))
}

/** By the application that the address belongs to: one who tries many shares the count of all that are none. */
async function guessesAt({ database: { systemDb } }: Services, request: FastifyRequest) {
  const service = serviceIn(request)
  const found = service === null ? null : await applicationAt(systemDb, service)
  return guessesOfClient(systemDb, {
    what: "cas-ticket",
    client: found?.clientId ?? "",
    ip: plainAddress(request.ip),
  })
}

async function outcomeOf(
  { database, warn }: Services,
  request: FastifyRequest,
  issuer: string,
): Promise<CasSuccess | CasFailureCode> {
  const given = validationParameters(request)
  if (!given) return "INVALID_REQUEST"
  if (/^P(?:G)?T-/.test(given.ticket)) return "INVALID_TICKET_SPEC"
  const { pgtUrl, ...shown } = given
  const redeemed = await redeemTicket(database, { ...shown, wantsProxy: pgtUrl !== undefined, issuer })
  if (typeof redeemed === "string") return redeemed
  noteUse(database, redeemed.clientId).catch((error: unknown) =>
    warn("The use of an application could not be noted", error),
  )
  return learntBy(database.systemDb, redeemed)
}

/** What the application learns of whoever came with the ticket. */
export async function learntBy(db: Db, redeemed: Redeemed): Promise<CasSuccess> {
  const claims = await personClaims(db, redeemed.personId, redeemed.claims)
  const { preferred_username: account, phone_number: phone, ...others } = claims as Record<string, string>
  return {
    user: account ?? redeemed.personId,
    attributes: { ...aboutSignIn(redeemed), ...present({ account, phone }), ...others },
  }
}

/** The protocol's own three, and what a person is known by for good. */
function aboutSignIn({ isNew, provenAt, personId }: Redeemed): CasAttributes {
  return {
    authenticationDate: provenAt.toISOString(),
    longTermAuthenticationRequestTokenUsed: false,
    isFromNewLogin: isNew,
    id: personId,
  }
}

function present(attributes: Readonly<Record<string, string | undefined>>): CasAttributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
