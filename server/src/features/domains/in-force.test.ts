import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { domainCalls, domainLimits, domainMessages } from "@uc/contract/domains/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { sql } from "drizzle-orm"
import type { FastifyInstance } from "fastify"
import { expect, test } from "vitest"
import { deleteExpired } from "../../scheduler/delete-expired.ts"
import type { Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { overlapping } from "../../testing/test-overlap.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { keepSeen } from "./domain-uses.ts"

function documentFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "portal-"))
  writeFileSync(join(folder, "index.html"), "<!doctype html>")
  return folder
}

async function framed(app: FastifyInstance, { headers }: TestClient): Promise<string> {
  const answer = await app.inject({ url: portalBase, headers })
  return /frame-src ([^;]*);/.exec(String(answer.headers["content-security-policy"]))?.[1] ?? ""
}

test("[DOM-7] a change of the list is in force on every process with the next request", async () => {
  const site = await testApp({ portalFolder: documentFolder() })
  const second = await site.another()
  const head = await site.as("head-a1")
  const teacher = second.as(await site.as("teacher-a1"))
  const origin = "https://oa.canary.example"
  const allowed = async () => {
    const { domains } = await teacher.send(domainCalls.inForce, {})
    const ticket = await teacher.request(domainCalls.ticket, { origin })
    return {
      document: (await framed(second.app, teacher)).includes(origin),
      bridge: domains?.find((domain) => domain.origin === origin)?.helpers ?? null,
      ticket: ticket.statusCode,
    }
  }
  const nothing = { document: false, bridge: null, ticket: 403 }
  // Asked on both processes before, so that whatever they remembered would show.
  for (let round = 0; round < 3; round++) {
    expect(await allowed()).toEqual(nothing)
    expect(await framed(site.app, head)).not.toContain(origin)
    await grantFor(site, head, "domain")
    const { id } = await head.send(domainCalls.save, { name: "办公", domainIp: origin, helpers: "user" })
    await grantFor(site, head, "domain-secret")
    await head.send(domainCalls.renewSecret, { id })
    expect(await allowed()).toEqual({ document: true, bridge: ["user"], ticket: 200 })
    await head.send(domainCalls.save, { id, name: "办公", domainIp: origin, helpers: "picker,reauth" })
    expect(await allowed()).toEqual({ document: true, bridge: ["picker", "reauth"], ticket: 403 })
    await grantFor(site, head, "domain-delete")
    await head.send(domainCalls.remove, { id })
  }
  expect(await allowed()).toEqual(nothing)
})

test("[DOM-7] an open page sends its version and gets nothing twice", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const first = await head.send(domainCalls.inForce, {})
  expect(first.domains?.length).toBeGreaterThan(0)
  const again = await head.send(domainCalls.inForce, { known: first.version })
  expect(again).toEqual({ version: first.version, domains: null })
  await grantFor(app, head, "domain")
  const { id } = await head.send(domainCalls.save, { name: "x", domainIp: "x.canary.example" })
  const changed = await head.send(domainCalls.inForce, { known: first.version })
  expect(changed.domains?.map(({ origin }) => origin)).toEqual([
    ...(first.domains ?? []).map(({ origin }) => origin),
    "https://x.canary.example",
    "http://x.canary.example",
  ])
  // What its pages are called and which helpers it may call is part of it.
  await head.send(domainCalls.save, { id, name: "y", domainIp: "x.canary.example" })
  const renamed = await head.send(domainCalls.inForce, { known: changed.version })
  expect(renamed.domains?.map(({ name }) => name).slice(-2)).toEqual(["y", "y"])
  await head.send(domainCalls.save, { id, name: "y", domainIp: "x.canary.example", helpers: "reauth" })
  expect((await head.send(domainCalls.inForce, { known: renamed.version })).domains).not.toBe(null)
  const stranger = await app.as("head-b1")
  expect(JSON.stringify(await stranger.send(domainCalls.inForce, {}))).not.toContain("canary")
  expect((await app.anonymous.request(domainCalls.inForce, {})).statusCode).toBe(401)
})

async function refusedRows(app: TestApp): Promise<number> {
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ n: number }>(sql`select count(*)::int as n from refused_origin`),
  )
  return rows[0]?.n ?? -1
}

