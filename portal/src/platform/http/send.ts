import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { httpMessages, idempotencyHeader } from "@uc/contract/core/http"
import { errtypes, Reply, replyMessages, resultMinusOne, succeeded } from "@uc/contract/core/reply"
import { plainRequest, stamped, takeRequestedAhead } from "./request-ahead.ts"
import { nowMs } from "../browser/clock.ts"
import { noteNetwork } from "./network.ts"
import { Failure, tellFailure } from "./failure.ts"
import { confirmIdentity, unlock } from "../session/identity.ts"
import { siteConfig } from "../browser/site-config.ts"
import { noteReached } from "../session/last-reached.ts"

export interface SendOptions {
  /** Lets the caller give up; it then gets a cancellation. */
  readonly signal?: AbortSignal
  /** For a write that the caller repeats: the same key, so that it is done once (REQ-2). */
  readonly idempotencyKey?: string
  /** For polling: `send` stores the answer here and gets 304 while it is the same. */
  readonly kept?: KeptAnswer
  /** Told the server's own sentence about what went well, if it has one (DOM-4). */
  readonly onMessage?: (sentence: string) => void
}

/** WARN-7: an answer with its tag. A server without anything new says 304, which is a success. */
export interface KeptAnswer {
  tag: string | null
  reply: string
  /** How far the server's clock is ahead of ours, in whole seconds. */
  aheadMs: number
}

export function keptAnswer(): KeptAnswer {
  return { tag: null, reply: "", aheadMs: 0 }
}

interface Flight {
  readonly controller: AbortController
  readonly idempotencyKey: string | undefined
}

/** REQ-2: running requests, by what makes two of them equal. */
const inFlight = new Map<string, Flight>()

/** `crypto.randomUUID` exists only under TLS, which many schools' portals lack. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
}

function nameOf(call: Call): string {
  return `${call.method} ${call.service}${call.path}`
}

/** Forms and queries carry text only; undefined values are left out. */
function parametersOf(call: Call, input: Readonly<Record<string, unknown>>): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      throw new TypeError(`${nameOf(call)}: ${key} can't travel as text`)
    }
    parameters.append(key, String(value))
  }
  parameters.sort()
  return parameters
}

interface OutgoingRequest {
  readonly address: string
  readonly body: URLSearchParams | string | undefined
  readonly headers: Record<string, string>
  readonly kept: KeptAnswer | undefined
  readonly onMessage: SendOptions["onMessage"]
}

function requestOf(
  call: Call,
  input: Readonly<Record<string, unknown>>,
  { kept, onMessage }: SendOptions,
): OutgoingRequest {
  const query = new URLSearchParams(call.fixed)
  const headers: Record<string, string> = { ...plainRequest.headers }
  let body: OutgoingRequest["body"]
  if (call.encoding === "query") {
    for (const [key, value] of parametersOf(call, input)) query.append(key, value)
  } else if (call.encoding === "form") {
    body = parametersOf(call, input)
  } else {
    body = JSON.stringify(input)
    headers["content-type"] = "application/json"
  }
  const search = query.toString()
  return { address: search === "" ? call.path : `${call.path}?${search}`, body, headers, kept, onMessage }
}

/** REQ-8: the console says which call; the person reads a sentence. */
function malformed(call: Call, why: unknown): Failure {
  console.error(`${nameOf(call)}: the answer does not have the agreed shape`, why)
  return new Failure("malformed", httpMessages.malformed, { cause: why })
}

function parsed(call: Call, text: string): Reply {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw malformed(call, error)
  }
  const reply = Reply.safeParse(json)
  if (!reply.success) throw malformed(call, reply.error)
  return reply.data
}

/** What an answer means (REQ-4, REQ-5, REQ-6, REQ-8). */
function outputOf<C extends Call>(
  call: C,
  status: number,
  text: string,
  onMessage?: SendOptions["onMessage"],
): OutputOf<C> {
  if (status >= 300 && status < 400) throw new Failure("sign-in-again", httpMessages.signInAgain)
  if (status === 404) throw new Failure("not-found", httpMessages.notFound)
  // The server can't work now (its database is away): waiting helps. After a conflict the person should look again first,
  // and only the server's sentence says so.
  if (status === 503 && text.includes(replyMessages.changedConcurrently))
    throw new Failure("refused", replyMessages.changedConcurrently)
  if (status === 503) throw new Failure("slow", httpMessages.slow)
  if (status >= 500) throw new Failure("server", httpMessages.serverFault)
  if (text.trim() === "") throw new Failure("slow", httpMessages.slow)

  const reply = parsed(call, text)
  const msg = reply.msg ?? ""
  const errtype = reply.errtype ?? undefined
  if (errtype === errtypes.signedOut) throw new Failure("signed-out", httpMessages.invalidUser, { errtype })
  if (errtype === errtypes.locked) throw new Failure("locked", msg, { errtype })
  if (errtype === errtypes.grantNeeded)
    throw new Failure("reauth", msg, { errtype, mid: reply.mid ?? undefined })
  if (errtype === errtypes.newPassword) {
    throw new Failure("new-password", msg, { errtype, ticket: reply.ticket ?? undefined })
  }
  if (errtype === errtypes.accountChoice)
    throw new Failure("which-account", msg, { errtype, accounts: reply.accounts ?? undefined })
  if (errtype === errtypes.secondFactor) {
    const { ticket, phone } = reply
    throw new Failure("second-factor", msg, {
      errtype,
      ticket: ticket ?? undefined,
      phone: phone ?? undefined,
    })
  }
  if (reply.ret === resultMinusOne) throw new Failure("server", httpMessages.resultMinusOne, { errtype })

  const wentWell = status < 400 && succeeded(reply.ret)
  // Where the result code itself is the answer, a false one is an answer too.
  if (!wentWell && (call.answerIn !== "ret" || status >= 400 || errtype !== undefined || msg !== "")) {
    throw new Failure("refused", msg, { errtype, field: reply.field ?? undefined })
  }
  const output = call.output.safeParse(reply[call.answerIn])
  if (!output.success) throw malformed(call, output.error)
  if (msg !== "") onMessage?.(msg)
  // zod answers `unknown` for a shape that is known only by its type.
  return output.data as OutputOf<C>
}

