import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { Call } from "@uc/contract/core/call"
import { homeLayoutCalls } from "@uc/contract/home/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { Benchmark, Context } from "./benchmark.ts"
import { npmStart, signedIn, type Product } from "./product.ts"
import { median } from "./statistics.ts"
import { freePort } from "../scripts/free-port.mjs"

const runs = 2
const clients = 10
/** Each client pauses, so that the requests are spread over all of the restarts. */
const pauseMs = 20

/** BARE-16. */
export const stop: Benchmark = {
  name: "stop",
  goal: "two rolling restarts of two processes behind haproxy: 0 of 5,000 requests fail, and each stops within 8 s",
  async run(context) {
    mustHaveHaproxy()
    const ports = [await freePort(), await freePort()]
    const start = await pairOnOneDatabase(context, ports)
    const pair = [await start(0), await start(1)]
    context.onEnd(async () => void (await Promise.all(pair.map((product) => product.stop()))))
    const site = await balancer(context, ports)
    const load = await loadOn(site)

    const stoppedS: number[] = []
    for (let round = 0; round < runs; round++)
      for (const [at, product] of pair.entries()) {
        const beganMs = performance.now()
        await product.stop()
        stoppedS.push((performance.now() - beganMs) / 1000)
        pair[at] = await start(at)
        context.say(`process ${at + 1} is back, it had stopped in ${stoppedS.at(-1)?.toFixed(1)} s`)
        // The balancer sees it after its next check; until then the other one has all.
        await delay(3000)
      }
    const { asked, failures, answeredMs } = await load.end()
    for (const [how, count] of failures) context.say(`${count} times: ${how}`)
    const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)
    return [
      { name: "requests meanwhile", unit: "", ...median([asked]), goal: atLeast(5000) },
      { name: "failed requests", unit: "", ...median([failed]), goal: atMost(0) },
      { name: "SIGTERM to end", unit: "s", ...median(stoppedS), goal: atMost(8) },
      { name: "answer meanwhile", unit: "ms", ...median(answeredMs) },
    ]
  },
}

const atLeast = (number: number) => ({ of: "value", limit: "at least", number }) as const
const atMost = (number: number) => ({ of: "value", limit: "at most", number }) as const

function mustHaveHaproxy(): void {
  if (spawnSync("haproxy", ["-v"]).status === 0) return
  throw new Error("This benchmark needs a balancer that is not ours: `apt-get install haproxy`.")
}

/** One product keeps the database; the two that are measured share it, as on a PostgreSQL of one's own. */
async function pairOnOneDatabase(
  { root, scratch, onEnd }: Context,
  ports: readonly number[],
): Promise<(at: number) => Promise<Product>> {
  const dataDir = scratch("stop-data")
  const keeper = await npmStart(root, dataDir)
  onEnd(() => keeper.stop())
  const { pepper } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as { pepper: string }
  const url = `postgresql://uc@${encodeURIComponent(join(dataDir, "socket"))}/uc`
  return (at) =>
    npmStart(root, scratch(`stop-${at}`), {
      PORT: String(ports[at]),
      DATABASE_URL: url,
      PEPPER: pepper,
      TRUST_PROXY: "1",
    })
}

/** As the README advises: it asks each second and turns away after two failures. Nothing that was sent is sent again. */
async function balancer({ scratch, onEnd }: Context, ports: readonly number[]): Promise<string> {
  const port = await freePort()
  const file = join(scratch("haproxy"), "haproxy.cfg")
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
  option forwardfor
frontend site
  bind 127.0.0.1:${port}
  default_backend portal
backend portal
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1
${ports.map((own, at) => `  server process${at} 127.0.0.1:${own}\n`).join("")}`,
  )
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" })
  const ended = once(child, "exit")
  onEnd(async () => {
    child.kill("SIGTERM")
    await ended
  })
  const site = `http://127.0.0.1:${port}`
  for (;;) {
    const answer = await fetch(`${site}/readyz`).catch(() => null)
    if (answer?.ok) return site
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`)
    await delay(100)
  }
}

/** People behind the balancer: each keeps its connection, reads four times and writes once. */
async function loadOn(site: string) {
  const { name, value } = await signedIn(site, "school")
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const failures = new Map<string, number>()
  const answeredMs: number[] = []
  const over = { is: false }
  let asked = 0
  const client = async () => {
    for (let turn = 0; !over.is; turn++) {
      const beganMs = performance.now()
      const call = turn % 5 === 4 ? homeLayoutCalls.save : accountCalls.current
      const how = await answerOf(site, agent, `${name}=${value}`, call)
      asked++
      answeredMs.push(performance.now() - beganMs)
      if (how !== null) failures.set(how, (failures.get(how) ?? 0) + 1)
      await delay(pauseMs)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, client))
  return {
    async end() {
      over.is = true
      await all
      agent.destroy()
      return { asked, failures, answeredMs }
    },
  }
}

/** Null, or what went wrong. */
async function answerOf(
  site: string,
  agent: Agent,
  cookie: string,
  { service, path, method }: Call,
): Promise<string | null> {
  const body = method === "POST" ? JSON.stringify({ type: "favourites", items: [] }) : undefined
  return new Promise((resolve) => {
    const sent = request(`${site}${defaultSiteConfig.services[service]}${path}`, {
      method,
      agent,
      headers: { cookie, origin: site, ...(body ? { "content-type": "application/json" } : {}) },
    })
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(`${method} ${error.code}`))
    sent.once("response", (answer) => {
      answer.resume()
      answer.once("end", () =>
        resolve(answer.statusCode === 200 ? null : `${method} ${String(answer.statusCode)}`),
      )
      answer.once("aborted", () => resolve(`${method} broken off`))
    })
    sent.end(body)
  })
}