test("[DOM-7] administrators see uses and refusals, and a browser can't mix them up", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const teacher = await app.as("teacher-a1")
  const listed = "https://oa.wenlan.example"
  const stranger = "https://new.canary.example"
  const usedAt = async (client: TestClient) =>
    (await client.send(domainCalls.list, {})).domainList.find(({ domainIp }) => domainIp === listed)
      ?.lastUsedAt
  expect(await usedAt(head)).toBe(null)
  // Contrary to the list: neither counts.
  await teacher.send(domainCalls.seen, { origin: listed, wasRefused: true })
  await teacher.send(domainCalls.seen, { origin: stranger, wasRefused: false })
  expect([await usedAt(head), await refusedRows(app)]).toEqual([null, 0])

  await teacher.send(domainCalls.seen, { origin: listed, wasRefused: false })
  for (let n = 0; n < 3; n++) await teacher.send(domainCalls.seen, { origin: stranger, wasRefused: true })
  const moment = expect.stringMatching(/^20[0-9]{2}-.* .*$/)
  expect(await usedAt(head)).toEqual(moment)
  expect((await head.send(domainCalls.list, {})).refusedOrigins).toEqual([
    { origin: stranger, times: 3, lastAt: moment },
  ])
  // Nobody else's: neither those who do not administer this list, nor another organisation's.
  expect([await usedAt(teacher), (await teacher.send(domainCalls.list, {})).refusedOrigins]).toEqual([
    null,
    [],
  ])
  const other = await app.as("head-a2")
  expect([await usedAt(other), (await other.send(domainCalls.list, {})).refusedOrigins]).toEqual([null, []])
  // Once it is listed there is nothing left to add.
  await grantFor(app, head, "domain")
  await head.send(domainCalls.save, { name: "新", domainIp: stranger })
  expect((await head.send(domainCalls.list, {})).refusedOrigins).toEqual([])
})

test("[DOM-7] refused origins are kept seven days, at most 100 a day, limited per person", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into refused_origin (org_id, day, origin, times, last_at)
      select ${orgid}::bigint, (now() at time zone 'Asia/Shanghai')::date - n, 'https://day' || n || '.canary.example', 1,
        now() - n * interval '1 day' from generate_series(5, 8) n`),
  )
  const told = async () => (await head.send(domainCalls.list, {})).refusedOrigins.map(({ origin }) => origin)
  expect(await told()).toEqual(["https://day5.canary.example", "https://day6.canary.example"])
  expect(await deleteExpired(app.database)).toBe(1)
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into refused_origin (org_id, day, origin, times, last_at)
      select ${orgid}::bigint, (now() at time zone 'Asia/Shanghai')::date, 'https://h' || n || '.canary.example', 1, now()
      from generate_series(2, ${domainLimits.refusedADay}::int) n`),
  )
  const before = await refusedRows(app)
  const refusing = (name: string) => (db: Db) =>
    keepSeen(db, orgid, { origin: `https://${name}.canary.example`, wasRefused: true })
  await overlapping(app.database, refusing("a"), refusing("b"))
  expect(await refusedRows(app)).toBe(before + 1)
  const teacher = await app.as("teacher-a1")
  const seen = (client: TestClient, name: string) =>
    client.request(domainCalls.seen, { origin: `https://${name}.canary.example`, wasRefused: true })
  // One that is there already is counted all the same.
  await seen(head, "h7")
  expect((await head.send(domainCalls.list, {})).refusedOrigins.find(({ times }) => times > 1)?.origin).toBe(
    "https://h7.canary.example",
  )
  const codes = []
  for (let n = 0; n <= domainLimits.seenAMinute; n++) codes.push((await seen(teacher, "h8")).statusCode)
  expect([codes.at(-2), codes.at(-1)]).toEqual([200, 429])
})

test("[DOM-7] a page that is no page of this site can't say what it saw", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const answer = await head.request(
    domainCalls.seen,
    { origin: "https://x.canary.example", wasRefused: true },
    { origin: "https://x.canary.example" },
  )
  expect([answer.statusCode, await refusedRows(app)]).toEqual([403, 0])
  await expect(head.send(domainCalls.ticket, { origin: "https://x.canary.example" })).rejects.toThrow(
    domainMessages.notInForce,
  )
})
