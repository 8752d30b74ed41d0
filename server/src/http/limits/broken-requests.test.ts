import { once } from "node:events"
import { request, type IncomingMessage } from "node:http"
import { connect, type AddressInfo, type Socket } from "node:net"
import { requestBudgets } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import { expect, onTestFinished, test, vi } from "vitest"
import { collectedLogs } from "../../testing/test-logs.ts"
import { testApp } from "../../testing/test-app.ts"
import { connectionLimits, type ConnectionLimits } from "./connections.ts"

const headers = "host: localhost\r\n"
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${headers}${more}\r\n`
/** Answered before any route is found, or by Node itself. */
const broken = {
  "an address that can't be read": get("/%"),
  "a parameter that is too long": get(`/oidc/interaction/${"a".repeat(2000)}`),
  "an expectation that nobody knows": get("/nowhere", "expect: foo\r\n"),
} as const

async function world(limits: Partial<ConnectionLimits> = {}, perAddress = 0) {
  const log = collectedLogs("info")
  const app = await testApp({
    logs: log.logs,
    connectionLimits: { ...connectionLimits, ...limits },
    requestBudget: { perAddress, perSession: 0 },
    nowMs: () => 0,
  })
  await app.app.listen({ port: 0, host: "127.0.0.1" })
  const { port } = app.app.server.address() as AddressInfo
  const served = new Set<Socket>()
  app.app.server.on("connection", (socket: Socket) => {
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
  const answered = () => log.entries().filter(({ msg }) => msg === "request").length
  return { port, served, client, answered }
}

async function textOf(socket: Socket): Promise<string> {
  const [part] = await once(socket.resume(), "data")
  return String(part)
}

const until = (holds: () => void) => vi.waitFor(holds, { timeout: 20_000, interval: 10 })

for (const [what, asked] of Object.entries(broken)) {
  test(`[FAULT-12] ${what} is refused in the agreed envelope, and its connection is ended`, async () => {
    const { client } = await world()
    const one = await client()
    one.write(asked)
    const text = await textOf(one)
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(text).toMatch(/^connection: close\r$/im)
    expect(text).toContain(replyMessages.badInput)
    expect(text).toContain("x-request-id: ")
  })

  test(`[FAULT-12] of thousands of requests with ${what} that nobody reads one is answered`, async () => {
    const { client, served, answered } = await world()
    const one = await client()
    one.write(asked.repeat(3000))
    await until(() => expect(served.size).toBe(0))
    expect(answered()).toBeLessThanOrEqual(2)
  })

  test(`[FAULT-14] ${what} takes of the address's budget`, async () => {
    const { client } = await world({}, 1)
    const statuses: string[] = []
    for (let time = 0; time <= requestBudgets.address.savedS; time++) {
      const one = await client()
      one.write(asked)
      statuses.push((await textOf(one)).slice(9, 12))
    }
    expect(statuses.at(-2)).not.toBe("429")
    expect(statuses.at(-1)).toBe("429")
  })
}

test("[FAULT-12] broken HTTP is answered with 400, and its connection ends without its client", async () => {
  const { client, served } = await world({ unreadMs: 50 })
  const one = await client()
  one.write("no http\r\n\r\n")
  await until(() => expect(served.size).toBe(0))
  const text = await textOf(one)
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(text).toMatch(/^connection: close\r$/im)
})

test("[FAULT-12] whoever asks to be told to go on is told, and the body that follows is read", async () => {
  const { port } = await world()
  const asked = request({
    port,
    method: "POST",
    path: "/cas/login",
    headers: { expect: "100-continue", "content-type": "application/x-www-form-urlencoded" },
    agent: false,
  })
  asked.flushHeaders()
  await once(asked, "continue")
  asked.end("service=https%3A%2F%2Fa.example%2F")
  const [answer] = (await once(asked, "response")) as [IncomingMessage]
  answer.resume()
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    "/cas/login?service=https%3A%2F%2Fa.example%2F",
  ])
})
