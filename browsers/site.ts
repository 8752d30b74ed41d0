import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { startProduct, temporaryDataDir, type Product } from "../e2e/product.ts"
import { makeCertificate } from "./certificate.ts"
import { preparedDataVariable } from "./prepare-data.ts"

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
  /**
   * The product behind a connection that can be cut. By this machine's own address: it is trusted as https is, and a browser refuses
   * a service worker of a certificate that is signed by itself.
   */
  readonly line: { readonly address: string; cut(): Promise<void>; restore(): Promise<void> }
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

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** With their owner: the database runs as a user of its own where the tests run as root. */
function copyPreparedData(dataDir: string): void {
  const prepared = process.env[preparedDataVariable]
  if (!prepared) throw new Error(`${preparedDataVariable} is not set: browsers/prepare-data.ts does that`)
  const { status, stderr } = spawnSync("cp", ["-a", `${prepared}/.`, dataDir], { encoding: "utf8" })
  if (status !== 0) throw new Error(`The prepared data could not be copied:\n${stderr}`)
}

/** The built product with data of its own, over https and over plain http. */
export async function startSite(): Promise<Site> {
  const dataDir = temporaryDataDir()
  copyPreparedData(dataDir)
  const product = await startProduct({ DATA_DIR: dataDir, DEMO: "on", TRUST_PROXY: "1" })
  const secure = createSecureServer(
    makeCertificate(),
    passOn(product, ({ socket }) => ({
      "x-forwarded-proto": "https",
      "x-forwarded-for": socket.remoteAddress ?? "127.0.0.1",
    })),
  )
  const forward = createServer(passOn(product, () => ({})))
  const line = createServer(passOn(product, () => ({})))
  const [securePort, forwardPort, linePort] = await Promise.all([
    listen(secure as unknown as Server),
    listen(forward),
    listen(line),
  ])
  return {
    product,
    addresses: {
      https: `https://127.0.0.1:${securePort}`,
      http: product.address.replace("127.0.0.1", plainName),
    },
    proxy: `127.0.0.1:${forwardPort}`,
    line: {
      address: `http://127.0.0.1:${linePort}`,
      async cut() {
        line.close()
        line.closeAllConnections()
        await once(line, "close")
      },
      async restore() {
        await listen(line, linePort)
      },
    },
    async stop() {
      for (const server of [secure, forward, line]) {
        server.closeAllConnections()
        server.close()
      }
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
