import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { casClient } from "./test-cas-client.ts"

export interface ServedCasSite {
  readonly origin: string
  readonly service: string
  stop(): void
}

/** A small system on an address of its own: whoever opens it is sent to sign in by CAS, and comes back to a page with their name. */
export async function serveCasSite(portal: string): Promise<ServedCasSite> {
  /** By the ticket that each session began with, which is its cookie as well. */
  const names = new Map<string, string>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin)
    const client = casClient(portal, "CAS3.0", service)
    const ticket = url.searchParams.get("ticket")
    const name = names.get(/cas_session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "")
    if (ticket !== null) {
      const { attributes } = await client.finish(ticket)
      names.set(ticket, String(attributes?.["name"]))
      const cookie = `cas_session=${ticket}; Path=/; HttpOnly; SameSite=Lax`
      response.writeHead(302, { location: "/", "set-cookie": cookie }).end()
    } else if (name === undefined) response.writeHead(302, { location: await client.begin() }).end()
    else
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end(`<!doctype html><html lang="zh-CN"><title>教务系统</title><h1>您好，${name}</h1></html>`)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = `${origin}/cas`
  return {
    origin,
    service,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
