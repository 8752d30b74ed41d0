import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { lookupWith, nameResolver, type ResolveName } from "./names/resolve-name.ts"
import { innerNetworks, networksOf, type Networks } from "./networks.ts"
import {
  AnswerFault,
  sendRequest,
  shownStatus,
  type AnswerReader,
  type OutboundOptions,
} from "./send-request.ts"

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

/** Whose address it is. */
export interface AddressOwner {
  readonly isOfPlatform: boolean
}

/** FAULT-10: which inner networks are listed depends on whose address it is (decision 110). */
export type OutboundOf = (owner: AddressOwner) => Outbound

/** Requests of this server to addresses that administrators typed. */
export interface Outbound {
  /** Shaped as `fetch`, with an answer that has its status, its `Retry-After`, and `reads` of its text. A redirect is an answer as well: none is followed. */
  readonly fetch: (address: string | URL, options: OutboundOptions) => Promise<Response>
  /** The same with the whole answer and its type, up to `answerLimit`; a longer one fails. */
  readonly read: (address: string | URL, options: OutboundOptions) => Promise<Response>
  /** Whether this address, as it is written, could never be reached with `encrypts`; a name is looked up only when it is connected to. */
  isPlainOutside(address: string): boolean
  /** Whether this address, as it is written, is in an inner network that is not listed; of a name that is seen when it is connected to. */
  isInnerRefused(address: string): boolean
}

/** SSO-4: bytes of an answer; a discovery document or a set of keys has a few thousand. */
const answerLimit = 256 * 1024

interface OutboundParts {
  readonly resolve: ResolveName
  /** No call takes longer, whatever its own signal says. */
  readonly limitMs: number
}

export interface InnerNetworks {
  /** For addresses of the platform's own sources and applications. */
  readonly ofPlatform: readonly string[]
  /** For those of every organisation, the platform included. */
  readonly ofAll: readonly string[]
}

export function outboundBy(
  { ofPlatform, ofAll }: InnerNetworks,
  parts: Partial<OutboundParts> = {},
): OutboundOf {
  const platform = outboundTo([...ofPlatform, ...ofAll], parts)
  const others = outboundTo(ofAll, parts)
  return ({ isOfPlatform }) => (isOfPlatform ? platform : others)
}

/** For addresses of the operator's own configuration, which are wherever the operator says. */
export function outboundAnywhere(parts: Partial<OutboundParts> = {}): Outbound {
  return outboundTo(["0.0.0.0/0", "::/0"], parts)
}

const ofThisMachine = (): OutboundParts => ({ resolve: nameResolver(), limitMs: 30_000 })

/**
 * SSO-8: no request goes into an inner network that the operator has not listed (INNER_NETWORKS), whatever its name resolves to: what
 * is compared are the very addresses that the connection is made to.
 */
export function outboundTo(listed: readonly string[], parts: Partial<OutboundParts> = {}): Outbound {
  const allowed = networksOf(listed)
  const send = sender(allowed, { ...ofThisMachine(), ...parts })
  return {
    isPlainOutside(address) {
      const { protocol, hostname } = new URL(address)
      const host = withoutBrackets(hostname)
      return protocol === "http:" && (isIP(host) === 0 ? listed.length === 0 : !allowed.has(host))
    },
    isInnerRefused(address) {
      const host = withoutBrackets(new URL(address).hostname)
      if (isIP(host) > 0) return isRefused(allowed, host)
      return /(?:^|\.)localhost$/i.test(host) && isRefused(allowed, "127.0.0.1") && isRefused(allowed, "::1")
    },
    fetch: (address, options) =>
      send(address, options, (response) => beginningOf(response, options.reads ?? 0)),
    read: (address, options) => send(address, options, wholeOf),
  }
}

type Reading = (response: IncomingMessage) => AnswerReader | null

function sender(allowed: Networks, { resolve, limitMs }: OutboundParts) {
  return async (address: string | URL, options: OutboundOptions, reader: Reading): Promise<Response> => {
    const url = new URL(address)
    const host = withoutBrackets(url.hostname)
    const isPlain = options.encrypts === true && url.protocol === "http:"
    const refusalOf = (to: string) => {
      if (isRefused(allowed, to)) return new InnerAddressRefusal()
      return isPlain && !allowed.has(to) ? new PlainAddressRefusal() : null
    }
    // An address that is written as such is not looked up.
    const refused = isIP(host) === 0 ? null : refusalOf(host)
    if (refused) throw refused
    return sendRequest(url, options, {
      lookup: (signal) => lookupWith(resolve, signal, refusalOf),
      limitMs,
      reader,
    })
  }
}

const bodyless = new Set([204, 205, 304])

/** An answer that breaks off changes nothing any more: its status has come, and that is what counts. */
function beginningOf(response: IncomingMessage, reads: number): AnswerReader | null {
  const status = shownStatus(response)
  if (reads === 0 || bodyless.has(status)) return null
  const parts: Buffer[] = []
  let read = 0
  const headers = headersOf(response, "retry-after")
  const whole = () => new Response(Buffer.concat(parts).subarray(0, reads), { status, headers })
  return {
    take(part) {
      parts.push(part)
      read += part.length
      return read >= reads
    },
    whole,
    brokenOff: whole,
  }
}

function wholeOf(response: IncomingMessage): AnswerReader {
  const parts: Buffer[] = []
  let bytes = 0
  return {
    take(part) {
      parts.push(part)
      bytes += part.length
      if (bytes > answerLimit) throw new AnswerFault("its answer is too long")
      return false
    },
    whole() {
      const status = shownStatus(response)
      const headers = headersOf(response, "content-type")
      return new Response(bodyless.has(status) ? null : Buffer.concat(parts), { status, headers })
    },
    brokenOff: () => null,
  }
}

function headersOf({ headers }: IncomingMessage, name: "content-type" | "retry-after"): HeadersInit {
  const value = headers[name]
  return value === undefined ? {} : { [name]: value }
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "")
}

function isRefused(allowed: Networks, address: string): boolean {
  return innerNetworks.has(address) && !allowed.has(address)
}
