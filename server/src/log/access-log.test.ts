import { connect } from "node:net"
import { once } from "node:events"
import { accountCalls } from "@uc/contract/account/calls"
import { call } from "@uc/contract/core/call"
import { httpMessages } from "@uc/contract/core/http"
import { eventStream } from "@uc/contract/core/events"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { expect, onTestFinished, test } from "vitest"
import { z } from "zod"
import { features } from "../features.ts"
import { implementCalls } from "../http/calls/implement-calls.ts"
import { slowestCalls } from "../http/call-times.ts"
import { testApp } from "../testing/test-app.ts"
import { collectedLogs } from "../testing/test-logs.ts"

/** The test's own calls: one fails, one does not end before it may. */
const strange = {
  fails: call({
    service: "ewls",
    method: "GET",
    path: "/test/fails",
    open: true,
    input: z.object({}),
    output: z.object({}),
  }),
  waits: call({
    service: "ewls",
    method: "GET",
    path: "/test/waits",
    open: true,
    input: z.object({}),
    output: z.object({}),
  }),
}

async function listening(level: Parameters<typeof collectedLogs>[0] = "info") {
  const collected = collectedLogs(level)
  const waiting = { reached: () => {}, end: () => {} }
  const reached = new Promise<void>((resolve) => (waiting.reached = resolve))
  const end = new Promise<void>((resolve) => (waiting.end = resolve))
  const strangeRoutes = implementCalls(strange, () => ({
    fails: () => Promise.reject(new Error("broken on purpose")),
    waits: async () => {
      waiting.reached()
      await end
      return {}
    },
  }))
  const app = await testApp({ logs: collected.logs, features: { ...features, strange: strangeRoutes } })
  const address = await app.app.listen({ port: 0, host: "127.0.0.1" })
  onTestFinished(() => app.app.server.closeAllConnections())
  const requests = () => collected.entries().filter(({ module }) => module === "access")
  return { ...app, ...collected, address, requests, reached, end: () => waiting.end() }
}

const current = `${defaultSiteConfig.services[accountCalls.current.service]}${accountCalls.current.path}`

test("[OPS-3] a request is one line: its id, call, person, organisation, status, ms and bytes", async () => {
  const app = await listening()
  const head = await app.as("head-a1")
  const user = await head.send(accountCalls.current, {})
  const before = app.requests().length
  const answer = await fetch(`${app.address}${current}?t=1`, { headers: head.headers })
  const body = await answer.text()
  await expect.poll(() => app.requests().length).toBe(before + 1)
  const line = app.requests().at(-1)
  expect(line).toMatchObject({
    level: "info",
    module: "access",
    msg: "request",
    reqId: answer.headers.get("x-request-id"),
    call: "session.current",
    person: user.id,
    org: user.orgid,
    status: 200,
    ms: expect.any(Number),
  })
  expect(line?.["bytes"]).toBeGreaterThan(body.length)
  // Whose session it is, is known: the address is no business of the log.
  expect(line).not.toHaveProperty("ip")
  expect(slowestCalls(1000)).toContainEqual(expect.objectContaining({ call: "session.current" }))
})

test("[OPS-3] without a session the line has the address; what nobody serves has no path", async () => {
  const app = await listening()
  await fetch(`${app.address}${current}`)
  await fetch(`${app.address}/people/王小明?phone=13812345678`)
  await fetch(`${app.address}/%E0%A4%A`)
  const broken = connect(Number(new URL(app.address).port), "127.0.0.1")
  broken.write("no HTTP at all\r\n\r\n")
  broken.resume()
  await once(broken, "close")
  await expect.poll(() => app.requests().length).toBe(4)
  expect(app.requests()).toMatchObject([
    { call: "session.current", status: 401, ip: "127.0.0.1" },
    { call: "no-such-address", status: 404, ip: "127.0.0.1" },
    { call: "broken-address", status: 400, ip: "127.0.0.1" },
    { call: "broken-http", status: 400, ip: "127.0.0.1" },
  ])
})

test("[OPS-3] a fault names the call and has the id of its request", async () => {
  const app = await listening()
  const answer = await fetch(`${app.address}/ewls/test/fails`)
  expect([answer.status, await answer.json()]).toEqual([500, { ret: 0, msg: httpMessages.serverFault }])
  const reqId = answer.headers.get("x-request-id")
  await expect.poll(() => app.requests().length).toBe(1)
  expect(app.entries().filter(({ module }) => module === "http")).toContainEqual(
    expect.objectContaining({
      level: "error",
      call: "strange.fails",
      reqId,
      err: expect.objectContaining({ message: "broken on purpose" }),
    }),
  )
  expect(app.requests()).toMatchObject([{ call: "strange.fails", status: 500, reqId }])
})

test("[OPS-3] over one connection each line counts the bytes of its own answer alone", async () => {
  const app = await listening()
  const socket = connect(Number(new URL(app.address).port), "127.0.0.1")
  onTestFinished(() => void socket.destroy())
  socket.resume()
  for (const count of [1, 2, 3]) {
    socket.write(`GET ${current} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await expect.poll(() => app.requests().length).toBe(count)
  }
  const bytes = app.requests().map((line) => Number(line["bytes"]))
  expect(Math.min(...bytes)).toBeGreaterThan(100)
  expect(Math.max(...bytes)).toBeLessThan(Math.min(...bytes) * 1.5)
})

test("[OPS-3] the milliseconds of a line are those from the request to the end of its answer", async () => {
  const app = await listening()
  const beganMs = performance.now()
  const asked = fetch(`${app.address}/ewls/test/waits`)
  await app.reached
  const until = performance.now() + 50
  while (performance.now() < until);
  app.end()
  await (await asked).text()
  await expect.poll(() => app.requests().length).toBe(1)
  const ms = app.requests()[0]?.["ms"]
  expect(ms).toBeGreaterThanOrEqual(50)
  expect(ms).toBeLessThanOrEqual(performance.now() - beganMs + 0.1)
})

test("[OPS-3] a client that leaves before the answer is a line with 499", async () => {
  const app = await listening()
  const socket = connect(Number(new URL(app.address).port), "127.0.0.1")
  socket.write("GET /ewls/test/waits HTTP/1.1\r\nHost: localhost\r\n\r\n")
  await app.reached
  socket.destroy()
  await expect.poll(() => app.requests()).toMatchObject([{ call: "strange.waits", status: 499 }])
  app.end()
})

test("[OPS-3] an event stream is a line when it ends; health checks are for debug", async () => {
  const app = await listening()
  const head = await app.as("head-a1")
  const before = app.requests().length
  await fetch(`${app.address}/healthz`)
  const path = `${defaultSiteConfig.services[eventStream.service]}${eventStream.path}`
  const leaving = new AbortController()
  const stream = await fetch(`${app.address}${path}`, { headers: head.headers, signal: leaving.signal })
  expect([stream.status, app.requests().length]).toEqual([200, before])
  leaving.abort()
  await expect.poll(() => app.requests().length).toBe(before + 1)
  expect(app.requests().at(-1)).toMatchObject({ call: path, status: 200, person: expect.any(String) })

  const loud = await listening("debug")
  await fetch(`${loud.address}/healthz`)
  await expect.poll(() => loud.requests()).toMatchObject([{ level: "debug", call: "/healthz", status: 200 }])
})
