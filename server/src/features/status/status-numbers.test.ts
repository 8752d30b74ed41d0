import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { createServer } from "node:tls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { statusCalls } from "@uc/contract/status/calls"
import { expect, onTestFinished, test } from "vitest"
import { noteCallTime } from "../../http/call-times.ts"
import { runAs } from "../../testing/scratch-database.ts"
import { selfSignedCertificate } from "../../testing/self-signed-certificate.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"
import { databaseFacts } from "./probes/database-facts.ts"

const overviewOf = async (app: TestApp) => (await app.as("platform")).send(statusCalls.overview, {})

test("[OPS-4] the certificate's last day and its days are those of the site's own address", async () => {
  const server = createServer(selfSignedCertificate({ names: ["localhost"], days: 33 }))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const staticAddress = `https://localhost:${port}/`
  const app = await testApp()
  const signedIn = await app.as("platform")
  // Another process of the site, which knows its address; a sign-in would have to come from there.
  const other = await app.another({ site: { ...defaultSiteConfig, isDemo: true, staticAddress } })
  const { certificate } = await other.as(signedIn).send(statusCalls.overview, {})
  expect(certificate).toMatchObject({ daysLeft: 33, issuer: "test" })
  const untilMs = Date.parse(`${certificate?.until.replace(" ", "T")}+08:00`)
  expect(Math.floor((untilMs - Date.now()) / 86_400_000)).toBe(33)
})

test("[OPS-4] the slowest calls of the day stand in the answer, the slowest first", async () => {
  const app = await testApp()
  // No call of the contract: the calls of all test files are timed in this process.
  noteCallTime("slowest.here", 80_000)
  noteCallTime("slowest.here", 90_000)
  noteCallTime("slower.here", 70_000)
  expect((await overviewOf(app)).slowest?.slice(0, 2)).toMatchObject([
    { call: "slowest.here", count: 2, maxMs: 90_000 },
    { call: "slower.here", count: 1, maxMs: 70_000 },
  ])
})

test("[OPS-4] messages that wait are counted with their age, and those given up in the last hour", async () => {
  const app = await testApp()
  const message = (state: string, ago: string, tries = 1) =>
    runAs(
      app.url,
      `insert into sms_outbox (channel, state, created_at, next_at, tries)
       values ('sms', '${state}', now() - interval '${ago}', now(), ${tries})`,
    )
  await message("sent", "20 minutes")
  await message("failed", "30 minutes")
  await message("failed", "2 hours")
  // Nobody tried to send this one: there is no gateway.
  await message("failed", "3 minutes", 0)
  const messages = async () => {
    const { checks, queues } = await overviewOf(app)
    const { state, found } = checks.find(({ id }) => id === "messages") ?? {}
    return { state, found, queue: queues?.find(({ name }) => name === "sms") }
  }
  expect(await messages()).toMatchObject({
    state: "warning",
    found: expect.stringMatching(/(?<!\d)1 条/) as string,
    queue: { waiting: 0, oldestS: null },
  })
  await message("waiting", "7 minutes")
  await message("waiting", "5 minutes")
  const { found, queue } = await messages()
  expect(queue?.waiting).toBe(2)
  expect(queue?.oldestS).toBeGreaterThanOrEqual(420)
  expect(queue?.oldestS).toBeLessThan(1000)
  expect(found).toMatch(/(?<!\d)2 条/)
})

test.each([
  ["there is none", { standbys: 0, hidden: 0, lagS: null }, null],
  ["its role may not see them", { standbys: 2, hidden: 2, lagS: null }, null],
  ["they have replayed all there is", { standbys: 2, hidden: 0, lagS: null }, 0],
  ["the slowest is behind", { standbys: 2, hidden: 0, lagS: 41.5 }, 41.5],
])("[OPS-4] what the database says of its standbys is told as their lag: %s", async (_words, row, lagS) => {
  const query = async <Row extends object>() => [{ clockMs: "0", ...row }] as unknown as readonly Row[]
  expect(await databaseFacts(query, { dateMs: () => 0 })).toMatchObject({ standbys: row.standbys, lagS })
})
