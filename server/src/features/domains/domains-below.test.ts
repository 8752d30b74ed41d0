import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { domainCalls, domainMessages } from "@uc/contract/domains/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import type { TinyAccount } from "../../demo/accounts.ts"
import { grantFor } from "../../testing/test-danger.ts"
import type { TestClient } from "../../testing/test-app.ts"
import { giveNew, idOf, take } from "../../testing/test-roles.ts"
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

const origin = vendorOrigin

test("[DISTRICT-12] a bureau's site is in force for all below it and for no other area", async () => {
  const { app } = await bureauWithVendor()
  const below: TinyAccount[] = ["clerk-a", "teacher-a1", "worker-ae", "teacher-town"]
  for (const account of below)
    expect([account, await seenBy(app, await app.as(account))]).toEqual([account, everywhere])
  const others: TinyAccount[] = ["teacher-b1", "bureau-b", "platform"]
  for (const account of others)
    expect([account, await seenBy(app, await app.as(account))]).toEqual([account, nowhere])
  const stranger = await (await app.as("head-b1")).send(domainCalls.list, {})
  expect(JSON.stringify(stranger)).not.toContain("canary")
})

test("[DISTRICT-12] the platform's site is in force for all organisations", async () => {
  const app = await appWithDocument()
  const platform = await app.as("platform")
  await secretOf(app, platform, await listVendor(app, platform))
  for (const account of ["platform", "bureau-a", "teacher-town", "teacher-b1"] as const)
    expect([account, await seenBy(app, await app.as(account))]).toEqual([account, everywhere])
})

test("[DISTRICT-12] a site for the own organisation alone reaches nobody below", async () => {
  const app = await appWithDocument()
  const bureau = await app.as("bureau-a")
  const id = await listVendor(app, bureau, {})
  await secretOf(app, bureau, id)
  const teacher = await app.as("teacher-a1")
  expect([await seenBy(app, bureau), await seenBy(app, teacher)]).toEqual([everywhere, nowhere])
  await bureau.send(domainCalls.save, { id, name: "财务系统", domainIp: origin, isForBelow: 1 })
  expect(await seenBy(app, teacher)).toEqual(everywhere)
  // What does not name it leaves it as it is.
  await bureau.send(domainCalls.save, { id, name: "财务", domainIp: origin })
  expect(await seenBy(app, teacher)).toEqual(everywhere)
  await bureau.send(domainCalls.save, { id, name: "财务", domainIp: origin, isForBelow: 0 })
  expect(await seenBy(app, teacher)).toEqual(nowhere)
})

test("[DISTRICT-12] a school sees what comes from above and by whom, and can't change it", async () => {
  const { app, id } = await bureauWithVendor()
  const head = await app.as("head-a1")
  const { domainList, inheritedDomains } = await head.send(domainCalls.list, {})
  expect(domainList.some((row) => row.id === id)).toBe(false)
  expect(inheritedDomains).toEqual([
    {
      id,
      name: "财务系统",
      domainIp: origin,
      helpers: ["picker", "drawer", "monitor", "user", "page"],
      userFields: ["account", "name", "departments"],
      operations: [],
      origins: [origin],
      isPrivate: false,
      lastUsedAt: null,
      listedBy: "甲区教育局",
      state: "inForce",
    },
  ])
  await grantFor(app, head, "domain")
  await expect(head.send(domainCalls.save, { id, name: "x", domainIp: origin })).rejects.toThrow(
    domainMessages.gone,
  )
  await grantFor(app, head, "domain-delete")
  await expect(head.send(domainCalls.remove, { id })).rejects.toThrow(domainMessages.gone)
  await expect(secretOf(app, head, id)).rejects.toThrow(domainMessages.gone)
})

test("[DISTRICT-12] a school declines a site for itself alone, and takes that back", async () => {
  const { app, bureau, id } = await bureauWithVendor()
  const head = await app.as("head-a1")
  const teacher = await app.as("teacher-a1")
  const neighbour = await app.as("teacher-a2")
  await decline(app, head, id)
  expect([await seenBy(app, teacher), await seenBy(app, neighbour)]).toEqual([nowhere, everywhere])
  expect((await head.send(domainCalls.list, {})).inheritedDomains[0]?.state).toBe("declined")
  const own = (await bureau.send(domainCalls.list, {})).domainList.find((row) => row.id === id)
  expect(own).toMatchObject({ isForBelow: true, declinedBy: 1 })
  await head.send(domainCalls.accept, { id })
  expect(await seenBy(app, teacher)).toEqual(everywhere)
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(
      sql`select action, mid, result from audit_log where action in ('domains.decline', 'domains.accept') order by id`,
    ),
  )
  expect(rows).toEqual([
    { action: "domains.decline", mid: "domain", result: "done" },
    { action: "domains.accept", mid: "domain", result: "done" },
  ])
})