async function answerTo<C extends Call>(
  call: C,
  { address, body, headers, kept, onMessage }: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutputOf<C>> {
  const { services } = await siteConfig()
  let answer: Response
  let text: string
  try {
    answer = await (takeRequestedAhead(call.service, address) ??
      fetch(stamped(services[call.service], address), {
        ...plainRequest,
        method: call.method,
        headers: kept?.tag ? { ...headers, "if-none-match": kept.tag } : headers,
        signal,
        ...(body === undefined ? {} : { body }),
      }))
    text = await answer.text()
    noteReached()
    noteNetwork(true)
  } catch (error) {
    // Given up by us, it says nothing about the network.
    if (!signal.aborted) noteNetwork(false)
    throw new Failure("slow", httpMessages.slow, { cause: error })
  }
  if (kept) {
    if (answer.status === 304 && kept.tag !== null) return outputOf(call, 200, kept.reply)
    if (answer.status === 200) {
      kept.tag = answer.headers.get("etag")
      kept.reply = text
    }
    const dateMs = Date.parse(answer.headers.get("date") ?? "")
    if (!Number.isNaN(dateMs)) kept.aheadMs = dateMs - nowMs()
  }
  // A browser shows a redirect only as opaque, with status 0 (REQ-4).
  return outputOf(call, answer.type === "opaqueredirect" ? 302 : answer.status, text, onMessage)
}

/** REQ-3: each try has the call's whole time; a person who is asked in between has no limit. */
async function answerInTime<C extends Call>(
  call: C,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutputOf<C>> {
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  signal.addEventListener("abort", giveUp)
  if (signal.aborted) giveUp()
  let timer: ReturnType<typeof setTimeout> | undefined
  // Beside `fetch`, because not every wait of ours is one that its signal can end.
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Failure("timeout", httpMessages.timeout))
      giveUp()
    }, call.timeoutMs)
  })
  try {
    return await Promise.race([late, answerTo(call, request, controller.signal)])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", giveUp)
  }
}

/** The module that the person must re-authenticate for before the call can be answered; null: that would not help. */
function proofFor(error: unknown): string | null {
  if (!(error instanceof Failure)) return null
  if (error.kind === "locked") return unlock
  return error.kind === "reauth" ? (error.mid ?? "") : null
}

/**
 * REQ-6, AUTH-8: after a locked session or a missing grant the person re-authenticates, and the call is sent again
 * unchanged, key included; once for each of the two.
 */
async function answerAfterProof<C extends Call>(
  call: C,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutputOf<C>> {
  const asked = new Set<string>()
  for (;;) {
    try {
      return await answerInTime(call, request, signal)
    } catch (error) {
      const mid = proofFor(error)
      if (mid === null || asked.has(mid) || signal.aborted) throw error
      asked.add(mid)
      if (!(await confirmIdentity(mid))) throw error
    }
  }
}

/** Makes a call of the contract. Throws `Failure` and nothing else; shows nothing, navigates nowhere. */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<OutputOf<C>> {
  const { signal, idempotencyKey } = options
  const request = requestOf(call, input, options)
  const equality = `${nameOf(call)} ${request.address} ${String(request.body ?? "")}`
  const earlier = inFlight.get(equality)

  const controller = new AbortController()
  const givenUp = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener("abort", () => reject(new Failure("cancelled", "")))
  })
  const cancel = () => controller.abort()
  signal?.addEventListener("abort", cancel)
  if (signal?.aborted) cancel()

  // A write that is repeated while it runs, or while the person re-authenticates, is the same write.
  const key = call.writes ? (idempotencyKey ?? earlier?.idempotencyKey ?? newIdempotencyKey()) : undefined
  if (key !== undefined) request.headers[idempotencyHeader] = key
  const flight: Flight = { controller, idempotencyKey: key }
  inFlight.set(equality, flight)
  earlier?.controller.abort()

  try {
    return await Promise.race([givenUp, answerAfterProof(call, request, controller.signal)])
  } catch (error) {
    const failure = error instanceof Failure ? error : malformed(call, error)
    tellFailure(failure)
    throw failure
  } finally {
    signal?.removeEventListener("abort", cancel)
    if (inFlight.get(equality) === flight) inFlight.delete(equality)
  }
}
