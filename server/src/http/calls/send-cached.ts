import type { SiteConfig } from "@uc/contract/core/site"
import type { FastifyReply, FastifyRequest } from "fastify"
import { isKnownTag } from "./entity-tag.ts"
import { headersFor } from "../headers.ts"

/**
 * An answer's bytes as a string of one character for each: head and body then leave as one piece, where a buffer would be a
 * second one, which costs as much as all the rest.
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
 * Sends an answer that is kept in memory past Fastify's own way out, which would look whether it has to be written as JSON,
 * ask hooks that there are none of, and put the same headers together anew: thousands of timers ask.
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
