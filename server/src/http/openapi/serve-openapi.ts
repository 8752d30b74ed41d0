import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { apiDocumentPath, type ApiPart } from "@uc/contract/api-docs/api-document"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { isKnownTag, tagOf } from "../calls/entity-tag.ts"

interface Ready {
  readonly tag: string
  readonly br: Buffer
  readonly gzip: Buffer
  readonly identity: Buffer
}

interface Served {
  readonly make: (part: ApiPart) => object
  readonly isSignedIn: (request: FastifyRequest) => Promise<boolean>
}

/**
 * BARE-14: the description of the calls as one buffer for everybody, made with the first request: a thousand slow readers then
 * hold one buffer, and not a thousand. SSO-6: whoever has not signed in gets the part for vendors, a buffer of its own.
 */
export function serveOpenApi(app: FastifyInstance, { make, isSignedIn }: Served): void {
  const ready = new Map<ApiPart, Promise<Ready>>()
  const readyPart = (part: ApiPart) => {
    const known = ready.get(part) ?? prepared(JSON.stringify(make(part)))
    ready.set(part, known)
    return known
  }
  app.get(apiDocumentPath, async (request, reply) => {
    const { tag, ...bodies } = await readyPart((await isSignedIn(request)) ? "all" : "vendors")
    // Weak, because the same tag stands for three encodings of the same content. No cache may give one's part to another.
    reply.headers({
      etag: `W/${tag}`,
      vary: "accept-encoding, cookie",
      "cache-control": "private, no-cache",
    })
    if (isKnownTag(request.headers["if-none-match"], tag)) return reply.code(304).send()
    const encoding = encodingFor(request.headers["accept-encoding"])
    if (encoding !== "identity") reply.header("content-encoding", encoding)
    return reply.type("application/json; charset=utf-8").send(bodies[encoding])
  })
}

async function prepared(text: string): Promise<Ready> {
  const identity = Buffer.from(text)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, quality),
    promisify(gzip)(identity),
  ])
  return { tag: tagOf(text), br, gzip: zipped, identity }
}

function encodingFor(accepted = ""): Exclude<keyof Ready, "tag"> {
  const wanted = new Set(
    accepted
      .toLowerCase()
      .split(",")
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim()),
  )
  return wanted.has("br") ? "br" : wanted.has("gzip") ? "gzip" : "identity"
}
