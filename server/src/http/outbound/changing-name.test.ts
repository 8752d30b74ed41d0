import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { InnerAddressRefusal, outboundTo } from "./outbound.ts"

/** A name server of the attacker's: what it says next, and how often it was asked. */
const names = { says: [] as string[][], asked: 0 }
const resolve = async () => {
  const said = names.says[Math.min(names.asked, names.says.length - 1)] ?? []
  names.asked += 1
  return said.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
}

const to = outboundTo(["127.0.0.1"], { resolve })
const soon = () => ({ signal: AbortSignal.timeout(2000) })

async function listener() {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.writeHead(200).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { address: `http://rebinding.example:${port}/`, requests: () => requests }
}

function nameServerSays(...says: string[][]): void {
  names.says = says
  names.asked = 0
}

test("[SSO-8] a name is looked up once for each request, and what was compared is connected to", async () => {
  const { address, requests } = await listener()
  nameServerSays(["127.0.0.1"], ["127.0.0.1"], ["169.254.169.254"])
  expect((await to.fetch(address, soon())).status).toBe(200)
  expect((await to.read(address, soon())).status).toBe(200)
  expect([names.asked, requests()]).toEqual([2, 2])
  // The next request looks again: it has neither the answer nor the connection of the one before.
  await expect(to.read(address, soon())).rejects.toThrow(InnerAddressRefusal)
  await expect(to.fetch(address, soon())).rejects.toThrow(InnerAddressRefusal)
  expect([names.asked, requests()]).toEqual([4, 2])
})

test("[SSO-8] a name with one inner address among others is refused, however it is written", async () => {
  const { address, requests } = await listener()
  for (const inner of ["10.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::10.0.0.1", "fec0::1", "::1"]) {
    nameServerSays(["127.0.0.1", inner])
    await expect(to.fetch(address, soon()), inner).rejects.toThrow(InnerAddressRefusal)
    nameServerSays([inner, "127.0.0.1"])
    await expect(to.fetch(address, soon()), inner).rejects.toThrow(InnerAddressRefusal)
  }
  expect(requests()).toBe(0)
})
