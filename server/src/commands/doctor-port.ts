import { createServer } from "node:net"
import type { Config } from "../config.ts"
import { codeOf } from "../features/status/probes/code-of.ts"
import { healthPaths } from "../http/health-paths.ts"
import type { OwnFinding } from "./doctor-words.ts"

/** Whether the product could listen there, or does so already. */
export async function checkedPort({ host, port }: Pick<Config, "host" | "port">): Promise<OwnFinding> {
  const found = (code: OwnFinding["code"], values: OwnFinding["values"] = {}): OwnFinding => ({
    id: "port",
    code,
    values: { host, port, ...values },
  })
  if (port === 0) return found("port.any")
  const reason = await whyNotFree(host, port)
  if (reason === null) return found("port.free")
  if (reason === "EACCES") return found("port.forbidden")
  if (reason === "EADDRNOTAVAIL") return found("port.noAddress")
  if (reason !== "EADDRINUSE") return found("port.other", { reason })
  return found((await isProduct(host, port)) ? "port.running" : "port.taken")
}

async function whyNotFree(host: string, port: number): Promise<string | null> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject).listen(port, host, resolve)
    })
    return null
  } catch (error) {
    return codeOf(error)
  } finally {
    probe.close()
  }
}

async function isProduct(host: string, port: number): Promise<boolean> {
  const name =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${name}:${port}${healthPaths.alive}`, {
      redirect: "error",
      signal: AbortSignal.timeout(2000),
    })
    return answer.ok && ((await answer.json()) as { ok?: unknown }).ok === true
  } catch {
    return false
  }
}
