import { signatureHeaders } from "@uc/contract/alarm-sources/calls"
import type { FastifyInstance, FastifyRequest } from "fastify"

/** What a signed request says about who sent it, unproven. */
export interface Signature {
  readonly source: string
  readonly timestamp: string
  readonly hex: string
  readonly method: string
  /** The URL as it was sent, with its query. */
  readonly path: string
  /** The raw bytes: the signature is over these, not over the parsed body. */
  readonly body: Buffer
}

const bodies = new WeakMap<FastifyRequest, Buffer>()
const noBody = Buffer.alloc(0)

/** For routes of signed calls: the body is parsed as always, and its raw bytes are stored. */
export function storeRawBody(scoped: FastifyInstance): void {
  const read = scoped.getDefaultJsonParser("error", "error")
  scoped.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    bodies.set(request, body)
    // The type allows a promise too, which this parser never returns.
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
