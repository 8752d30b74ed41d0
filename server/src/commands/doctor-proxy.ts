import { request } from "node:https"
import type { Config } from "../config.ts"
import type { Finding } from "../features/status/checks/finding.ts"
import { finding } from "../features/status/checks/finding.ts"
import { checkProxy } from "../features/status/checks/network-checks.ts"
import type { OwnFinding } from "./doctor-words.ts"

/** OPS-7: what the variables say of the proxy and, where it leads to a product that runs, what it passes on. */
export async function checkedProxy(
  { host, trustedProxies, site }: Config,
  limitMs: number,
): Promise<Finding | OwnFinding> {
  const { staticAddress } = site
  const found = checkProxy({ host, staticAddress, trustedProxies, request: null })
  if (found.code !== "proxy.trusted" || !staticAddress?.startsWith("https:")) return found
  const passed = await passedProtocol(staticAddress, limitMs)
  if (passed === null) return found
  if (passed === "http") return finding("proxy", "proxy.noProtocol")
  return { id: "proxy", code: "proxy.arrives", values: { count: trustedProxies } }
}

/**
 * Asks for the portal's document by the address that people type: the server sends Strict-Transport-Security only where it knows that they
 * came by https. Null: nobody answers there, or another program does.
 */
function passedProtocol(staticAddress: string, limitMs: number): Promise<"http" | "https" | null> {
  return new Promise((resolve) => {
    // What is wrong with the certificate is another finding.
    const options = { rejectUnauthorized: false, agent: false, timeout: limitMs } as const
    const asked = request(staticAddress, options, ({ headers }) => {
      asked.destroy()
      if (headers["x-request-id"] === undefined) return resolve(null)
      resolve(headers["strict-transport-security"] === undefined ? "http" : "https")
    })
    asked.once("timeout", () => asked.destroy())
    asked.once("close", () => resolve(null))
    asked.on("error", () => resolve(null))
    asked.end()
  })
}
