import { lookup as resolve } from "node:dns"
import { request as overHttp } from "node:http"
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
  /** Whether this address, as it is written, could never be reached with `encrypts`; a name is looked up only when it is connected to. */
  isPlainOutside(address: string): boolean
}

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
    fetch: (address, options) =>
      new Promise((answered, failed) => {
        const url = new URL(address)
        const host = url.hostname.replace(/^\[|\]$/g, "")
        const { body, method = "GET", signal, reads = 0 } = options
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
        const request = (url.protocol === "https:" ? overHttps : overHttp)(url, {
          method,
          headers: Object.fromEntries(new Headers(options.headers)),
          // A connection that is kept would be used without being looked at again.
          agent: false,
          lookup: lookupFor(refusalOf),
          signal,
        })
        // After the answer has begun this changes nothing any more: its status has come, and that is what counts.
        const parts: Buffer[] = []
        let end: (() => void) | null = null
        request.on("error", (error) => (end ?? (() => failed(signal.aborted ? signal.reason : error)))())
        request.on("response", (response) => {
          const status = shownStatus(response.statusCode ?? 0)
          if (reads === 0 || status === 204 || status === 205 || status === 304) {
            answered(new Response(null, { status }))
            response.destroy()
            return
          }
          let read = 0
          end = () => answered(new Response(Buffer.concat(parts).subarray(0, reads), { status }))
          response.on("data", (part: Buffer) => {
            parts.push(part)
            read += part.length
            if (read >= reads) response.destroy()
          })
          response.on("close", end)
          response.on("error", end)
        })
        request.end(body === undefined ? undefined : String(body))
      }),
  }
}

/** `Response` takes no others. */
function shownStatus(status: number): number {
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
