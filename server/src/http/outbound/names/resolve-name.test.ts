import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { once, setMaxListeners } from "node:events"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { nameServer } from "../../../testing/names/test-name-server.ts"
import { outboundTo } from "../outbound.ts"
import { nameResolver } from "./resolve-name.ts"

const silent = { "hangs.example": "silent" } as const
const never = new AbortController().signal

async function namesFrom(
  records: Parameters<typeof nameServer>[0],
  given: { readonly hosts?: string; readonly settings?: string; readonly patienceMs?: number } = {},
) {
  const { hosts = "", settings = "", patienceMs = 200 } = given
  const server = await nameServer(records)
  const folder = await mkdtemp(join(tmpdir(), "uc-names-"))
  const [hostsFile, resolvConf] = [join(folder, "hosts"), join(folder, "resolv.conf")]
  await writeFile(hostsFile, hosts)
  await writeFile(resolvConf, settings)
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  const limits = { queryMs: patienceMs, limitMs: 2 * patienceMs, otherFamilyMs: 20 }
  const resolve = nameResolver({ servers: [server.address], hostsFile, resolvConf, ...limits })
  const addressesOf = async (name: string) => (await resolve(name, never)).map(({ address }) => address)
  return { server, resolve, addressesOf }
}

test("[FAULT-4] names that hang in DNS hold up no other", async () => {
  const records = { ...silent, "quick.example": ["127.0.0.1"] }
  const { resolve, server } = await namesFrom(records, { patienceMs: 60_000 })
  const listening = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1")
  await once(listening, "listening")
  onTestFinished(() => void listening.close())
  const { port } = listening.address() as AddressInfo
  const to = outboundTo(["127.0.0.1", "::1"], { resolve, limitMs: 120_000 })
  const wanted = new AbortController()
  setMaxListeners(0, wanted.signal)
  // Many more than the threads that `dns.lookup` has.
  const hanging = Array.from({ length: 30 }, () =>
    to.fetch(`http://hangs.example:${port}/`, { signal: wanted.signal }),
  )
  const ended = Promise.allSettled(hanging)
  const { signal } = new AbortController()
  await expect.poll(() => server.asked.length).toBeGreaterThanOrEqual(60)
  let isOver = false
  void ended.then(() => (isOver = true))
  for (const host of ["quick.example", "127.0.0.1", "localhost"])
    expect((await to.read(`http://${host}:${port}/`, { signal })).status).toBe(200)
  expect(isOver).toBe(false)
  const reason = new Error("no longer wanted")
  wanted.abort(reason)
  for (const end of await ended) expect(end).toEqual({ status: "rejected", reason })
})

test("[FAULT-4] a name that hangs in DNS is given up within the limit, as one that may be there later", async () => {
  const { addressesOf } = await namesFrom(silent)
  await expect(addressesOf("hangs.example")).rejects.toMatchObject({ code: "EAI_AGAIN" })
})

test("[FAULT-4] a question that nobody wants any more is cancelled", async () => {
  const { resolve, server } = await namesFrom(silent)
  const wanted = new AbortController()
  const asking = resolve("hangs.example", wanted.signal)
  await expect.poll(() => server.asked.length).toBeGreaterThan(0)
  wanted.abort(new Error("no longer wanted"))
  await expect(asking).rejects.toThrow("no longer wanted")
})

test("[FAULT-4] both families are found; one that hangs or fails takes nothing from the other", async () => {
  const { addressesOf } = await namesFrom({
    "both.example": ["192.0.2.1", "192.0.2.2", "2001:db8::7"],
    "four.example": ["192.0.2.3"],
    "six.example": ["2001:db8::8"],
    "broken.example": "fails",
  })
  expect(await addressesOf("both.example")).toEqual(["192.0.2.1", "192.0.2.2", "2001:db8::7"])
  expect(await addressesOf("Four.Example")).toEqual(["192.0.2.3"])
  expect(await addressesOf("six.example.")).toEqual(["2001:db8::8"])
  await expect(addressesOf("none.example")).rejects.toMatchObject({ code: "ENOTFOUND" })
  await expect(addressesOf("broken.example")).rejects.toMatchObject({ code: "EAI_AGAIN" })
})

test("[FAULT-4] the hosts file comes first, and no name server is asked for localhost", async () => {
  const { addressesOf, server } = await namesFrom(
    { "oa.example": ["192.0.2.1"] },
    {
      hosts: [
        "127.0.0.1 localhost # loopback",
        "10.1.2.3\toa.example  OA",
        "fd00::3 oa.example",
        "fe80::1%lo0 oa",
        "#10.9.9.9 oa",
        "nonsense oa",
      ].join("\n"),
    },
  )
  expect(await addressesOf("oa.example")).toEqual(["10.1.2.3", "fd00::3"])
  expect(await addressesOf("OA")).toEqual(["10.1.2.3"])
  expect(await addressesOf("localhost")).toEqual(["127.0.0.1"])
  expect(await addressesOf("portal.localhost")).toEqual(["127.0.0.1", "::1"])
  expect(server.asked).toEqual([])
})

test("[FAULT-4] a short name is looked for in the search list, as in a cluster", async () => {
  const settings =
    "nameserver 10.0.0.10\nsearch school.svc.cluster.local svc.cluster.local\noptions ndots:5 edns0\n"
  const { addressesOf, server } = await namesFrom(
    { "sms.svc.cluster.local": ["10.0.0.7"], "oa.example.cn": ["192.0.2.9"] },
    { settings },
  )
  expect(await addressesOf("sms")).toEqual(["10.0.0.7"])
  expect(await addressesOf("oa.example.cn")).toEqual(["192.0.2.9"])
  server.asked.length = 0
  expect(await addressesOf("oa.example.cn.")).toEqual(["192.0.2.9"])
  expect(server.asked.toSorted()).toEqual(["A oa.example.cn", "AAAA oa.example.cn"])
})
