import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { loginCalls } from "@uc/contract/login/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { expect, test } from "vitest"
import { changes, rowsOf } from "../testing/test-rows.ts"
import { md5, requestFor, testApp, testInstallation, type TestApp } from "../testing/test-app.ts"
import { buildOf } from "./installation.ts"

const site = { ...defaultSiteConfig, staticAddress: "https://portal.example.cn/static/usercenter/" }
const signingIn = { account: "nobody", password: md5("no password of anybody") }
const qrcode = requestFor(loginCalls.qrcode, {})

/** Sends the lines as they are, which no client library would, and gives status and body. */
async function spoken({ app }: TestApp, lines: readonly string[]): Promise<{ status: number; body: string }> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" })
  const address = app.server.address()
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1")
  socket.write([...lines, "connection: close", "", ""].join("\r\n"))
  const answer = await text(socket)
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  return { status: Number(head.split(" ")[1]), body }
}

const path = `${defaultSiteConfig.services[loginCalls.qrcode.service]}${loginCalls.qrcode.path}`
const badInput = { status: 400, body: JSON.stringify({ ret: 0, msg: replyMessages.badInput }) }

test.each([
  "x:99999",
  "[::1",
  "[::1]:x",
  "x:80:80",
  "a@b.cn",
  "x/y",
  "x?y",
  "x#y",
  "x y",
  "a,b",
  ":80",
  "%41",
])("[BARE-11] the host %j is refused with 400 in the envelope", async (host) => {
  const app = await testApp()
  expect(await spoken(app, [`GET ${path} HTTP/1.1`, `host: ${host}`])).toEqual(badInput)
})

test("[BARE-11] a request without a host is refused with 400, but for health checks", async () => {
  const app = await testApp()
  expect(await spoken(app, [`GET ${path} HTTP/1.1`])).toEqual(badInput)
  expect(await spoken(app, [`GET ${path} HTTP/1.0`])).toEqual(badInput)
  expect(await spoken(app, ["GET /readyz HTTP/1.0"])).toEqual({ status: 200, body: '{"ok":true}' })
})

test.each(["x:0", "X.example.CN", "x.", "under_score", "[::1]", "[::1]:8080", "127.0.0.1:65535"])(
  "[BARE-11] the host %j is an address and is answered",
  async (host) => {
    const app = await testApp()
    expect((await spoken(app, [`GET ${path} HTTP/1.1`, `host: ${host}`])).status).toBe(200)
  },
)

test("[BARE-11] a second host, or one from an untrusted proxy, is ignored", async () => {
  const app = await testApp()
  const doubled = await spoken(app, [`GET ${path} HTTP/1.1`, "host: localhost", "host: x:99999"])
  expect(doubled.status).toBe(200)
  const forwarded = await app.app.inject({ ...qrcode, headers: { "x-forwarded-host": "x:99999" } })
  expect(forwarded.statusCode).toBe(200)
})

test("[BARE-11] the host from a trusted proxy is checked as well", async () => {
  const app = await testApp({ trustedProxies: 1 })
  const headers = { "x-forwarded-host": "x:99999" }
  expect((await app.app.inject({ ...qrcode, headers })).statusCode).toBe(400)
})

test("[BARE-11] with a static address the host of a request is not an own origin", async () => {
  const app = await testApp({ site })
  const before = await rowsOf(app.url)
  for (const host of ["localhost", "evil.example"]) {
    const headers = { host, origin: `http://${host}` }
    const answer = await app.anonymous.request(accountCalls.signIn, signingIn, headers)
    expect([answer.statusCode, answer.json().msg]).toEqual([403, replyMessages.foreignOrigin])
  }
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

test("[BARE-11] with a static address its pages may POST, whatever host a proxy names", async () => {
  const app = await testApp({ site })
  for (const host of ["10.0.0.7:8080", "portal.example.cn"]) {
    const headers = { host, origin: "https://portal.example.cn" }
    const answer = await app.anonymous.request(accountCalls.signIn, signingIn, headers)
    expect(answer.json().msg).not.toBe(replyMessages.foreignOrigin)
  }
})

test("[BARE-11] with a static address GET requests are answered under every host", async () => {
  const app = await testApp({ site })
  for (const host of ["10.0.0.7:8080", "localhost"])
    for (const url of ["/healthz", "/readyz", "/openapi.json"])
      expect((await app.app.inject({ url, headers: { host } })).statusCode).toBe(200)
})

test.each(["a b", "https:", "javascript", "x/y"])(
  "[BARE-11] the forwarded protocol %j is refused with 400 in the envelope",
  async (protocol) => {
    const app = await testApp({ trustedProxies: 1 })
    const headers = { "x-forwarded-proto": protocol }
    const answer = await app.app.inject(requestFor(accountCalls.signIn, signingIn, headers))
    expect([answer.statusCode, answer.json().msg]).toEqual([400, replyMessages.badInput])
  },
)

test("[OPERATE-6] the health answer names the version of the build", async () => {
  const app = await testApp()
  const { status, body } = await spoken(app, ["GET /healthz HTTP/1.0"])
  expect([status, JSON.parse(body)]).toEqual([200, { ok: true, version: buildOf(testInstallation) }])
  expect(buildOf({ version: "1.2.0", commit: "4f2c1a9b7d3e" })).toBe("1.2.0+4f2c1a9b7d3e")
})
