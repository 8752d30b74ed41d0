import { lookup as resolve } from "node:dns"
import { request as overHttp, type IncomingMessage } from "node:http"
import { request as overHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { innerNetworks, networksOf, type Networks } from "./networks.ts"

/** Why a request that an administrator's address would lead to was not made. */
export class InnerAddressRefusal extends Error {
  constructor() {
    super("the address is in an inner network that is not listed in INNER_NETWORKS")
  }
}

/** Without encryption only where the operator has listed the network. */
export class PlainAddressRefusal extends Error {
  constructor() {
    super("the address is neither https nor in a network that is listed in INNER_NETWORKS")
  }
}

/** Requests of this server to addresses that administrators typed. */
export interface Outbound {
  /** Shaped as `fetch`, with an answer that has its status, and `reads` of its text. A redirect is an answer as well: none is followed. */
  fetch(address: string | URL, options: OutboundOptions): Promise<Response>
  /** The same with the whole answer and its type, up to `answerLimit`; a longer one fails. */
  read(address: string | URL, options: OutboundOptions): Promise<Response>
  /** Whether this address, as it is written, could never be reached with `encrypts`; a name is looked up only when it is connected to. */
  isPlainOutside(address: string): boolean
  /** Whether this address, as it is written, is in an inner network that is not listed; of a name that is seen when it is connected to. */
  isInnerRefused(address: string): boolean
}

/** SSO-4: bytes of an answer; a discovery document or a set of keys has a few thousand. */
const answerLimit = 256 * 1024

export interface OutboundOptions {
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: URLSearchParams | string
  /** Ends the request, whatever it waits for. */
  readonly signal: AbortSignal
  /** How many bytes of the answer are read; without it none. */
  readonly reads?: number
  /** What is sent must not be read on the way: `http` into listed networks alone. */
  readonly encrypts?: boolean
}

/**
 * SSO-8: no request goes into an inner network that the operator has not listed (INNER_NETWORKS), whatever its name resolves to: what
 * is compared are the very addresses that the connection is made to.
 */
export function outboundTo(listed: readonly string[]): Outbound {
  const allowed = networksOf(listed)
  return {
    isPlainOutside(address) {
      const { protocol, hostname } = new URL(address)
      const host = hostname.replace(/^\[|\]$/g, "")
      return protocol === "http:" && (isIP(host) === 0 ? listed.length === 0 : !allowed.has(host))
    },
    isInnerRefused(address) {
      const host = new URL(address).hostname.replace(/^\[|\]$/g, "")
      if (isIP(host) > 0) return isRefused(allowed, host)
      return /(?:^|\.)localhost$/i.test(host) && isRefused(allowed, "127.0.0.1") && isRefused(allowed, "::1")
    },
    fetch: (address, options) =>
      send(allowed, address, options, (response, answered) => {
        const { reads = 0 } = options
        const status = shownStatus(response)
        if (reads === 0 || bodyless.has(status)) {
          answered(new Response(null, { status }))
          response.destroy()
          return
        }
        const parts: Buffer[] = []
        let read = 0
        // An answer that breaks off changes nothing any more: its status has come, and that is what counts.
        const end = () => answered(new Response(Buffer.concat(parts).subarray(0, reads), { status }))
        response.on("data", (part: Buffer) => {
          parts.push(part)
          read += part.length
          if (read >= reads) response.destroy()
        })
        response.on("close", end)
        response.on("error", end)
      }),
    read: (address, options) =>
      send(allowed, address, options, (response, answered, failed) => {
        const parts: Buffer[] = []
        let bytes = 0
        response.on("data", (part: Buffer) => {
          parts.push(part)
          bytes += part.length
          if (bytes > answerLimit) response.destroy(new Error("the answer is too long"))
        })
        response.on("error", failed)
        response.on("end", () => {
          const status = shownStatus(response)
          const type = response.headers["content-type"]
          const headers = type === undefined ? {} : { "content-type": type }
          answered(new Response(bodyless.has(status) ? null : Buffer.concat(parts), { status, headers }))
        })
      }),
  }
}

const bodyless = new Set([204, 205, 304])

type Take = (
  response: IncomingMessage,
  answered: (answer: Response) => void,
  failed: (error: unknown) => void,
) => void

function send(
  allowed: Networks,
  address: string | URL,
  options: OutboundOptions,
  take: Take,
): Promise<Response> {
  return new Promise((answered, failed) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, "")
    const { body, method = "GET", signal } = options
    const isPlain = options.encrypts === true && url.protocol === "http:"
    const refusalOf = (to: string) => {
      if (isRefused(allowed, to)) return new InnerAddressRefusal()
      return isPlain && !allowed.has(to) ? new PlainAddressRefusal() : null
    }
    const refused = isIP(host) === 0 ? null : refusalOf(host)
    if (refused) {
      failed(refused)
      return
    }
    const fail = (error: unknown) => failed(signal.aborted ? signal.reason : error)
    const request = (url.protocol === "https:" ? overHttps : overHttp)(url, {
      method,
      headers: Object.fromEntries(new Headers(options.headers)),
      // A connection that is kept would be used without being looked at again.
      agent: false,
      lookup: lookupFor(refusalOf),
      signal,
    })
    let hasAnswered = false
    // Once the answer has begun, whoever takes it hears of its errors.
    request.on("error", (error) => {
      if (!hasAnswered) fail(error)
    })
    request.on("response", (response) => {
      hasAnswered = true
      take(response, answered, fail)
    })
    request.end(body === undefined ? undefined : String(body))
  })
}

/** `Response` takes no others. */
function shownStatus({ statusCode: status = 0 }: IncomingMessage): number {
  return status >= 200 && status <= 599 ? status : 502
}

function isRefused(allowed: Networks, address: string): boolean {
  return innerNetworks.has(address) && !allowed.has(address)
}

/** A name with one refused address among several is refused: which of them is used would be chance. */
function lookupFor(refusalOf: (address: string) => Error | null): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      const refusal = (found ?? []).map(({ address }) => refusalOf(address)).find((each) => each !== null)
      if (error) done(error, "")
      else if (refusal || !first) done(refusal ?? new InnerAddressRefusal(), "")
      else if (options.all === true) done(null, found)
      else done(null, first.address, first.family)
    })
}
