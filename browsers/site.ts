import { once } from "node:events"
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { startProduct, type Product } from "../e2e/product.ts"
import { makeCertificate } from "./certificate.ts"

/**
 * What plain http is reached by. Browsers trust plain http of their own machine (127.0.0.1, localhost) as they trust https, and
 * a school's portal by its name they do not: so each engine is told that this name is this machine. Nobody else is: the
 * product listens on 127.0.0.1 alone.
 */
export const plainName = "portal.test"

export interface Site {
  readonly product: Product
  readonly addresses: Readonly<Record<Protocol, string>>
  /** `127.0.0.1:40123`, of a forward proxy that knows the plain name. */
  readonly proxy: string
  readonly stop: () => Promise<void>
}

export type Protocol = "https" | "http"
export const protocols: readonly Protocol[] = ["https", "http"]

/** Hands a request on to the product as it came, but for what a proxy in front has to say. */
function passOn(product: Product, extra: (request: IncomingMessage) => Record<string, string>) {
  const { port } = new URL(product.address)
  return (asked: IncomingMessage, answer: ServerResponse) => {
    const { pathname, search } = new URL(asked.url ?? "/", product.address)
    const onward = request(
      {
        host: "127.0.0.1",
        port,
        method: asked.method,
        path: pathname + search,
        headers: { ...asked.headers, ...extra(asked) },
      },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      },
    )
    onward.on("error", () => answer.destroy())
    answer.on("close", () => onward.destroy())
    asked.pipe(onward)
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** The built product with data of its own, over https and over plain http. */
export async function startSite(): Promise<Site> {
  const product = await startProduct({ DEMO: "on", TRUST_PROXY: "1" })
  const secure = createSecureServer(
    makeCertificate(),
    passOn(product, ({ socket }) => ({
      "x-forwarded-proto": "https",
      "x-forwarded-for": socket.remoteAddress ?? "127.0.0.1",
    })),
  )
  const forward = createServer(passOn(product, () => ({})))
  const [securePort, forwardPort] = await Promise.all([listen(secure as unknown as Server), listen(forward)])
  return {
    product,
    addresses: {
      https: `https://127.0.0.1:${securePort}`,
      http: product.address.replace("127.0.0.1", plainName),
    },
    proxy: `127.0.0.1:${forwardPort}`,
    async stop() {
      for (const server of [secure, forward]) {
        server.closeAllConnections()
        server.close()
      }
      await product.stop()
    },
  }
}
