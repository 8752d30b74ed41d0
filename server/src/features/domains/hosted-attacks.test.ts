import { domainCalls, domainMessages } from "@uc/contract/domains/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { hostedModuleOf } from "@uc/contract/reauth/hosted-operations"
import { reauthCalls } from "@uc/contract/reauth/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { grantFor } from "../../testing/test-danger.ts"
import type { TestApp, TestClient } from "../../testing/test-app.ts"
import {
  addVendorMenu,
  appWithDocument,
  auditedOrganisations,
  bureauWithVendor,
  decline,
  everywhere,
  listVendor,
  nowhere,
  secretOf,
  seenBy,
  ticketFor,
  vendorOrigin,
} from "../../testing/test-domains.ts"

const mid = "finance:transfer"
const transfer = { mid, name: "转账" }

async function organisationNamed(app: TestApp, name: string): Promise<string> {
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ id: string }>(sql`select id::text from organisation where name = ${name}`),
  )
  return rows[0]?.id ?? ""
}

async function setState(app: TestApp, platform: TestClient, name: string, isDisabled: 0 | 1) {
  const orgid = await organisationNamed(app, name)
  const { version } = await platform.send(organisationAdminCalls.details, { orgid })
  await grantFor(app, platform, "organisation")
  await platform.send(organisationAdminCalls.setState, { orgid, version, isDisabled })
}

async function register(app: TestApp, client: TestClient, id: string, operations = [transfer]) {
  await grantFor(app, client, "domain")
  const { domainList } = await client.send(domainCalls.list, {})
  const version = domainList.find((row) => row.id === id)?.version ?? 0
  return client.send(domainCalls.saveOperations, { id, version, operations })
}

/** A bureau whose vendor has registered transfers for everybody below. */
async function bureauWithOperation() {
  const made = await bureauWithVendor()
  const { app, bureau, id } = made
  await grantFor(app, bureau, "domain")
  await bureau.send(domainCalls.save, {
    id,
    name: "财务系统",
    domainIp: vendorOrigin,
    helpers: "user,reauth",
  })
  await register(app, bureau, id)
  return { ...made, teacher: await app.as("teacher-a1") }
}

test("[DISTRICT-12] what a disabled bureau has listed counts for nobody below, and again once it is enabled", async () => {
  const app = await appWithDocument()
  const bureau = await app.as("bureau-b")
  const id = await listVendor(app, bureau)
  await secretOf(app, bureau, id)
  const platform = await app.as("platform")
  await addVendorMenu(app, platform)
  const consumers = async () => ({
    ...(await seenBy(app, await app.as("teacher-b1"))),
    audited: await auditedOrganisations(platform),
    shown: (await (await app.as("head-b1")).send(domainCalls.list, {})).inheritedDomains.length,
  })
  const before = { ...everywhere, audited: { 20: 1, 40: 1 }, shown: 1 }
  expect(await consumers()).toEqual(before)
  // A bureau with organisations below it is not disabled; but one below may be enabled again afterwards.
  await setState(app, platform, "乙一小学", 1)
  await setState(app, platform, "乙区教育局", 1)
  await setState(app, platform, "乙一小学", 0)
  expect(await consumers()).toEqual({ ...nowhere, audited: {}, shown: 0 })
  const head = await app.as("head-b1")
  await expect(decline(app, head, id)).rejects.toThrow(domainMessages.notFromAbove)
  await setState(app, platform, "乙区教育局", 0)
  expect(await consumers()).toEqual(before)
})

