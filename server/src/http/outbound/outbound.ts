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

/** Requests of this server to addresses that administrators typed. */
export interface Outbound {
  /** Shaped as `fetch`, with an answer that has its status alone. A redirect is an answer as well: none is followed. */
  fetch(address: string | URL, options: OutboundOptions): Promise<Response>
  /** The same with the answer's content, up to `answerLimit`. */
  read(address: string | URL, options: OutboundOptions): Promise<Response>
}

/** SSO-4: bytes of an answer; a discovery document or a set of keys has a few thousand. */
const answerLimit = 256 * 1024

export interface OutboundOptions {
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: URLSearchParams | string
  /** Ends the request, whatever it waits for. */
  readonly signal: AbortSignal
}

/**
 * SSO-8: no request goes into an inner network that the operator has not listed (INNER_NETWORKS), whatever its name resolves to: what
 * is compared are the very addresses that the connection is made to.
 */
export function outboundTo(listed: readonly string[]): Outbound {
  const allowed = networksOf(listed)
  return {
    fetch: (address, options) =>
      send(allowed, address, options, (response, answered) => {
        answered(new Response(null, { status: shownStatus(response) }))
        response.destroy()
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
    if (isIP(host) !== 0 && isRefused(allowed, host)) {
      failed(new InnerAddressRefusal())
      return
    }
    const { body, method = "GET", signal } = options
    const request = (url.protocol === "https:" ? overHttps : overHttp)(url, {
      method,
      headers: Object.fromEntries(new Headers(options.headers)),
      // A connection that is kept would be used without being looked at again.
      agent: false,
      lookup: lookupIn(allowed),
      signal,
    })
    request.on("error", (error) => failed(signal.aborted ? signal.reason : error))
    request.on("response", (response) =>
      take(response, answered, (error) => failed(signal.aborted ? signal.reason : error)),
    )
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

/** A name with one inner address among several is refused: which of them is used would be chance. */
function lookupIn(allowed: Networks): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error) done(error, "")
      else if (!first || found.some(({ address }) => isRefused(allowed, address)))
        done(new InnerAddressRefusal(), "")
      else if (options.all === true) done(null, found)
      else done(null, first.address, first.family)
    })
}
