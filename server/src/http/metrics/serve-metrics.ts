import { createHash, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { FastifyInstance } from "fastify"
import { registry } from "../../metrics/registry.ts"

const path = "/metrics"

/** On the port of everything else, for whoever has the token. */
export function serveMetrics(app: FastifyInstance, token: string, scrape: () => Promise<string>): void {
  const mayRead = tokenCheck(token)
  app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    if (!mayRead(request.headers.authorization))
      return reply
        .code(401)
        .header("www-authenticate", "Bearer")
        .type("text/plain; charset=utf-8")
        .send(noToken)
    return reply.type(registry.contentType).send(await scrape())
  })
}

const noToken = "The bearer token of METRICS_TOKEN is missing or wrong.\n"

export interface MetricsServer {
  readonly address: string
  readonly stop: () => Promise<void>
}

interface Serving {
  readonly host: string
  readonly port: number
  /** Null: whoever reaches the port may read. */
  readonly token: string | null
  readonly scrape: () => Promise<string>
  readonly onFault: (error: unknown) => void
}

/** On a port of its own, which the proxy in front does not pass on. */
export async function listenForMetrics({
  host,
  port,
  token,
  scrape,
  onFault,
}: Serving): Promise<MetricsServer> {
  const mayRead = token === null ? () => true : tokenCheck(token)
  const server = createServer(({ method, url = "", headers }, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body)
    const plain = "text/plain; charset=utf-8"
    if (url.split("?")[0] !== path) return answer(404, plain, `There is only ${path} here.\n`)
    if (method !== "GET") return answer(405, plain, "Only GET.\n")
    if (!mayRead(headers.authorization)) return answer(401, plain, noToken)
    return void scrape().then(
      (text) => answer(200, registry.contentType, text),
      (error: unknown) => {
        onFault(error)
        answer(500, plain, "The metrics could not be gathered.\n")
      },
    )
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve)
  })
  const { port: own } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(":") ? `[${host}]` : host}:${own}${path}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** By digest, so that neither the time nor the length tells anything about the token. */
function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  return (authorization = "") => timingSafeEqual(digest(authorization), wanted)
}