test("[DISTRICT-12] a declined site stays declined when it is removed above and listed again", async () => {
  const { app, bureau, id } = await bureauWithVendor()
  const teacher = await app.as("teacher-a1")
  await decline(app, await app.as("head-a1"), id)
  await grantFor(app, bureau, "domain-delete")
  await bureau.send(domainCalls.remove, { id })
  // Without a scheme it means the same site and one more.
  await listVendor(app, bureau, { isForBelow: 1, domainIp: "finance.canary.example" })
  const { domains } = await teacher.send(domainCalls.inForce, {})
  const origins = domains?.map((domain) => domain.origin).filter((one) => one.includes("canary"))
  expect(origins).toEqual(["http://finance.canary.example"])
})

test("[DISTRICT-12] one secret redeems the tickets of everybody below the entry", async () => {
  const { app, secret } = await bureauWithVendor()
  for (const account of ["teacher-a1", "teacher-town", "clerk-a"] as const) {
    const client = await app.as(account)
    const { id, orgid } = await client.send(accountCalls.current, {})
    const redeemed = await app.anonymous.send(domainCalls.redeem, { ticket: await ticketFor(client), secret })
    expect(redeemed).toMatchObject({ jid: id, orgid })
  }
})

test("[DISTRICT-12] declined, taken back above or removed: tickets issued before are worthless", async () => {
  const { app, bureau, id, secret } = await bureauWithVendor()
  const head = await app.as("head-a1")
  const teacher = await app.as("teacher-a1")
  const listed = { id, name: "财务系统", domainIp: origin }
  const ends: (() => Promise<unknown>)[] = [
    () => decline(app, head, id),
    () => bureau.send(domainCalls.save, { ...listed, isForBelow: 0 }),
    async () => {
      await grantFor(app, bureau, "domain-delete")
      await bureau.send(domainCalls.remove, { id })
    },
  ]
  for (const [at, end] of ends.entries()) {
    const ticket = await ticketFor(teacher)
    await end()
    const { statusCode } = await app.anonymous.request(domainCalls.redeem, { ticket, secret })
    expect([at, statusCode]).toEqual([at, 403])
    if (at === 0) await head.send(domainCalls.accept, { id })
    if (at === 1) await bureau.send(domainCalls.save, { ...listed, isForBelow: 1 })
  }
})

test("[DISTRICT-12] a school's own entry of the same site wins: its helpers, its secret", async () => {
  const { app, id, secret } = await bureauWithVendor()
  const head = await app.as("head-a1")
  const teacher = await app.as("teacher-a1")
  const before = await ticketFor(teacher)
  const own = await listVendor(app, head, { name: "本校财务", helpers: "user" })
  // The ticket from before was for the bureau's entry, which decides here no more.
  expect((await app.anonymous.request(domainCalls.redeem, { ticket: before, secret })).statusCode).toBe(403)
  expect((await head.send(domainCalls.list, {})).inheritedDomains[0]?.state).toBe("replaced")
  const { domains } = await teacher.send(domainCalls.inForce, {})
  expect(domains?.filter((domain) => domain.origin === origin)).toEqual([
    { origin, name: "本校财务", helpers: ["user"] },
  ])
  await expect(ticketFor(teacher)).rejects.toThrow(domainMessages.noSecret)
  const ownSecret = await secretOf(app, head, own)
  const ticket = await ticketFor(teacher)
  expect((await app.anonymous.request(domainCalls.redeem, { ticket, secret })).statusCode).toBe(403)
  expect((await app.anonymous.request(domainCalls.redeem, { ticket, secret: ownSecret })).statusCode).toBe(
    200,
  )
  // Declining is about what comes from above.
  await decline(app, head, id)
  expect(await seenBy(app, teacher)).toEqual(everywhere)
})

test("[DISTRICT-12] of two above, the nearer one decides", async () => {
  const { app } = await bureauWithVendor()
  await listVendor(app, await app.as("platform"), { name: "平台的", helpers: "picker", isForBelow: 1 })
  const named = async (account: TinyAccount) =>
    (await (await app.as(account)).send(domainCalls.inForce, {})).domains?.find(
      (one) => one.origin === origin,
    )?.name
  expect([await named("teacher-a1"), await named("teacher-b1")]).toEqual(["财务系统", "平台的"])
  const { inheritedDomains } = await (await app.as("head-a1")).send(domainCalls.list, {})
  expect(inheritedDomains.map(({ listedBy, state }) => [listedBy, state])).toEqual([
    ["甲区教育局", "inForce"],
    ["平台", "replaced"],
  ])
})

