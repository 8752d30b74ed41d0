import { once } from "node:events"
import { readdirSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { healthPaths } from "../server/src/http/health-paths.ts"
import { portalBase } from "@uc/contract/core/site-defaults"
import type { Benchmark, Measured } from "./benchmark.ts"
import { npmStart } from "./product.ts"
import { listenerOf, residentKb } from "./resident.ts"
import { median } from "./statistics.ts"

const clients = 1000
/** As many as are answered, and more than a connection may have. */
const pipelines = [10, 20] as const
const askMs = 50
/** Until what has been given back shows. */
const restMs = 15_000

/** FAULT-12: many clients send requests for files together ahead, read nothing and leave. */
export const pipelining: Benchmark = {
  name: "pipelining",
  goal: "1,000 connections with 20 pipelined requests each, unread: no ordinary request fails, and all files are closed again",
  async run({ root, scratch, onEnd, say }) {
    // With the budget of an address that it has by itself.
    const product = await npmStart(root, scratch("pipelining-data"), budgets)
    onEnd(() => product.stop())
    const { address } = product
    const files = await filesOf(address)
    const found: Measured[] = []
    for (const many of pipelines) {
      const before = { kb: residentKb(address), open: openOf(address) }
      const others = askMeanwhile(address)
      const sockets = await Promise.all(Array.from({ length: clients }, () => flood(address, files, many)))
      await delay(5000)
      const most = { kb: residentKb(address), open: openOf(address) }
      for (const socket of sockets) socket.destroy()
      await delay(restMs)
      const { stallMs, asked, failures } = await others.end()
      for (const [how, count] of failures) say(`${many}: ${count} of ${asked} times ${how}`)
      const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)
      const named = (name: string, unit: string, value: number): Measured => ({
        name: `${many} each: ${name}`,
        unit,
        ...median([value]),
      })
      found.push(
        named("longest answer of /healthz", "ms", stallMs),
        { ...named("failed requests of others", "", failed), goal: none },
        named("memory before", "MB", before.kb / 1024),
        named("memory meanwhile", "MB", most.kb / 1024),
        named("memory afterwards", "MB", residentKb(address) / 1024),
        named("open files before", "", before.open),
        named("open files meanwhile", "", most.open),
        named("open files afterwards", "", openOf(address)),
      )
    }
    return found
  },
}

const budgets = { REQUESTS_PER_ADDRESS_PER_S: "1500", REQUESTS_PER_SESSION_PER_S: "30" }
const none = { of: "value", limit: "at most", number: 0 } as const

const openOf = (address: string) =>
  readdirSync(`/proc/${listenerOf(Number(new URL(address).port))}/fd`).length

/** What the portal's document loads, the largest among them. */
async function filesOf(address: string): Promise<string[]> {
  const document = await (await fetch(`${address}${portalBase}`)).text()
  const named = [...document.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => String(file))
  return named.map((file) => new URL(file, `${address}${portalBase}`).pathname)
}

async function flood(address: string, files: readonly string[], many: number): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port) }).on("error", () => {})
  await Promise.race([once(socket, "connect"), once(socket, "close")])
  const asked = Array.from({ length: many }, (_, at) => files[at % files.length])
  socket.pause().write(asked.map((file) => `GET ${file} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`).join(""))
  return socket
}

/** Others: a monitor, and people whose browsers open a connection. */
function askMeanwhile(address: string) {
  const failures = new Map<string, number>()
  const over = { is: false }
  let [stallMs, asked] = [0, 0]
  const ask = async (path: string, isTimed: boolean) => {
    while (!over.is) {
      const beganMs = performance.now()
      const how = await fetch(`${address}${path}`, { headers: { connection: "close" } }).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok ? null : String(answer.status)),
        (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message,
      )
      asked++
      if (how !== null) failures.set(how, (failures.get(how) ?? 0) + 1)
      if (isTimed) stallMs = Math.max(stallMs, performance.now() - beganMs)
      await delay(askMs)
    }
  }
  const all = Promise.all([ask(healthPaths.alive, true), ask(portalBase, false), ask(portalBase, false)])
  return {
    async end() {
      over.is = true
      await all
      return { stallMs, asked, failures }
    },
  }
}
