import type { Call, CallGroup, ParsedInputOf, RawOutputOf } from "@uc/contract/core/call"
import { idempotencyHeader, timestampParameter } from "@uc/contract/core/http"
import { ingestLimits } from "@uc/contract/alarm-sources/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import type { SiteConfig } from "@uc/contract/core/site"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify"
import type { Database, Db } from "../../db/open.ts"
import type { Scope } from "../../db/scope.ts"
import type { Passwords } from "../../security/sign-in/passwords.ts"
import type { Keyed } from "../../security/keyed.ts"
import type { PictureMaker } from "../../slider/picture-maker.ts"
import { Asking } from "./request-scope.ts"
import { clearCookie, cookieOf, setCookie } from "../../session/cookies.ts"
import type { Device } from "../../session/device.ts"
import { NoGrant, passGate } from "../../session/reauth-gate.ts"
import { isKnownTag, tagOf } from "./entity-tag.ts"
import { originOf } from "../host.ts"
import { answeredBefore, rememberAnswer } from "./idempotency.ts"
import { callFor, inputFrom, refused } from "./input.ts"
import { assertNoPage, assertOwnOrigin } from "../origin.ts"
import type { NewsFeed } from "../../realtime/event-feed.ts"
import { Refusal } from "../../errors/refusal.ts"
import { sessionCookie, type Sessions, type SignedIn } from "../../session/sessions.ts"
import { bytesOf, keptSender, type Bytes, type SendKept } from "./send-cached.ts"
import { keepBody, type Signature } from "./signature.ts"

/** What handlers are handed instead of reaching for it. */
export interface House {
  readonly database: Database
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly news: NewsFeed
  readonly site: SiteConfig
  readonly keyed: Keyed
  /** Who draws the pictures of the human checks. */
  readonly pictures: PictureMaker
  /** How messages leave: through a gateway, onto the screen of demo mode, or not at all. */
  readonly sms: "gateway" | "screen" | null
  /** After a message was committed: whoever sends them need not wait for the next look. */
  readonly onSmsQueued: () => void
  readonly nowMs: () => number
  /** The time of day, for what ends on a date. */
  readonly dateMs: () => number
  /** What somebody should look at though nobody was refused for it; an error goes in as it is, and is masked. */
  readonly warn: (message: string, error?: unknown) => void
}

export interface Caller {
  readonly ip: string
  readonly userAgent: string
  /** Where they see this site, as protocol and host: what an address that is sent back begins with. */
  readonly origin: string
}

interface AskOf<User> {
  readonly user: User
  /** The session that came along, also one that is locked: a sign-in ends it. */
  readonly before: { readonly sessionId: string } | null
  readonly scope: Scope
  /** The request's one transaction, behind the asker's scope: committed with the answer, undone with a refusal. */
  readonly db: Db
  readonly caller: Caller
  readonly device: Device
  /** Of a call that is declared `signed`: what it is to be proven by. */
  readonly signature: Signature
  /** What the answer says beside itself, whatever becomes of the call. */
  readonly tellHeaders: (headers: Readonly<Record<string, string>>) => void
  /** Hands the browser the token of a session that has begun, or takes it away. */
  readonly keepSession: (token: string | null) => void
  /** For a sensitive call: what stands in the audit log beside who, what and when. Never a secret. */
  readonly note: (detail: Readonly<Record<string, unknown>>) => void
}
export type Ask = AskOf<SignedIn>
export type OpenAsk = AskOf<SignedIn | null>

export type Handlers<C extends CallGroup> = {
  readonly [Name in keyof C]: (
    input: ParsedInputOf<C[Name]>,
    ask: C[Name]["open"] extends true ? OpenAsk : Ask,
  ) => Promise<RawOutputOf<C[Name]>> | RawOutputOf<C[Name]>
}

export interface Feature<C extends CallGroup = CallGroup> {
  readonly calls: C
  readonly handlers: (house: House) => Handlers<C>
}

/** Ties the calls of one noun to their handlers; a missing handler does not compile. */
export function answer<C extends CallGroup>(calls: C, handlers: (house: House) => Handlers<C>): Feature<C> {
  return { calls, handlers }
}

interface Written {
  readonly body: string
  /** Of an answer that is kept: it goes out again and again, and need not be encoded each time. */
  readonly bytes: Bytes | null
  /** Of a GET that a timer asks again and again: who has this answer already is not sent it again. */
  readonly tag: string | null
}

interface Entry {
  readonly name: string
  readonly call: Call
  readonly handle: (input: unknown, ask: OpenAsk) => unknown
  /** An answer of this call that is the same object as before (out of a cache) was checked and written before. */
  readonly written: WeakMap<object, Written>
  /** Questions as they were read, by their address. */
  readonly read: Map<string, unknown>
}

