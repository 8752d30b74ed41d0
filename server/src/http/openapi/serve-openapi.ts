import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { FastifyInstance } from "fastify"
import { isKnownTag, tagOf } from "../calls/entity-tag.ts"

interface Ready {
  readonly tag: string
  readonly br: Buffer
  readonly gzip: Buffer
  readonly identity: Buffer
}

/**
 * BARE-14: the description of all calls as one buffer for everybody, made with the first request. It is large and needs no
 * session: a thousand slow readers then hold one buffer, and not a thousand.
 */
export function serveOpenApi(app: FastifyInstance, make: () => object): void {
  let ready: Promise<Ready> | null = null
  app.get("/openapi.json", async (request, reply) => {
    const { tag, ...bodies } = await (ready ??= prepared(JSON.stringify(make())))
    // Weak, because the same tag stands for three encodings of the same content.
    reply.headers({ etag: `W/${tag}`, vary: "accept-encoding", "cache-control": "no-cache" })
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
