import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface HostedSite {
  readonly origin: string
  readonly stop: () => Promise<void>
}

/** Somebody else's site: every path is the same small page, which has the portal's script in it. */
export async function startHostedSite(portal: string): Promise<HostedSite> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(`<!doctype html><html lang="zh-CN"><title>收文</title>
      <script src="${portal}/static/usercenter/bridge.js"></script>
      <h1>收文</h1><button id="go">选择人员</button><p>${request.url ?? ""}</p></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