export function register(
  app: FastifyInstance,
  house: House,
  features: Readonly<Record<string, Feature>>,
): void {
  const sendKept = keptSender(house.site)
  for (const [route, entries] of entriesByRoute(house, features)) {
    const { method, path, service, signed } = entries[0].call
    const options: RouteOptions = {
      method,
      url: `${defaultSiteConfig.services[service]}${path}`,
      handler: (request, reply) => {
        const query = request.query as Record<string, unknown>
        const entry = callFor(entries, query)
        if (!entry) throw refused(`缺少${fixedNames(entries, route)}`)
        return respond({ house, entry, request, reply, sendKept })
      },
    }
    if (signed)
      app.register((scoped, _options, done) => {
        keepBody(scoped)
        scoped.route({ ...options, bodyLimit: ingestLimits.bodyBytes })
        done()
      })
    else app.route(options)
  }
}

type Entries = [Entry, ...Entry[]]

function entriesByRoute(house: House, features: Readonly<Record<string, Feature>>): Map<string, Entries> {
  const routes = new Map<string, Entries>()
  for (const [noun, feature] of Object.entries(features)) {
    const handlers = feature.handlers(house)
    for (const [name, call] of Object.entries(feature.calls)) {
      const entry: Entry = {
        name: `${noun}.${name}`,
        call,
        handle: handlers[name] as Entry["handle"],
        written: new WeakMap(),
        read: new Map(),
      }
      const route = `${call.method} ${call.service}${call.path}`
      const others = routes.get(route)
      if (others) others.push(entry)
      else routes.set(route, [entry])
    }
  }
  return routes
}

function fixedNames(entries: Entries, route: string): string {
  const names = entries.flatMap(({ call }) =>
    Object.entries(call.fixed).map(([name, value]) => `${name}=${value}`),
  )
  return names.join("、") || route
}

/** Nothing is waited for where everything is known: a promise costs, and thousands of timers ask. */
function respond({
  house,
  entry,
  request,
  reply,
  sendKept,
}: Omit<Asked, "token">): Promise<void> | undefined {
  const { call } = entry
  if (call.fromServers) assertNoPage(request.headers.origin)
  else if (call.method === "POST") assertOwnOrigin(request.headers.origin, ownOrigins(house.site, request))

  const token = call.fromServers ? undefined : cookieOf(request, sessionCookieName(request))
  const asked: Asked = { house, entry, request, reply, sendKept, token }
  if (token === undefined) return answerTo(asked, null)
  // An open call is asked by whoever sees the login page, so it says nothing about the session that comes with it.
  const isActivity = !call.polled && !call.open && !call.whileLocked
  const known = house.sessions.known(token, isActivity)
  if (known !== undefined) return answerTo(asked, known)
  return house.sessions.find(token, isActivity).then((user) => answerTo(asked, user))
}

interface Asked {
  readonly house: House
  readonly entry: Entry
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly sendKept: SendKept
  readonly token: string | undefined
}

function answerTo(asked: Asked, user: SignedIn | null): Promise<void> | undefined {
  const { house, entry, request, reply } = asked
  const { call, handle } = entry
  if (!user && !call.open)
    throw new Refusal(replyMessages.signedOut, { status: 401, errtype: errtypes.signedOut })
  if (user?.isLocked && !call.open && !call.whileLocked)
    throw new Refusal(replyMessages.locked, { status: 403, errtype: errtypes.locked })

  const input = readOnce(entry, request)
  const ask = new Asking(house, call, user, request, reply)
  if (call.writes) return complete(asked, ask, input)
  const output = outputOf(handle, input, ask)
  if (isAwaited(output) || ask.hasBegun || ask.keptSession !== undefined)
    return complete(asked, ask, input, output)
  send(asked, writtenOf(entry, output))
  return undefined
}

/** Where a query is under way already, a throw is a rejection: somebody must wait for the end of its transaction. */
function outputOf(handle: Entry["handle"], input: unknown, ask: Asking): unknown {
  try {
    return handle(input, ask)
  } catch (error) {
    if (ask.hasBegun) return Promise.reject(error)
    throw error
  }
}

function isAwaited(output: unknown): boolean {
  return typeof output === "object" && output !== null && "then" in output
}