test("[DISTRICT-12] without the permission for it nobody lists for those below", async () => {
  const { app, id } = await bureauWithVendor()
  const head = await app.as("head-a1")
  await expect(listVendor(app, head)).rejects.toThrow(noPermissionMessage("domains.below"))
  // The bureau's own 单位管理员 administers the bureau alone (BARE-8).
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set admintype = 1 where account = 'clerk-a'`),
  )
  const clerk = await app.as("clerk-a")
  await grantFor(app, clerk, "domain")
  const refused = noPermissionMessage("domains.below")
  const change = { id, name: "x", domainIp: "https://evil.example" }
  await expect(clerk.send(domainCalls.save, change)).rejects.toThrow(refused)
  await expect(clerk.send(domainCalls.save, { ...change, isForBelow: 0 })).rejects.toThrow(refused)
  await grantFor(app, clerk, "domain-delete")
  await expect(clerk.send(domainCalls.remove, { id })).rejects.toThrow(refused)
  await expect(secretOf(app, clerk, id)).rejects.toThrow(refused)
  await clerk.send(domainCalls.save, { name: "自己的", domainIp: "https://own.canary.example" })
})

test("[DISTRICT-8][DISTRICT-12] whoever was given that lists for those below", async () => {
  const { app, bureau, id } = await bureauWithVendor()
  const clerk = await app.as("clerk-a")
  const role = await giveNew(app, bureau, clerk, {
    name: "站点管理员",
    permissions: ["domains.below"],
    scopeKind: "organisation",
  })
  await grantFor(app, clerk, "domain")
  const listed = { name: "校园广播", domainIp: "https://radio.canary.example", isForBelow: 1 } as const
  await clerk.send(domainCalls.save, listed)
  await clerk.send(domainCalls.save, { id, name: "财务", domainIp: origin })
  const { inheritedDomains } = await (await app.as("head-a1")).send(domainCalls.list, {})
  expect(inheritedDomains.map(({ name }) => name).toSorted()).toEqual(["校园广播", "财务"].toSorted())
  await take(app, bureau, role, await idOf(clerk))
  await expect(clerk.send(domainCalls.save, { id, name: "x", domainIp: origin })).rejects.toThrow(
    noPermissionMessage("domains.manage"),
  )
})

test("[DISTRICT-12] only administrators decline, and only what comes from above", async () => {
  const { app, bureau, id } = await bureauWithVendor()
  const teacher = await app.as("teacher-a1")
  await grantFor(app, teacher, "domain")
  await expect(teacher.send(domainCalls.decline, { id })).rejects.toThrow(
    noPermissionMessage("domains.manage"),
  )
  const stranger = await app.as("head-b1")
  await expect(decline(app, stranger, id)).rejects.toThrow(domainMessages.notFromAbove)
  await expect(stranger.send(domainCalls.accept, { id })).rejects.toThrow(domainMessages.notFromAbove)
  await expect(decline(app, bureau, id)).rejects.toThrow(domainMessages.notFromAbove)
})

test("[DISTRICT-12] an organisation that is moved takes what it listed for those below along", async () => {
  const { app, secret } = await bureauWithVendor()
  const platform = await app.as("platform")
  const teacher = await app.as("teacher-a1")
  const ticket = await ticketFor(teacher)
  await app.database.transaction(unrestricted, async (db) => {
    // There is one bureau in an area.
    await db.execute(sql`update organisation set kind = 'enterprise' where name = '乙区教育局'`)
  })
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ id: string; version: number }>(
      sql`select id, version from organisation where name = '甲区教育局'`,
    ),
  )
  const [bureau] = rows
  await grantFor(app, platform, "organisation")
  await platform.send(organisationAdminCalls.move, {
    orgid: bureau?.id ?? "",
    version: bureau?.version ?? 0,
    areaid: "330102",
  })
  expect(await seenBy(app, await app.as("teacher-b1"))).toEqual(everywhere)
  expect(await seenBy(app, teacher)).toEqual(nowhere)
  expect((await app.anonymous.request(domainCalls.redeem, { ticket, secret })).statusCode).toBe(403)
})

test("[DISTRICT-12] the menu audit counts those below, and not those who declined", async () => {
  const { app, id } = await bureauWithVendor()
  const platform = await app.as("platform")
  await addVendorMenu(app, platform)
  const counts = () => auditedOrganisations(platform)
  // Bureau, company, three schools of area A and its town.
  expect(await counts()).toEqual({ 20: 1, 30: 1, 40: 3 })
  await decline(app, await app.as("head-a1"), id)
  expect(await counts()).toEqual({ 20: 1, 30: 1, 40: 2 })
  await listVendor(app, await app.as("head-a1"), {})
  expect(await counts()).toEqual({ 20: 1, 30: 1, 40: 3 })
})

test("[DISTRICT-12] a use below is told to the bureau; a declined site is not offered to be added", async () => {
  const { app, bureau, id } = await bureauWithVendor()
  const head = await app.as("head-a1")
  const teacher = await app.as("teacher-a1")
  const ofBureau = async () =>
    (await bureau.send(domainCalls.list, {})).domainList.find((row) => row.id === id)?.lastUsedAt
  const ofSchool = async (client: TestClient) =>
    (await client.send(domainCalls.list, {})).inheritedDomains[0]?.lastUsedAt
  expect([await ofBureau(), await ofSchool(head)]).toEqual([null, null])
  await teacher.send(domainCalls.seen, { origin, wasRefused: false })
  const moment = expect.stringMatching(/^20[0-9]{2}-/)
  expect([await ofBureau(), await ofSchool(head)]).toEqual([moment, moment])
  expect([await ofSchool(await app.as("head-a2")), await ofSchool(teacher)]).toEqual([null, null])
  await decline(app, head, id)
  await teacher.send(domainCalls.seen, { origin, wasRefused: true })
  expect((await head.send(domainCalls.list, {})).refusedOrigins).toEqual([])
})
