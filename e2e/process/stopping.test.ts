import { createHash } from "node:crypto"
import { readFileSync, rmSync } from "node:fs"
import { Agent, get, type IncomingMessage } from "node:http"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { expect, test } from "@playwright/test"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { httpMessages } from "@uc/contract/core/http"
import { eventStream } from "@uc/contract/core/events"
import { accountCalls } from "@uc/contract/account/calls"
import pg from "pg"
import { doorOf } from "../database.ts"
import { startProduct, temporaryDataDir, type Product } from "../product.ts"
import { freePort } from "../../scripts/free-port.mjs"

const records = `/${alarmCalls.records.service}${alarmCalls.records.path}`
const whoAmI = `/${accountCalls.current.service}${accountCalls.current.path}`
const stream = `/${eventStream.service}${eventStream.path}`
/** Nothing ends by itself within a test: only what is asked for ends it. */
const never = { STOP_WITHIN_S: "600" }

const running: Product[] = []
const ends: (() => unknown)[] = []
let dataDir = ""

test.describe.configure({ mode: "default", timeout: 180_000 })

// One world for all of them, one after the other: making it takes longer than any of these tests.
test.beforeAll(async () => {
  dataDir = temporaryDataDir()
  await (await startProduct({ DATA_DIR: dataDir })).stop()
})
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test.afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  for (const product of running.splice(0).toReversed()) await product.ended("SIGTERM")
})

async function started(variables: Readonly<Record<string, string>>): Promise<Product> {
  const product = await startProduct({ DATA_DIR: dataDir, ...variables })
  running.push(product)
  return product
}

async function cookieOf({ address }: Product): Promise<string> {
  const { service, path } = accountCalls.signIn
  const password = createHash("md5").update(demoPassword).digest("hex").toUpperCase()
  const answer = await fetch(`${address}/${service}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: address, connection: "close" },
    body: new URLSearchParams({ account: "school", password }).toString(),
  })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
}

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

async function opened(
  address: string,
  path: string,
  cookie: string,
  agent?: Agent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${address}${path}`, { headers: { cookie }, ...(agent ? { agent } : {}) }, resolve).on(
      "error",
      reject,
    )
  })
}

async function asked(address: string, path: string, cookie = "", agent?: Agent): Promise<Answer> {
  const answer = await opened(address, path, cookie, agent)
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

/** Whoever asks for alarms waits until it is let go. */
async function heldAlarms<Answers>(waiting: () => Answers) {
  const client = new pg.Client({ ...doorOf(dataDir), user: "uc", database: "uc" })
  await client.connect()
  client.on("error", () => {})
  ends.push(() => client.end())
  await client.query("begin")
  await client.query("lock table alarm in access exclusive mode")
  const answers = waiting()
  const held = async () => {
    const { rowCount } = await client.query(
      "select 1 from pg_locks where not granted and relation = 'alarm'::regclass",
    )
    return rowCount ?? 0
  }
  await expect.poll(held).toBeGreaterThan(0)
  return { answers, letGo: () => client.query("rollback") }
}

async function listens({ address }: Product): Promise<boolean> {
  const { port, hostname } = new URL(address)
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(port), hostname, () => resolve(socket.destroy() && true))
    socket.once("error", () => resolve(false))
  })
}

test("[BARE-16] 20 kept connections with a request under way: each gets its answer, and a close", async () => {
  const product = await started(never)
  const cookie = await cookieOf(product)
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  ends.push(() => agent.destroy())
  // The server says "continue" as soon as it has read a request's headers: from then on it is under way.
  const one = () => {
    const sent = get(`${product.address}${records}`, { agent, headers: { cookie, expect: "100-continue" } })
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once("response", (got) => resolve(got.resume())).once("error", reject)
    })
    return { arrived: new Promise((resolve) => sent.once("continue", resolve)), answer }
  }
  const { answers, letGo } = await heldAlarms(() => Array.from({ length: 20 }, one))
  await Promise.all(answers.map(({ arrived }) => arrived))
  const ended = product.ended("SIGTERM")
  await expect.poll(() => listens(product)).toBe(false)
  await letGo()
  for (const { statusCode, headers } of await Promise.all(answers.map(({ answer }) => answer)))
    expect([statusCode, headers.connection]).toEqual([200, "close"])
  expect(await ended).toEqual({ code: 0, signal: null })
})

test("[BARE-16] idle connections and event streams delay no stop; a stream ends whole", async () => {
  const product = await started(never)
  const cookie = await cookieOf(product)
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  ends.push(() => agent.destroy())
  await Promise.all(Array.from({ length: 20 }, () => asked(product.address, whoAmI, cookie, agent)))
  const { port, hostname } = new URL(product.address)
  const silent = connect(Number(port), hostname)
  ends.push(() => silent.destroy())
  const events = await opened(product.address, stream, cookie, agent)
  expect(events.statusCode).toBe(200)
  const received = text(events)
  expect(await product.ended("SIGTERM")).toEqual({ code: 0, signal: null })
  // Without the event that tells a page to stay away: the browser opens it again, elsewhere.
  expect(await received).not.toContain("event: end")
  expect(events.complete).toBe(true)
})

