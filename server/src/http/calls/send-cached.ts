import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyReply, FastifyRequest } from "fastify"
import { isKnownTag } from "./entity-tag.ts"
import { headersFor } from "../headers.ts"

/**
 * An answer's bytes as a string of one character each: head and body are then sent in one write, where a buffer would need
 * a second one, which costs as much as all the rest.
 */
export type Bytes = string & { readonly isBytes: true }

export function bytesOf(body: string): Bytes {
  return Buffer.from(body).toString("latin1") as Bytes
}

export type SendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Bytes,
  tag: string | null,
) => void

/**
 * Sends a cached answer without Fastify's `reply.send`, which would check for serialisation, run hooks and build the same
 * headers each time: thousands of timers poll.
 */
export function cachedSender(site: SiteConfig): SendCached {
  const plain = Object.entries(headersFor(site, false)).flat()
  const secure = Object.entries(headersFor(site, true)).flat()
  return (request, reply, bytes, tag) => {
    const headers = [...(request.protocol === "https" ? secure : plain), "x-request-id", request.id]
    if (tag !== null) headers.push("etag", tag)
    reply.hijack()
    if (tag !== null && isKnownTag(request.headers["if-none-match"], tag)) {
      reply.raw.writeHead(304, headers).end()
      return
    }
    headers.push("content-type", "application/json; charset=utf-8", "content-length", String(bytes.length))
    reply.raw.writeHead(200, headers).end(bytes, "latin1")
  }
}
