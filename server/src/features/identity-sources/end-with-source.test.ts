import { demoPassword } from "@uc/contract/demo/accounts"
import { profileCalls } from "@uc/contract/account/profile-calls"
import { identityAdminCalls, type ListedSource } from "@uc/contract/identity-sources/admin-calls"
import { identityCalls } from "@uc/contract/identity-sources/calls"
import { loginCalls } from "@uc/contract/login/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { qrcodeCalls } from "@uc/contract/qrcodes/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { issueGrant } from "../../security/grants.ts"
import { issueLoginTicket } from "../../security/qr/qr-tickets.ts"
import { outsideOidc, type OutsideOidc } from "../../testing/identity/outside-oidc.ts"
import { addSource, linked, throughOther, ticketIn, Visitor } from "../../testing/identity/test-identity.ts"
import { solvedSlider } from "../../testing/test-browser.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { md5, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

let app: TestApp
let other: OutsideOidc
let bureau: TestClient
/** Of the bureau, for everything below it; teacher-a1 and the bureau's clerk have linked it. */
let source: ListedSource

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  other = await outsideOidc()
})
afterAll(async () => {
  await other.close()
  for (const work of clean) await work()
})
beforeEach(async () => {
  await run(sql`delete from identity_source`)
  await run(sql`delete from quota`)
  await run(sql`delete from auth_failure`)
  bureau = await app.as("bureau-a")
  source = await addSource(app, bureau, { address: other.origin, name: "区统一身份", isForBelow: true })
  for (const account of ["teacher-a1", "clerk-a"]) {
    as(account)
    await linked(app, account, source, other)
  }
})

function as(account: string): void {
  other.who = { sub: account, name: account, preferred_username: account }
}

async function run(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

async function bySource(account: string): Promise<Visitor> {
  as(account)
  const visitor = new Visitor(app)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  expect((await visitor.send(identityCalls.enter, { ticket })).data?.user).not.toBeNull()
  return visitor
}

async function letInBy(phone: Visitor): Promise<Visitor> {
  const browser = new Visitor(app)
  const at = { ip: "192.0.2.1", userAgent: "curl" }
  const { ticket: t, number, claim } = await issueLoginTicket(app.database, browser.deviceHash, at)
  await phone.send(qrcodeCalls.scan, { t })
  await phone.send(qrcodeCalls.confirm, { t, number })
  await browser.send(loginCalls.claimQrcode, { claim })
  return browser
}

/** To the account in a school of another area. */
async function switched(visitor: Visitor): Promise<Visitor> {
  const [begun] = await run(
    sql`select id, person_id::text as person from session where token_hash = ${visitor.tokenHash}`,
  )
  const owner = { sessionId: String(begun?.["id"]), personId: String(begun?.["person"]) }
  await app.database.transaction(unrestricted, (db) =>
    issueGrant(db, { ...owner, mid: "switch" }, "password"),
  )
  const { data } = await visitor.send(profileCalls.own, {})
  const personid = data?.organisations.find(({ isCurrent }) => !isCurrent)?.personid ?? ""
  const human = await solvedSlider(app.database, visitor.deviceHash, "login")
  const { msg } = await visitor.send(profileCalls.switchTo, {
    personid,
    password: md5(demoPassword),
    ...human,
  })
  expect(msg).toBeUndefined()
  return visitor
}

/** The visitors of the source, and one that has nothing to do with it. */
async function everybody() {
  const own = new Visitor(app)
  await own.signIn("teacher-a1")
  const phone = await bySource("teacher-a1")
  return {
    own,
    clerk: await bySource("clerk-a"),
    browser: await letInBy(phone),
    phone,
    elsewhere: await switched(await bySource("teacher-a1")),
  }
}

async function signedIn(visitors: Readonly<Record<string, Visitor>>): Promise<string[]> {
  const names: string[] = []
  for (const [name, visitor] of Object.entries(visitors)) {
    const live = await run(
      sql`select 1 from session where token_hash = ${visitor.tokenHash} and revoked_at is null`,
    )
    if (live.length > 0) names.push(name)
  }
  return names
}

const saved = (more: Parameters<typeof addSource>[2]) =>
  addSource(app, bureau, {
    id: source.id,
    version: source.version,
    name: source.name,
    address: other.origin,
    isForBelow: true,
    secret: undefined,
    ...more,
  })

test("[FAULT-10] sessions of a source end when it is switched off", async () => {
  const visitors = await everybody()
  expect(await signedIn(visitors)).toEqual(["own", "clerk", "browser", "phone", "elsewhere"])
  await saved({ isDisabled: true })
  expect(await signedIn(visitors)).toEqual(["own"])
  expect(await visitors.own.signedInAs()).not.toBeNull()
})

test("[FAULT-10] sessions of a source end when it is deleted", async () => {
  const visitors = await everybody()
  await grantFor(app, bureau, "identity-source")
  await bureau.send(identityAdminCalls.remove, { id: source.id })
  expect(await signedIn(visitors)).toEqual(["own"])
})

test("[FAULT-10] sessions of a source end when it is led to another server", async () => {
  const visitors = await everybody()
  await saved({ address: "https://idp.example", secret: "another secret" })
  expect(await signedIn(visitors)).toEqual(["own"])
})

test("[FAULT-10] sessions below end when a source is for its own organisation alone", async () => {
  const visitors = await everybody()
  await saved({ isForBelow: false })
  expect(await signedIn(visitors)).toEqual(["own", "clerk"])
})

test("[FAULT-10] sessions of a source go on when it is renamed", async () => {
  const visitors = await everybody()
  await saved({ name: "统一身份" })
  expect(await signedIn(visitors)).toEqual(["own", "clerk", "browser", "phone", "elsewhere"])
})

test("[FAULT-10] an administrator who came by the source signs out with the others when switching it off", async () => {
  const head = await app.as("bureau-a")
  await run(sql`update session set link_id = (select min(id) from identity_link)
    where person_id = (select id from person where account = 'bureau-a') and revoked_at is null`)
  await grantFor(app, head, "identity-source")
  await saved({ isDisabled: true })
  expect(
    await run(sql`select 1 from session where revoked_at is null
      and person_id = (select id from person where account = 'bureau-a')`),
  ).toEqual([])
})

test("[FAULT-10] sessions of a source end when its organisation is disabled, also of accounts elsewhere", async () => {
  source = await addSource(app, await app.as("head-a1"), { address: other.origin, name: "甲一小学" })
  as("teacher-a1")
  await linked(app, "teacher-a1", source, other)
  const elsewhere = await switched(await bySource("teacher-a1"))
  const another = new Visitor(app)
  await another.signIn("teacher-b1")
  const [found] = await run(sql`select org_id::text as id from identity_source where name = '甲一小学'`)
  const orgid = String(found?.["id"])
  const { version } = await bureau.send(organisationAdminCalls.details, { orgid })
  await grantFor(app, bureau, "organisation")
  await bureau.send(organisationAdminCalls.setState, { orgid, version, isDisabled: 1 })
  expect(await signedIn({ elsewhere, another })).toEqual(["another"])
})
