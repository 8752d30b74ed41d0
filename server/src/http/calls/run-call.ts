import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { screenMessages } from "@uc/contract/screens/calls"
import type { FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../errors/refusal.ts"
import { cookieOf } from "../../session/cookies.ts"
import { mustHold } from "../../session/rights/held-permissions.ts"
import { NoGrant, passReauthGate } from "../../session/reauth-gate.ts"
import { screenTokenOf, setScreenCookie } from "../../session/screen-cookie.ts"
import type { KnownScreen } from "../../session/screens.ts"
import { sessionCookieName, setSessionCookie } from "../../session/session-cookie.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { plainAddress, type Caller } from "../../session/caller.ts"
import { assertNoOrigin, assertOwnOrigin, ownOrigins } from "../origin.ts"
import type { Services } from "../services.ts"
import type { CallEntry } from "./call-entry.ts"
import { encodeAnswer, type EncodedAnswer } from "./encode-answer.ts"
import { isKnownTag } from "./entity-tag.ts"
import { answeredBefore, idempotencyKeyOf, storeAnswer } from "./idempotency.ts"
import { pictureIn } from "./picture-answer.ts"
import { readInput } from "./read-input.ts"
import { RequestScope } from "./request-scope.ts"
import type { SendCached } from "./send-cached.ts"
import { noteWritten } from "./written-cookie.ts"

interface Incoming {
  readonly services: Services
  readonly entry: CallEntry
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly sendCached: SendCached
}

/**
 * From a request to its answer: origin, session, input, handler, transaction, answer. Nothing is awaited where everything
 * is in memory: a promise costs, and thousands of timers poll.
 */
export function runCall(incoming: Incoming): Promise<void> | undefined {
  const { services, entry, request } = incoming
  const { call } = entry
  if (call.fromServers) assertNoOrigin(request.headers.origin)
  else if (call.method === "POST") assertOwnOrigin(request.headers.origin, ownOrigins(services.site, request))

  if (call.screen) return runForScreen(incoming)
  const token = call.fromServers ? undefined : cookieOf(request, sessionCookieName(request))
  return runForPerson(incoming, token)
}

function runForPerson(incoming: Incoming, token: string | undefined): Promise<void> | undefined {
  const { services, entry, request } = incoming
  const { call } = entry
  const screenToken = call.open ? undefined : screenTokenOf(request)
  if (token === undefined && screenToken === undefined) return runAs(incoming, null, token)
  if (token === undefined) return refuseScreen(incoming, screenToken)
  // The login page makes open calls too, so one is no sign of a person at the session of its cookie.
  const isActivity = !call.polled && !call.open && !call.whileLocked
  const known = services.sessions.known(token, isActivity)
  if (known !== undefined) return runAs(incoming, known, token)
  return services.sessions
    .find(token, isActivity)
    .then((user) =>
      user === null && screenToken !== undefined
        ? refuseScreen(incoming, screenToken)
        : runAs(incoming, user, token),
    )
}

/**
 * DAY-7: first as the screen that the browser is, or a person who once signed in there would end it with their session. A screen
 * that is none any more may still be looked at by who is signed in.
 */
async function runForScreen(incoming: Incoming): Promise<void> {
  const { services, request } = incoming
  const screenToken = screenTokenOf(request)
  const screen =
    screenToken === undefined ? null : await services.screens.find(screenToken, callerOf(request))
  const token = cookieOf(request, sessionCookieName(request))
  if (screen === null || screenToken === undefined) {
    const user = token === undefined ? null : await services.sessions.find(token, false)
    return runAs(incoming, user, token)
  }
  return runAs(incoming, null, token, { screen, token: screenToken })
}

/** DAY-7: a screen is told that it may only look, and not that it should sign in. */
async function refuseScreen(incoming: Incoming, screenToken: string | undefined): Promise<void> {
  const { services, request } = incoming
  if (screenToken !== undefined && (await services.screens.find(screenToken, callerOf(request))))
    throw new Refusal(screenMessages.looksOnly, { status: 403 })
  return runAs(incoming, null, undefined)
}

function callerOf(request: FastifyRequest): Pick<Caller, "ip" | "userAgent"> {
  return { ip: plainAddress(request.ip), userAgent: request.headers["user-agent"] ?? "" }
}

function runAs(
  incoming: Incoming,
  user: SignedIn | null,
  token: string | undefined,
  by: { readonly screen: KnownScreen; readonly token: string } | null = null,
): Promise<void> | undefined {
  const { services, entry, request, reply } = incoming
  const { call, handle } = entry
  request.madeBy = user ?? by?.screen ?? null
  if (!user && !call.open && by === null)
    throw new Refusal(replyMessages.signedOut, { status: 401, errtype: errtypes.signedOut })
  if (user?.isLocked && !call.open && !call.whileLocked)
    throw new Refusal(replyMessages.locked, { status: 403, errtype: errtypes.locked })
  // DISTRICT-8: the one place where a permission is checked; handlers find its scope in `user.administered`.
  if (user && call.permission !== null) mustHold(user, call.permission)

  const input = readInput(entry, request)
  const scope = new RequestScope(services, call, user, request, reply, by?.screen)
  if (by?.screen.isRenewed) scope.newScreen = by.token
  if (call.writes) return finish(incoming, { scope, input, token })
  const output = outputOf(handle, input, scope)
  if (isPromise(output) || scope.hasBegun || scope.newSession !== undefined)
    return finish(incoming, { scope, input, token, output })
  send(incoming, encodeAnswer(entry, output))
  return undefined
}

/** With a query under way a throw becomes a rejection, so that the transaction's end is awaited. */
function outputOf(handle: CallEntry["handle"], input: unknown, scope: RequestScope): unknown {
  try {
    return handle(input, scope)
  } catch (error) {
    if (scope.hasBegun) return Promise.reject(error)
    throw error
  }
}

function isPromise(output: unknown): boolean {
  return typeof output === "object" && output !== null && "then" in output
}

interface Running {
  readonly scope: RequestScope
  readonly input: unknown
  readonly token: string | undefined
  /** Undefined for a call that writes: its handler has not run yet. */
  readonly output?: unknown
}

/** Ends the request's transaction and sends the answer. */
async function finish(incoming: Incoming, { scope, input, token, output }: Running): Promise<void> {
  const { services, entry, request, reply } = incoming
  const { call, handle } = entry
  try {
    let answer = await answerOnce(incoming, { scope, input }, async () =>
      encodeAnswer(entry, await (call.writes ? handle(input, scope) : output)),
    )
    await scope.commit()
    if (call.writes && !call.fromServers) await noteWritten(services.database, request, reply)
    if (scope.newScreen !== undefined) {
      setScreenCookie(reply, scope.newScreen, request.protocol === "https")
      answer = { ...answer, bytes: null }
    }
    if (scope.newSession !== undefined) {
      if (token !== undefined) services.sessions.forget(token)
      setSessionCookie(reply, scope.newSession, request.protocol === "https")
      answer = { ...answer, bytes: null }
    }
    send(incoming, answer)
  } catch (error) {
    // The first error is the one that is reported; a connection that can't be rolled back is thrown away.
    const isCommitted = error instanceof Refusal && error.details.commits === true
    const end = isCommitted ? scope.commit() : scope.rollback()
    await end.catch((second: unknown) =>
      request.log.warn({ err: second }, isCommitted ? "commit" : "rollback"),
    )
    if (error instanceof NoGrant) await error.log()
    throw error
  }
}

/** REQ-2, AUTH-8: an answer that was given before is repeated; otherwise a sensitive call passes the gate first. */
async function answerOnce(
  { services, entry, request }: Incoming,
  { scope, input }: Pick<Running, "scope" | "input">,
  run: () => Promise<EncodedAnswer>,
): Promise<EncodedAnswer> {
  const { name, call } = entry
  const { user } = scope
  // An open call belongs to no person: a sign-in repeated with an old session's key would mix two people up.
  const takesKey = call.writes && !call.open && !call.onceByItself
  const once = takesKey && user ? idempotencyKeyOf(services.keyed, request, name, input) : null
  const before = once && user ? await answeredBefore(scope.db, user.user, once) : null
  if (before !== null) return { body: before, bytes: null, tag: null }
  const writeAudit =
    user && call.sensitive !== false
      ? await passReauthGate(services, { name, mid: call.sensitive, context: scope, user })
      : null
  const answer = await run()
  await writeAudit?.(scope.noted)
  if (once && user) await storeAnswer(scope.db, user.user, once, answer.body)
  return answer
}

/** Not awaited: the reply as a promise would wait until the last byte is sent. */
function send({ entry, request, reply, sendCached }: Incoming, { body, bytes, tag }: EncodedAnswer): void {
  // An open call may set a cookie.
  if (bytes !== null && !entry.call.open) {
    sendCached(request, reply, bytes, tag)
    return
  }
  const picture = pictureIn(entry.call, body, request.headers.accept)
  if (picture !== null) {
    void reply.header("content-type", picture.type).send(picture.bytes)
    return
  }
  if (tag !== null) reply.header("etag", tag)
  if (tag !== null && isKnownTag(request.headers["if-none-match"], tag)) void reply.code(304).send()
  else void reply.header("content-type", "application/json; charset=utf-8").send(body)
}
