import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { innerNetworks } from "./networks.ts"
import { InnerAddressRefusal, outboundTo } from "./outbound.ts"

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
    "fd00::1",
    "::ffff:10.0.0.1",
  ])
    expect([inner, innerNetworks.has(inner)]).toEqual([inner, true])
  for (const open of ["1.1.1.1", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])
    expect([open, innerNetworks.has(open)]).toEqual([open, false])
})