test("[BARE-16] /readyz turns 503 first; everything else is answered with Connection: close", async () => {
  const product = await started(never)
  const cookie = await cookieOf(product)
  expect((await asked(product.address, "/readyz")).status).toBe(200)
  const ended = product.ended("SIGTERM")
  await expect.poll(async () => (await asked(product.address, "/readyz")).status).toBe(503)
  const agent = new Agent({ keepAlive: true })
  ends.push(() => agent.destroy())
  for (const path of [whoAmI, records, "/healthz"]) {
    const { status, headers } = await asked(product.address, path, cookie, agent)
    expect([path, status, headers.connection]).toEqual([path, 200, "close"])
  }
  // It would say so for minutes: the second signal ends that.
  ends.push(async () => {
    let isOver = false
    void ended.then(() => (isOver = true))
    await expect.poll(() => isOver || (void product.ended("SIGTERM"), isOver)).toBe(true)
  })
})

test("[BARE-16] what comes in while it closes is told to come again, in the envelope", async () => {
  const product = await started(never)
  const cookie = await cookieOf(product)
  const { port, hostname } = new URL(product.address)
  const late = connect(Number(port), hostname)
  ends.push(() => late.destroy())
  late.write(`GET ${whoAmI} HTTP/1.1\r\n`)
  const { answers, letGo } = await heldAlarms(() => asked(product.address, records, cookie))
  const ended = product.ended("SIGTERM")
  await expect.poll(() => listens(product)).toBe(false)
  late.write(`host: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`)
  const [head = "", body = ""] = (await text(late)).split("\r\n\r\n")
  expect(head).toMatch(/^HTTP\/1\.1 503 /)
  expect(head).toMatch(/^retry-after: 1$/im)
  expect(head).toMatch(/^connection: close$/im)
  expect(JSON.parse(body)).toEqual({ ret: 0, msg: httpMessages.slow })
  await letGo()
  expect((await answers).status).toBe(200)
  expect(await ended).toEqual({ code: 0, signal: null })
})

test("[BARE-16] what has not ended in STOP_WITHIN_S is cut off", async () => {
  const product = await started({ STOP_WITHIN_S: "1" })
  const cookie = await cookieOf(product)
  const cut = () =>
    asked(product.address, records, cookie).catch((error: NodeJS.ErrnoException) => error.code)
  const { answers } = await heldAlarms(cut)
  expect(await product.ended("SIGTERM")).toEqual({ code: 0, signal: null })
  expect(await answers).toBe("ECONNRESET")
  expect(product.output()).toContain("STOP_WITHIN_S")
})

test("[BARE-16] a second Ctrl-C ends it at once, and its database with it", async () => {
  const product = await started(never)
  const cookie = await cookieOf(product)
  const cut = () =>
    asked(product.address, records, cookie).catch((error: NodeJS.ErrnoException) => error.code)
  const { answers } = await heldAlarms(cut)
  const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
  let end: unknown = null
  void product.ended("SIGINT").then((how) => (end = how))
  await expect.poll(() => listens(product)).toBe(false)
  // A second signal that comes with the first is the same Ctrl-C, passed on by npm: so it is sent until it counts.
  await expect
    .poll(() => {
      if (end === null) void product.ended("SIGINT")
      return end
    })
    .toEqual({ code: 130, signal: null })
  expect(await answers).toBe("ECONNRESET")
  const isGone = () => {
    try {
      return !process.kill(postmaster, 0)
    } catch {
      return true
    }
  }
  await expect.poll(isGone).toBe(true)
})

test("[BARE-16] two processes are restarted one after the other, and no request fails", async () => {
  const first = await started(never)
  const cookie = await cookieOf(first)
  const { pepper } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as {
    pepper: string
  }
  const database = `postgresql://uc@${encodeURIComponent(join(dataDir, "socket"))}/uc`
  const variables = {
    DATABASE_URL: database,
    PEPPER: pepper,
    DEMO: "on",
    STOP_WITHIN_S: "6",
    REQUESTS_PER_SESSION_PER_S: "0",
  }
  const ports = [String(await freePort()), String(await freePort())]
  const pair = await Promise.all(ports.map((PORT) => started({ ...variables, PORT })))

  const agent = new Agent({ keepAlive: true })
  ends.push(() => agent.destroy())
  const isReady = async (address: string) =>
    (await asked(address, "/readyz", "", agent).catch(() => null))?.status === 200
  // As a balancer does: it looks who is ready, keeps connections open, and goes by what `/readyz` said last.
  const counts = new Map<number | string | undefined, number>()
  const load = { isOver: false }
  const client = async (turn: number) => {
    while (!load.isOver) {
      for (const port of turn++ % 2 === 0 ? ports : ports.toReversed()) {
        const address = `http://127.0.0.1:${port}`
        if (!(await isReady(address))) continue
        const answer = await asked(address, whoAmI, cookie, agent).catch(
          (error: NodeJS.ErrnoException) => error,
        )
        const told = answer instanceof Error ? answer.code : answer.status
        counts.set(told, (counts.get(told) ?? 0) + 1)
        break
      }
    }
  }
  const loading = Promise.all(Array.from({ length: 4 }, (_, turn) => client(turn)))
  const served = async (least: number) => {
    const before = counts.get(200) ?? 0
    await expect.poll(() => (counts.get(200) ?? 0) - before).toBeGreaterThan(least)
  }
  await served(100)
  for (const [at, product] of pair.entries()) {
    expect(await product.ended("SIGTERM")).toEqual({ code: 0, signal: null })
    await started({ ...variables, PORT: ports[at] ?? "" })
    await served(100)
  }
  load.isOver = true
  await loading
  expect([...counts.keys()]).toEqual([200])
})
