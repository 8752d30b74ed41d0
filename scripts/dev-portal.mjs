// The portal in development: Vite in front, with our own server behind it for everything but the portal's sources.
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { root } from "./prepare.mjs"

/**
 * @typedef {object} Server
 * @property {string} address
 * @property {() => Promise<void>} settled
 *
 * @typedef {object} PortalPaths
 * @property {string} base
 * @property {string} config
 */

/** They tell of the document's file and not of what Vite makes of it, or of the connection alone. */
const notPassedOn = ["content-length", "etag", "last-modified", "accept-ranges", "connection", "keep-alive"]

/**
 * @param {number} port
 * @param {Server} server
 * @param {PortalPaths} paths
 */
export async function serveDevPortal(port, server, { base, config }) {
  const { createServer } = await import("vite")
  const nonce = randomBytes(16).toString("base64")
  const documents = new Set([base, `${base}index.html`])

  /** @type {(dev: import("vite").ViteDevServer, ...asked: Parameters<import("vite").Connect.NextHandleFunction>) => Promise<void>} */
  async function pass(dev, request, response, next) {
    try {
      const { pathname } = new URL(request.url ?? "", server.address)
      const isDocument = documents.has(pathname)
      const isServers = isDocument || !pathname.startsWith(base) || pathname === config
      // It may be starting again.
      if (isServers) await server.settled()
      if (isDocument) await sendDocument(dev, server.address + base, nonce, request, response)
      else next()
    } catch (error) {
      next(error)
    }
  }

  const vite = await createServer({
    configFile: join(root, "portal", "vite.config.ts"),
    clearScreen: false,
    html: { cspNonce: nonce },
    plugins: [
      {
        name: "server-behind",
        configureServer(dev) {
          dev.middlewares.use((request, response, next) => void pass(dev, request, response, next))
        },
      },
    ],
    server: {
      host: "127.0.0.1",
      port,
      strictPort: true,
      proxy: { [`^(?!${base})|^${config}`]: { target: server.address } },
    },
  })
  await vite.listen()
  const listening = vite.httpServer?.address()
  const chosen = listening && typeof listening === "object" ? listening.port : port
  return { address: `http://127.0.0.1:${chosen}`, close: () => vite.close() }
}

/**
 * With the cookie and the headers that the server gives the document, so that the page may do in development what it may do
 * later and no more; Vite's own inline script is let in by a nonce.
 * @param {import("vite").ViteDevServer} vite
 * @param {string} address
 * @param {string} nonce
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function sendDocument(vite, address, nonce, request, response) {
  const answer = await fetch(address, { headers: { cookie: request.headers.cookie ?? "" } })
  const html = await vite.transformIndexHtml("/index.html", await answer.text(), request.url)
  response.statusCode = answer.status
  for (const [name, value] of answer.headers)
    if (!notPassedOn.includes(name)) response.appendHeader(name, value)
  const policy = answer.headers.get("content-security-policy") ?? ""
  response.setHeader(
    "content-security-policy",
    policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`),
  )
  response.end(html)
}
