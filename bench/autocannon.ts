import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import type { Context } from "./benchmark.ts"

const connections = 10

export interface Fired {
  readonly perSecond: number
  readonly p99Ms: number
}

interface Target {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

/** In a process of its own, so that sending requests does not take time from this one. */
export async function fire(
  { isQuick }: Context,
  address: string,
  target: Target,
  status: 200 | 304 = 200,
): Promise<Fired> {
  const program = fileURLToPath(import.meta.resolve("autocannon"))
  const headers = Object.entries(target.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
  const child = spawn(
    process.execPath,
    [
      program,
      "--json",
      "--no-progress",
      "--connections",
      String(connections),
      "--duration",
      isQuick ? "2" : "5",
      "--method",
      target.method,
      ...headers,
      `${address}${target.path}`,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  )
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")])
  const result = JSON.parse(output) as {
    requests: { average: number }
    latency: { p99: number }
    "2xx": number
    non2xx: number
    errors: number
  }
  if (status === 200 ? result.non2xx > 0 || result.errors > 0 : result.errors > 0 || result["2xx"] > 0)
    throw new Error(`${target.path}: ${result.non2xx} refused and ${result.errors} lost`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}