test("[DISTRICT-12] a ticket and a proof for a bureau's site end when the bureau is disabled", async () => {
  const { app, id, secret, teacher } = await bureauWithOperation()
  await grantFor(app, teacher, hostedModuleOf(id, mid))
  const [one, other] = [await ticketFor(teacher), await ticketFor(teacher)]
  const bureau = await organisationNamed(app, "甲区教育局")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update organisation set disabled_at = now() where id = ${bureau}`),
  )
  const redeemed = await app.anonymous.request(domainCalls.redeem, { ticket: one, secret })
  const spent = await app.anonymous.request(domainCalls.spendGrant, { ticket: other, secret, mid })
  expect([redeemed.statusCode, spent.statusCode]).toEqual([403, 403])
  await expect(teacher.send(domainCalls.operation, { origin: vendorOrigin, mid })).rejects.toThrow(
    domainMessages.noSuchOperation,
  )
})

test("[DISTRICT-12] a school's refusal is followed by all consumers of another process at once", async () => {
  const { app, id, teacher } = await bureauWithOperation()
  const platform = await app.as("platform")
  await addVendorMenu(app, platform)
  const second = await app.another()
  const there = second.as(teacher)
  const consumers = async () => ({
    ...(await seenBy(second, there)),
    operation: (await there.request(domainCalls.operation, { origin: vendorOrigin, mid })).statusCode,
    proof: (await there.request(reauthCalls.qrcode, { mid: hostedModuleOf(id, mid) })).statusCode,
    audited: await auditedOrganisations(second.as(platform)),
  })
  const before = { ...everywhere, operation: 200, proof: 200, audited: { 20: 1, 30: 1, 40: 3 } }
  expect(await consumers()).toEqual(before)
  const head = await app.as("head-a1")
  await decline(app, head, id)
  expect(await consumers()).toEqual({
    ...nowhere,
    operation: 403,
    proof: 403,
    audited: { 20: 1, 30: 1, 40: 2 },
  })
  await head.send(domainCalls.accept, { id })
  expect(await consumers()).toEqual(before)
})

test("[DISTRICT-12][DISTRICT-14] of two bureaus above one another the nearer one's fields and secret count", async () => {
  const app = await appWithDocument()
  const platform = await app.as("platform")
  // The bureau of B becomes the city's, which is above A and B.
  const orgid = await organisationNamed(app, "乙区教育局")
  const { version } = await platform.send(organisationAdminCalls.details, { orgid })
  await grantFor(app, platform, "organisation")
  await platform.send(organisationAdminCalls.move, { orgid, version, areaid: "330100" })
  const [city, district] = [await app.as("bureau-b"), await app.as("bureau-a")]
  const far = await listVendor(app, city, { isForBelow: 1, userFields: "account,phone" })
  const near = await listVendor(app, district, { isForBelow: 1, userFields: "name" })
  const [farSecret, nearSecret] = [await secretOf(app, city, far), await secretOf(app, district, near)]
  const [below, beside] = [await app.as("teacher-a1"), await app.as("teacher-b1")]
  const learned = async (client: TestClient, secret: string) => {
    const answer = await app.anonymous.request(domainCalls.redeem, {
      ticket: await ticketFor(client),
      secret,
    })
    return answer.statusCode === 200 ? Object.keys(answer.json().data).toSorted() : answer.statusCode
  }
  const always = ["areaid", "areaname", "jid", "orgid", "orgname", "usertype"]
  expect(await learned(below, nearSecret)).toEqual([...always, "name"].toSorted())
  expect(await learned(below, farSecret)).toBe(403)
  expect(await learned(beside, farSecret)).toEqual([...always, "account", "phone"].toSorted())
  expect(await learned(beside, nearSecret)).toBe(403)
  // An entry that allows nothing more: the specification's fields alone.
  await grantFor(app, district, "domain")
  await district.send(domainCalls.save, { id: near, name: "财务", domainIp: vendorOrigin, userFields: "" })
  expect(await learned(below, nearSecret)).toEqual(always)
  await grantFor(app, district, "domain-delete")
  await district.send(domainCalls.remove, { id: near })
  expect(await learned(below, farSecret)).toEqual([...always, "account", "phone"].toSorted())
})

test("[DISTRICT-13] a ticket is good for one of redeeming and spending, whichever comes first", async () => {
  const { app, id, secret, teacher } = await bureauWithOperation()
  await grantFor(app, teacher, hostedModuleOf(id, mid))
  const ticket = await ticketFor(teacher)
  const redeem = () => app.anonymous.request(domainCalls.redeem, { ticket, secret })
  const spend = (given: string) =>
    app.anonymous.request(domainCalls.spendGrant, { ticket: given, secret, mid })
  expect((await redeem()).statusCode).toBe(200)
  // Seen on its way to the other call, it is worth nothing there, and the proof is not spent.
  expect((await spend(ticket)).json().msg).toBe(domainMessages.ticketRefused)
  const next = await ticketFor(teacher)
  expect((await spend(next)).statusCode).toBe(200)
  expect((await app.anonymous.request(domainCalls.redeem, { ticket: next, secret })).statusCode).toBe(403)
})

test("[DISTRICT-13] an operation can't be named with another application's prefix or in another spelling", async () => {
  const { app, bureau, id, secret, teacher } = await bureauWithOperation()
  await grantFor(app, bureau, "domain")
  const other = await bureau.send(domainCalls.save, {
    name: "别的系统",
    domainIp: "https://other.canary.example",
    helpers: "user,reauth",
    isForBelow: 1,
  })
  const otherSecret = await secretOf(app, bureau, other.id)
  await grantFor(app, teacher, hostedModuleOf(id, mid))
  const spellings = [
    hostedModuleOf(id, mid),
    `${mid}:`,
    `:${mid}`,
    `${mid}:${mid}`,
    "Finance:Transfer",
    " finance:transfer",
    "finance:transfer\n",
    "finance：transfer",
    "domain",
  ]
  for (const spelling of spellings) {
    const { ticket } = await teacher.send(domainCalls.ticket, { origin: "https://other.canary.example" })
    const given = { ticket, secret: otherSecret, mid: spelling }
    const spent = await app.anonymous.request(domainCalls.spendGrant, given)
    const asked = await teacher.request(domainCalls.operation, { origin: vendorOrigin, mid: spelling })
    expect([spelling, spent.statusCode, asked.statusCode]).toEqual([spelling, 400, 400])
  }
  // Nor does the dialog take the module of the entry in another spelling.
  for (const module of [
    `0${id}:${mid}`,
    ` ${id}:${mid}`,
    `${id}:${mid}:x`,
    `${other.id}:${mid}`,
    `-${id}:${mid}`,
  ])
    expect((await teacher.request(reauthCalls.qrcode, { mid: module })).statusCode).toBeGreaterThanOrEqual(
      400,
    )
  const answer = await app.anonymous.request(domainCalls.spendGrant, {
    ticket: await ticketFor(teacher),
    secret,
    mid,
  })
  expect(answer.statusCode).toBe(200)
})

test("[DISTRICT-13] a proof ends when its operation gets another name or is registered again", async () => {
  const { app, bureau, id, secret, teacher } = await bureauWithOperation()
  const close = { mid: "finance:close", name: "结账" }
  const spent = async (asked: string) => {
    const given = { ticket: await ticketFor(teacher), secret, mid: asked }
    return (await app.anonymous.request(domainCalls.spendGrant, given)).statusCode
  }
  const prove = (asked: string) => grantFor(app, teacher, hostedModuleOf(id, asked))
  await register(app, bureau, id, [transfer, close])
  await prove(mid)
  await prove(close.mid)
  // Whoever read 转账 has not agreed to what it is called now; the other operation is not concerned.
  await register(app, bureau, id, [{ mid, name: "查看报表" }, close])
  expect([await spent(mid), await spent(close.mid)]).toEqual([403, 200])
  await prove(mid)
  await register(app, bureau, id, [])
  await register(app, bureau, id, [{ mid, name: "查看报表" }])
  expect(await spent(mid)).toBe(403)
})
