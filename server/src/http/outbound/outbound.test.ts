import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { innerNetworks } from "./networks.ts"
import { InnerAddressRefusal, outboundTo, PlainAddressRefusal } from "./outbound.ts"

async function listener(status: number, headers: Record<string, string> = {}) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(status, headers).end("never read")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, asked: () => asked }
}

const soon = () => ({ method: "POST", body: "x", signal: AbortSignal.timeout(2000) })

test("[SSO-8] no request goes to an inner address that is not listed, by number or by name", async () => {
  const { port, asked } = await listener(200)
  for (const host of ["127.0.0.1", "localhost", "[::1]", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]"])
    await expect(outboundTo([]).fetch(`http://${host}:${port}/`, soon())).rejects.toThrow(InnerAddressRefusal)
  expect(asked()).toBe(0)
  await expect(outboundTo(["10.0.0.0/8"]).fetch(`http://127.0.0.1:${port}/`, soon())).rejects.toThrow(
    InnerAddressRefusal,
  )
  const listed = outboundTo(["127.0.0.0/8", "::1"])
  expect((await listed.fetch(`http://127.0.0.1:${port}/`, soon())).status).toBe(200)
  expect((await listed.fetch(`http://localhost:${port}/`, soon())).status).toBe(200)
})

test("[SSO-8] a redirect is an answer, and is not followed", async () => {
  const inner = await listener(200)
  const { port } = await listener(307, { location: `http://127.0.0.1:${inner.port}/` })
  expect((await outboundTo(["127.0.0.1"]).fetch(`http://127.0.0.1:${port}/`, soon())).status).toBe(307)
  expect(inner.asked()).toBe(0)
})

test("[SSO-8] what IANA lists as not public is inner", () => {
  for (const inner of [
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "::",
    "::1",
    "fd00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "100::1",
    "64:ff9b::a00:1",
    "2002:a00:1::1",
    "::10.0.0.1",
    "::ffff:0:10.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
  ])
    expect([inner, innerNetworks.has(inner)]).toEqual([inner, true])
  for (const open of ["1.1.1.1", "172.32.0.1", "2606:4700::1111", "240e::1", "::ffff:1.1.1.1"])
    expect([open, innerNetworks.has(open)]).toEqual([open, false])
})

test("[SSO-5] of an answer as much is read as was asked for, and it never comes too late", async () => {
  const { port } = await listener(500)
  const to = outboundTo(["127.0.0.1"])
  const answer = await to.fetch(`http://127.0.0.1:${port}/`, { ...soon(), reads: 5 })
  expect([answer.status, await answer.text()]).toEqual([500, "never"])
  const endless = createServer((_request, response) => void response.writeHead(200).write("begun")).listen(
    0,
    "127.0.0.1",
  )
  await once(endless, "listening")
  onTestFinished(() => {
    endless.closeAllConnections()
    endless.close()
  })
  const at = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`
  const begun = await to.fetch(at, { signal: AbortSignal.timeout(300), reads: 800 })
  expect([begun.status, await begun.text()]).toEqual([200, "begun"])
})

test("[SSO-5] what must not be read on the way goes without encryption into listed networks alone", async () => {
  const { port, asked } = await listener(200)
  const to = outboundTo(["127.0.0.0/8", "::1"])
  const encrypts = { ...soon(), encrypts: true }
  expect((await to.fetch(`http://localhost:${port}/`, encrypts)).status).toBe(200)
  await expect(to.fetch(`http://8.8.8.8:${port}/`, encrypts)).rejects.toThrow(PlainAddressRefusal)
  expect(asked()).toBe(1)
  expect(
    ["http://8.8.8.8/", "http://127.0.0.1/", "http://oa.example/", "https://8.8.8.8/"].map((address) =>
      to.isPlainOutside(address),
    ),
  ).toEqual([true, false, false, false])
  expect(outboundTo([]).isPlainOutside("http://oa.example/")).toBe(true)
})
