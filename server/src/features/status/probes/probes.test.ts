import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createServer as createTlsServer } from "node:tls"
import { expect, onTestFinished, test, vi } from "vitest"
import { selfSignedCertificate } from "../../../testing/self-signed-certificate.ts"
import { cachedFor } from "../cached-for.ts"
import { checked } from "../within-limit.ts"
import { checkCertificate } from "../checks/certificate-check.ts"
import { finding } from "../checks/finding.ts"
import { certificateFacts } from "./certificate-facts.ts"
import { dataDirFacts, diskFacts } from "./folder-facts.ts"
import { reachOf } from "./reach.ts"

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const certificateAt = async (port: number) =>
  checkCertificate(await certificateFacts(`https://localhost:${port}/portal/`, 2000), Date.now())

test("[OPS-4] a certificate is looked at by a handshake: how long it lasts, for whom, who signed it", async () => {
  const codes: string[] = []
  for (const wanted of [
    { names: ["localhost"], days: 3 },
    { names: ["localhost"], days: 90 },
    { names: ["localhost"], days: -2 },
    { names: ["other.example.cn"], days: 90 },
  ]) {
    const port = await portOf(createTlsServer(selfSignedCertificate(wanted)))
    const { code, values } = await certificateAt(port)
    codes.push(code)
    if (code === "certificate.ending") expect(values["days"]).toBe(3)
    if (code === "certificate.name") expect(values["names"]).toBe("other.example.cn")
  }
  expect(codes).toEqual([
    "certificate.ending",
    "certificate.selfSigned",
    "certificate.expired",
    "certificate.name",
  ])
})

test("[OPS-4] what does not answer as https is told apart from what does not answer", async () => {
  const plain = await portOf(createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")))
  expect((await certificateAt(plain)).code).toBe("certificate.noTls")
  expect((await certificateAt(1)).code).toBe("certificate.unreachable")
  expect((await certificateFacts("http://localhost/", 100)).at).toBe("none")
})

test("[OPS-4] a gateway is connected to and sent nothing", async () => {
  const received: Buffer[] = []
  const port = await portOf(createServer((socket) => socket.on("data", (data) => received.push(data))))
  expect(await reachOf(`http://127.0.0.1:${port}/send`, 2000)).toEqual({
    at: "reached",
    host: `127.0.0.1:${port}`,
  })
  expect(await reachOf("http://127.0.0.1:1/", 2000)).toMatchObject({
    at: "unreachable",
    reason: "ECONNREFUSED",
  })
  expect(received).toEqual([])
})

test("[OPS-4] a folder that is missing, open to others, or no folder; its disk is that of the one above", async () => {
  const folder = mkdtempSync(join(tmpdir(), "uc-status-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(await dataDirFacts(folder)).toEqual({ at: "writable" })
  expect(await dataDirFacts(join(folder, "not", "there"))).toEqual({ at: "missing" })
  const secrets = join(folder, "secrets.json")
  writeFileSync(secrets, "{}")
  chmodSync(secrets, 0o644)
  expect(await dataDirFacts(folder)).toEqual({ at: "open", path: secrets })
  expect(await dataDirFacts(join(secrets, "below"))).toMatchObject({ at: "closed" })
  const [disk] = await diskFacts([{ name: "A", path: join(folder, "not", "there") }])
  expect(disk?.freeBytes).toBeGreaterThan(0)
  expect(disk?.totalBytes).toBeGreaterThanOrEqual(disk?.freeBytes ?? Infinity)
})

test("[OPS-4] a check that fails or never ends is unknown, and says so", async () => {
  const decide = () => finding("sms", "sms.none")
  const failed = await checked("sms", () => Promise.reject(new Error("a secret")), decide)
  expect(failed).toEqual({ facts: null, findings: [finding("sms", "check.failed", { reason: "ERROR" })] })
  const late = await checked("sms", () => new Promise<never>(() => {}), decide, 20)
  expect(late.findings).toEqual([finding("sms", "check.late", { seconds: 0.02 })])
})

test("[OPS-4] what goes out is asked for once in its time, by however many pages", async () => {
  let nowMs = 0
  const work = vi.fn(async () => work.mock.calls.length)
  const cached = cachedFor(
    work,
    (result) => (result === 1 ? 100 : 1000),
    () => nowMs,
  )
  expect(await Promise.all([cached(), cached()])).toEqual([1, 1])
  nowMs = 99
  expect(await cached()).toBe(1)
  nowMs = 100
  expect(await cached()).toBe(2)
  nowMs = 1099
  expect(await cached()).toBe(2)
  expect(work).toHaveBeenCalledTimes(2)
})
