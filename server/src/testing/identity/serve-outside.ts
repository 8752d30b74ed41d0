import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Outside {
  readonly origin: string
  readonly close: () => Promise<void>
}

export interface Asked {
  readonly url: URL
  readonly method: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

export type Answer = (asked: Asked, response: ServerResponse) => void | Promise<void>

/** For tests: a server of somebody else's, on a port of its own. */
export async function serveOutside(answer: (origin: string) => Answer): Promise<Outside> {
  let origin = ""
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      const asked = {
        url: new URL(request.url ?? "/", origin),
        method: request.method ?? "",
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      Promise.resolve(answer(origin)(asked, response)).catch((error: unknown) => {
        response.writeHead(500).end(String(error))
      })
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => void server.close(done))
    },
  }
}

export function json(response: ServerResponse, what: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(what))
}
