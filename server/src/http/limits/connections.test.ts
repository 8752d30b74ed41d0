import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import { connect, type AddressInfo, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eventStream } from "@uc/contract/core/events"
import { defaultSiteConfig, portalBase } from "@uc/contract/core/site-defaults"
import type { FastifyInstance } from "fastify"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { testApp } from "../../testing/test-app.ts"
import { connectionLimits } from "./connections.ts"

const file = `${portalBase}assets/large.bin`
/** More than the system buffers on its way, so that an answer which nobody reads can't be finished. */
const fileBytes = 24 * 1024 * 1024
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`

type Begun = (url: string, next: () => void) => void

/** A portal with one large file, listening on the loopback address. `onBegun` hears of requests that are begun. */
async function largeApp(
  limits: { readonly unreadMs?: number } = {},
  onBegun: Begun = (_url, next) => next(),
) {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  mkdirSync(join(folder, "assets"))
  writeFileSync(join(folder, "index.html"), "<!doctype html>")
  const path = join(folder, "assets", "large.bin")
  writeFileSync(path, Buffer.alloc(fileBytes, "x"))
  const app = await testApp({ portalFolder: folder, connectionLimits: { ...connectionLimits, ...limits } })
  app.app.addHook("onRequest", ({ url }, _reply, next) => onBegun(url, next))
  return { ...app, path, ...(await listening(app.app)) }
}

async function listening(app: FastifyInstance) {
  await app.listen({ port: 0, host: "127.0.0.1" })
  const { port } = app.server.address() as AddressInfo
  const served = new Set<Socket>()
  app.server.on("connection", (socket: Socket) => {
    served.add(socket)
    socket.once("close", () => served.delete(socket))
  })
  /** Connected to the server, and reading nothing until it is told to. */
  async function client(): Promise<Socket> {
    const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, "connect")
    return socket.pause()
  }
  return { served, client }
}

/** How often this process has the file open. */
function timesOpen(path: string): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false
    }
  }).length
}

/** Waits until a condition holds; what it waits for is a matter of milliseconds on an idle machine. */
const until = (holds: () => void) => vi.waitFor(holds, { timeout: 20_000, interval: 10 })

const hasProc = process.platform === "linux"

test.runIf(hasProc)(
  "[FAULT-12] the files of pipelined requests are closed when their client leaves",
  async () => {
    const { path, served, client } = await largeApp()
    const clients = await Promise.all(Array.from({ length: 20 }, client))
    for (const each of clients) each.write(get(file).repeat(8))
    await until(() => expect(timesOpen(path)).toBe(20))
    for (const each of clients) each.destroy()
    await until(() => expect(served.size).toBe(0))
    await until(() => expect(timesOpen(path)).toBe(0))
  },
)

test.runIf(hasProc)("[FAULT-12] the files of clients that leave at once are closed as well", async () => {
  const { app, path, served, client } = await largeApp()
  let begun = 0
  app.server.on("request", () => begun++)
  for (let round = 0; round < 20; round++) {
    const each = await client()
    each.write(get(file).repeat(4), () => each.destroy())
  }
  await until(() => expect(begun).toBeGreaterThanOrEqual(20))
  await until(() => expect(served.size).toBe(0))
  await until(() => expect(timesOpen(path)).toBe(0))
})

test("[FAULT-12] a connection's next request is begun when the one before has been answered", async () => {
  const begun: string[] = []
  const answers = new Map<string, () => void>()
  const { client } = await largeApp({}, (url, next) => {
    begun.push(url)
    answers.set(url, next)
  })
  const one = await client()
  const [first, second, third] = ["/healthz?1", "/healthz?2", "/healthz?3"]
  one.write(get(first) + get(second) + get(third, "connection: close\r\n"))
  await until(() => expect(begun).toEqual([first]))
  answers.get(first)?.()
  await until(() => expect(begun).toEqual([first, second]))
  answers.get(second)?.()
  await until(() => expect(begun).toEqual([first, second, third]))
  answers.get(third)?.()
  let text = ""
  for await (const part of one) text += String(part)
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3)
})

test("[FAULT-12] a connection with more waiting requests than the limit is ended, another one is served", async () => {
  let begun = 0
  const { served, client } = await largeApp({}, (_url, next) => {
    begun++
    next()
  })
  const [flooding, other] = [await client(), await client()]
  flooding.write(get(file).repeat(connectionLimits.waiting + 2))
  await until(() => expect(served.size).toBe(1))
  expect(begun).toBeLessThanOrEqual(1)
  other.write(get("/healthz", "connection: close\r\n"))
  const [answer] = await once(other.resume(), "data")
  expect(String(answer)).toContain("HTTP/1.1 200 OK")
})

test("[FAULT-12] as many waiting requests as the limit are answered in their order", async () => {
  const { client } = await largeApp()
  const one = await client()
  one.write(get("/healthz").repeat(connectionLimits.waiting) + get("/nowhere", "connection: close\r\n"))
  let text = ""
  for await (const part of one) text += String(part)
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual([...Array.from({ length: connectionLimits.waiting }, () => "200"), "404"])
})

test("[FAULT-12] an event stream behind an answer that nobody reads is not opened", async () => {
  const stream = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`
  const begun: string[] = []
  const { served, client } = await largeApp({}, (url, next) => {
    begun.push(url)
    next()
  })
  const one = await client()
  one.write(get(file) + get(stream))
  await until(() => expect(begun).toEqual([file]))
  one.destroy()
  await until(() => expect(served.size).toBe(0))
  expect(begun).toEqual([file])
})

test.runIf(hasProc)(
  "[FAULT-12] an answer that nobody reads ends after the time limit, its file too",
  async () => {
    const { path, served, client } = await largeApp({ unreadMs: 100 })
    const one = await client()
    one.write(get(file))
    await until(() => expect(timesOpen(path)).toBe(1))
    await until(() => expect(served.size).toBe(0))
    await until(() => expect(timesOpen(path)).toBe(0))
  },
)

test("[FAULT-12] an answer that takes longer to make than the limit on reading is sent", async () => {
  const nothing = () => {}
  let answer = nothing
  const { served, client } = await largeApp({ unreadMs: 50 }, (_url, next) => void (answer = next))
  const one = await client()
  one.write(get("/healthz", "connection: close\r\n"))
  const [socket] = await vi.waitUntil(() => (served.size > 0 ? [...served] : null))
  if (!socket) throw new Error("There is no connection")
  await once(socket, "timeout")
  await until(() => expect(answer).not.toBe(nothing))
  answer()
  const [text] = await once(one.resume(), "data")
  expect(String(text)).toContain("HTTP/1.1 200 OK")
})

test("[FAULT-12] a connection keeps its time limit for idle connections after an answer", async () => {
  const { app, served, client } = await largeApp({ unreadMs: 60_000 })
  app.server.keepAliveTimeout = 50
  const one = await client()
  one.write(get("/healthz"))
  await once(one.resume(), "data")
  await until(() => expect(served.size).toBe(0))
})

// It measures time, so that a busy machine could fail it: in the long tests alone.
test.runIf(inject("isWhole"))(
  "[FAULT-12] a download that goes on slowly is never cut",
  async () => {
    const { client } = await largeApp({ unreadMs: 2000 })
    const one = await client()
    one.write(get(file, "connection: close\r\n"))
    let bytes = 0
    for await (const part of one) {
      bytes += (part as Buffer).length
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
    expect(bytes).toBeGreaterThan(fileBytes)
  },
  120_000,
)