/** Of a call that writes there is no `output` yet. */
async function complete(asked: Asked, ask: Asking, input: unknown, output?: unknown): Promise<void> {
  const { house, entry, request, reply, token } = asked
  const { name, call, handle } = entry
  const { user } = ask
  try {
    // An open call is nobody's in particular: a sign-in repeated under an old session's key would mix two people up.
    const takesKey = call.writes && !call.open && !call.onceByItself
    const once = takesKey && user ? oneTimeKey(house, request, name, input) : null
    const before = once && user ? await answeredBefore(ask.db, user.user, once) : null
    let written: Written | null = before === null ? null : { body: before, bytes: null, tag: null }
    if (written === null) {
      const logDone =
        user && call.sensitive !== false
          ? await passGate(house, { name, mid: call.sensitive, ask, user })
          : null
      written = writtenOf(entry, await (call.writes ? handle(input, ask) : output))
      await logDone?.(ask.noted)
      if (once && user) await rememberAnswer(ask.db, user.user, once, written.body)
    }
    await ask.commit()
    if (ask.keptSession !== undefined) {
      if (token !== undefined) house.sessions.forget(token)
      setSessionCookie(reply, ask.keptSession, request.protocol === "https")
      written = { ...written, bytes: null }
    }
    send(asked, written)
  } catch (error) {
    // What went wrong first is what is told; a connection that can't be rolled back is thrown away.
    const isKept = error instanceof Refusal && error.details.commits === true
    const end = isKept ? ask.commit() : ask.rollback()
    await end.catch((second: unknown) => request.log.warn({ err: second }, isKept ? "commit" : "rollback"))
    if (error instanceof NoGrant) await error.log()
    throw error
  }
}

/** Not waited for: the reply as a promise would listen to the whole way out. */
function send({ entry, request, reply, sendKept }: Asked, { body, bytes, tag }: Written): void {
  // With an open call a cookie may go out.
  if (bytes !== null && !entry.call.open) {
    sendKept(request, reply, bytes, tag)
    return
  }
  if (tag !== null) reply.header("etag", tag)
  if (tag !== null && isKnownTag(request.headers["if-none-match"], tag)) void reply.code(304).send()
  else void reply.header("content-type", "application/json; charset=utf-8").send(body)
}

const readAtMost = 200

/** Thousands of timers ask the same question in one second: it is read once, whatever timestamp comes with it. */
function readOnce({ call, read }: Entry, request: FastifyRequest): unknown {
  const isAsked = call.polled && call.method === "GET"
  const question = isAsked ? withoutTimestamp(request.url) : ""
  const known = isAsked ? read.get(question) : undefined
  if (known !== undefined) return known
  const query = request.query as Record<string, unknown>
  const raw = inputFrom(call, query, request.body, request.headers["content-type"])
  const parsed = call.input.safeParse(raw)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw refused(issue ? `${issue.path.join(".")} ${issue.message}`.trim() : "")
  }
  if (isAsked) {
    if (read.size >= readAtMost) read.clear()
    read.set(question, Object.freeze(parsed.data))
  }
  return parsed.data
}

function sessionCookieName(request: FastifyRequest): string {
  return request.protocol === "https" ? secureName : plainName
}
const plainName = sessionCookie(false).name
const secureName = sessionCookie(true).name

const timestampPart = `${timestampParameter}=`

function withoutTimestamp(url: string): string {
  const at = url.indexOf(timestampPart)
  if (at === -1 || (url[at - 1] !== "&" && url[at - 1] !== "?")) return url
  const end = url.indexOf("&", at)
  return url.slice(0, at) + (end === -1 ? "" : url.slice(end))
}

/** Of a page that may send something on behalf of who is signed in. */
export function ownOrigins(site: SiteConfig, request: FastifyRequest): string[] {
  return [new URL(originOf(site, request)).origin]
}

function oneTimeKey({ keyed }: House, request: FastifyRequest, name: string, input: unknown) {
  const key = request.headers[idempotencyHeader]
  if (key === undefined) return null
  if (typeof key !== "string" || !/^[\w-]{8,64}$/.test(key)) throw refused(idempotencyHeader)
  // Keyed, because a password may be in it: a plain hash of that could be tried against lists.
  return { key, call: name, requestHash: keyed.mac("request", JSON.stringify(input)) }
}

function writtenOf({ call, written }: Entry, output: unknown): Written {
  const known = typeof output === "object" && output !== null ? written.get(output) : undefined
  if (known !== undefined) return known
  const checked = call.output.parse(output)
  const body =
    call.answerIn === "ret"
      ? JSON.stringify({ ret: checked, msg: "" })
      : JSON.stringify({ ret: call.ret, [call.answerIn]: checked, msg: "" })
  const isKept = typeof output === "object" && output !== null && Object.isFrozen(output)
  const tag = call.polled && call.method === "GET" ? tagOf(body) : null
  const made = { body, bytes: isKept ? bytesOf(body) : null, tag }
  if (isKept) written.set(output, made)
  return made
}

function setSessionCookie(reply: FastifyReply, token: string | null, isSecure: boolean): void {
  const { name, options } = sessionCookie(isSecure)
  if (token === null) clearCookie(reply, name, options)
  else setCookie(reply, name, token, options)
}
