import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { hostedDocument, hostedScript, hostedStyle } from "./hosted-document.ts"
import { hostedPages } from "./hosted-pages.ts"

export interface HostedSite {
  readonly origin: string
  readonly stop: () => Promise<void>
}

interface Serving {
  readonly host: string
  /** 0: any that is free. One that is taken is not waited for, because nobody types this address. */
  readonly port: number
  /** Under which the portal is opened, its most usual one first. Asked at each request: its port may be given late. */
  readonly portals: () => readonly string[]
}

/** DAY-16: the demo's other systems: small pages on an origin of their own, which menu entries open in a frame. */
export async function serveHostedPages({ host, port, portals }: Serving): Promise<HostedSite> {
  const server = createServer(answering(portals))
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(wanted, host, () => {
        server.off("error", reject)
        resolve()
      })
    })
  await listen(port).catch(() => listen(0))
  const { port: own } = server.address() as AddressInfo
  return {
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${own}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function policyFor(portals: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${portals.join(" ")}`,
    `frame-ancestors ${portals.join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")
}

function answering(portalsNow: Serving["portals"]): RequestListener {
  return ({ method, url = "/" }, response) => {
    const portals = portalsNow()
    const { pathname, searchParams } = new URL(url, "http://demo.invalid")
    const answer = (status: number, type: string, body: string) => {
      response.writeHead(status, {
        "content-type": `${type}; charset=utf-8`,
        "content-security-policy": policyFor(portals),
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      })
      response.end(method === "HEAD" ? undefined : body)
    }
    if (method !== "GET" && method !== "HEAD") return answer(405, "text/plain", "演示页面只能查看\n")
    if (pathname === "/style.css") return answer(200, "text/css", hostedStyle)
    const wanted = pathname === "/script.js" ? searchParams.get("page") : pathname
    const page = hostedPages.find(({ path }) => path === wanted)
    if (!page) return answer(404, "text/plain", "演示系统没有这个页面\n")
    return pathname === "/script.js"
      ? answer(200, "text/javascript", hostedScript(page, portals))
      : answer(200, "text/html", hostedDocument(page))
  }
}
