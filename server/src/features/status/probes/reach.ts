import { connect, isIP, type Socket } from "node:net"
import { connect as connectTls } from "node:tls"
import type { ReachFacts } from "../checks/network-checks.ts"
import { lookupWith, nameResolver } from "../../../http/outbound/names/resolve-name.ts"
import { codeOf } from "./code-of.ts"

const lookup = lookupWith(nameResolver())

/** Whether somebody answers at a configured address: a connection, with https its handshake too, and no request in it. */
export async function reachOf(address: string, limitMs: number): Promise<ReachFacts> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const isTls = url.protocol === "https:"
  const port = url.port === "" ? (isTls ? 443 : 80) : Number(url.port)
  const socket: Socket = isTls
    ? connectTls({ host, port, lookup, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port, lookup })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(limitMs, () => reject(new Error("ETIMEDOUT")))
      socket.once("error", reject)
      socket.once(isTls ? "secureConnect" : "connect", () => resolve())
    })
    return { at: "reached", host: url.host }
  } catch (error) {
    return { at: "unreachable", host: url.host, reason: codeOf(error) }
  } finally {
    socket.destroy()
  }
}
