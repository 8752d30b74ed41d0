import { signatureHeaders } from "@uc/contract/alarm-sources/calls"
import type { FastifyInstance, FastifyRequest } from "fastify"

/** What a signed request says about who sent it, unproven. */
export interface Signature {
  readonly source: string
  readonly timestamp: string
  readonly hex: string
  readonly method: string
  /** The address as it came, with its query. */
  readonly path: string
  /** The bytes as they came: a signature is over these, not over what was read out of them. */
  readonly body: Buffer
}

const bodies = new WeakMap<FastifyRequest, Buffer>()
const noBody = Buffer.alloc(0)

/** For routes of signed calls: the body is read as ever, and kept as it came. */
export function keepBody(scoped: FastifyInstance): void {
  const read = scoped.getDefaultJsonParser("error", "error")
  scoped.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    bodies.set(request, body)
    // Its own type speaks of a promise too, which this parser never gives.
    void read(request, body.toString("utf8"), done)
  })
}

export function signatureOf(request: FastifyRequest): Signature {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === "string" ? value : ""
  }
  return {
    source: header(signatureHeaders.source),
    timestamp: header(signatureHeaders.timestamp),
    hex: header(signatureHeaders.signature),
    method: request.method,
    path: request.url,
    body: bodies.get(request) ?? noBody,
  }
}
