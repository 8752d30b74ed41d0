import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { domainCalls, domainMessages } from "@uc/contract/domains/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { hostedModuleOf, operationMessages } from "@uc/contract/reauth/hosted-operations"
import { demoPassword } from "@uc/contract/demo/accounts"
import { reauthCalls, reauthMessages, verifyTypes } from "@uc/contract/reauth/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { cookiesOf, md5, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { passedSlider } from "../../testing/test-slider.ts"

const origin = "https://finance.canary.example"
const mid = "finance:transfer"
const transfer = { mid, name: "转账" }

async function secretOf(app: TestApp, client: TestClient, id: string): Promise<string> {
  await grantFor(app, client, "domain-secret")
  return (await client.send(domainCalls.renewSecret, { id })).secret
}

async function register(app: TestApp, client: TestClient, id: string, operations = [transfer]) {
  await grantFor(app, client, "domain")
  const { domainList } = await client.send(domainCalls.list, {})
  const version = domainList.find((row) => row.id === id)?.version ?? 0
  return client.send(domainCalls.saveOperations, { id, version, operations })
}

/** A school's finance system, which has registered its transfers. */
async function school() {
  const app = await testApp()
  const head = await app.as("head-a1")
  await grantFor(app, head, "domain")
  const { id } = await head.send(domainCalls.save, {
    name: "财务系统",
    domainIp: origin,
    helpers: "user,reauth",
  })
  await register(app, head, id)
  return { app, head, id, secret: await secretOf(app, head, id), teacher: await app.as("teacher-a1") }
}

const ticketFor = async (client: TestClient) => (await client.send(domainCalls.ticket, { origin })).ticket

/** What the application's server is answered: a status and a sentence. */
async function spent(app: TestApp, client: TestClient, given: { secret: string; mid?: string }) {
  const ticket = await ticketFor(client)
  const answer = await app.anonymous.request(domainCalls.spendGrant, { ticket, mid, ...given })
  return [answer.statusCode, answer.json().msg]
}

const good = [200, ""]
const noGrant = [403, domainMessages.noGrant]

test("[DISTRICT-13] a person proves it for a registered operation, and its server spends that once", async () => {
  const { app, id, secret, teacher } = await school()
  const { id: jid } = await teacher.send(accountCalls.current, {})
  const found = await teacher.send(domainCalls.operation, { origin, mid })
  expect(found).toEqual({ module: hostedModuleOf(id, mid), name: "转账", site: "财务系统" })
  expect(await spent(app, teacher, { secret })).toEqual(noGrant)
  const slider = await passedSlider(app.database, teacher.headers, "reauth")
  const byPassword = { mid: found.module, type: verifyTypes.password, vcode: md5(demoPassword), ...slider }
  const proven = await teacher.request(reauthCalls.verify, byPassword)
  expect(proven.json()).toMatchObject({ ret: 1 })
  // The session has a new token.
  const device = /uc_did=[\w-]+/.exec(teacher.headers["cookie"] ?? "")?.[0] ?? ""
  const headers = { cookie: `${device}; ${cookiesOf(proven)}` }
  const { ticket } = await teacher.send(domainCalls.ticket, { origin }, headers)
  const answer = await app.anonymous.send(domainCalls.spendGrant, { ticket, secret, mid })
  expect(answer).toMatchObject({ jid, account: "teacher-a1" })
  const next = await teacher.send(domainCalls.ticket, { origin }, headers)
  const again = { ticket: next.ticket, secret, mid }
  expect((await app.anonymous.request(domainCalls.spendGrant, again)).json().msg).toBe(domainMessages.noGrant)
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(
      sql`select person_id, mid, result from audit_log where action = 'domains.spendGrant' order by id`,
    ),
  )
  const line = (result: string) => ({ person_id: jid, mid: found.module, result })
  expect(rows).toEqual([line("refused"), line("done"), line("refused")])
})

test("[DISTRICT-13] spent many times at once, in two processes: one of them wins", async () => {
  const { app, id, secret, teacher } = await school()
  const elsewhere = (await app.another()).as(app.anonymous)
  for (let round = 0; round < 3; round++) {
    await grantFor(app, teacher, hostedModuleOf(id, mid))
    const tickets = []
    for (let n = 0; n < 10; n++) tickets.push(await ticketFor(teacher))
    const answers = await Promise.all(
      tickets.map((ticket, at) =>
        (at % 2 === 0 ? app.anonymous : elsewhere).request(domainCalls.spendGrant, { ticket, secret, mid }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(9)
  }
})

test("[DISTRICT-13] a proof is of one person, one session, one operation and one application", async () => {
  const { app, head, id, secret, teacher } = await school()
  await register(app, head, id, [transfer, { mid: "finance:close", name: "结账" }])
  await grantFor(app, teacher, hostedModuleOf(id, mid))
  expect(await spent(app, teacher, { secret, mid: "finance:close" })).toEqual(noGrant)
  expect(await spent(app, head, { secret })).toEqual(noGrant)
  // Another application has an operation of the same name.
  const other = "https://other.canary.example"
  await grantFor(app, head, "domain")
  const { id: otherId } = await head.send(domainCalls.save, {
    name: "别的",
    domainIp: other,
    helpers: "user,reauth",
  })
  await register(app, head, otherId)
  const otherSecret = await secretOf(app, head, otherId)
  const { ticket } = await teacher.send(domainCalls.ticket, { origin: other })
  const foreign = await app.anonymous.request(domainCalls.spendGrant, { ticket, secret: otherSecret, mid })
  expect([foreign.statusCode, foreign.json().msg]).toEqual(noGrant)
  // The same person in another browser has proven nothing there.
  const elsewhere = await app.as("teacher-a1")
  expect(await spent(app, elsewhere, { secret })).toEqual(noGrant)
  expect(await spent(app, teacher, { secret })).toEqual(good)
})

test("[DISTRICT-13] it ends with its 300 seconds, with signing out, and with the registration", async () => {
  const { app, head, id, secret, teacher } = await school()
  const module = hostedModuleOf(id, mid)
  const later = (seconds: number) =>
    app.database.transaction(unrestricted, (db) =>
      db.execute(sql`update reauth_grant set expires_at = expires_at - make_interval(secs => ${seconds}::float8)
        where mid = ${module}`),
    )
  await grantFor(app, teacher, module)
  await later(290)
  expect(await spent(app, teacher, { secret })).toEqual(good)
  await grantFor(app, teacher, module)
  await later(301)
  expect(await spent(app, teacher, { secret })).toEqual(noGrant)
  await grantFor(app, teacher, module)
  await register(app, head, id, [])
  expect(await spent(app, teacher, { secret })).toEqual([403, domainMessages.noSuchOperation])
  await register(app, head, id)
  const ticket = await ticketFor(teacher)
  await teacher.send(accountCalls.signOut, {})
  const out = await app.anonymous.request(domainCalls.spendGrant, { ticket, secret, mid })
  expect([out.statusCode, out.json().msg]).toEqual([403, domainMessages.ticketRefused])
})

test("[DISTRICT-13] at another address it is another application, and proofs from before are gone", async () => {
  const { app, head, id, teacher } = await school()
  await grantFor(app, teacher, hostedModuleOf(id, mid))
  await grantFor(app, head, "domain")
  const away = { id, name: "财务系统", helpers: "user,reauth" }
  await head.send(domainCalls.save, { ...away, domainIp: "https://moved.canary.example" })
  await head.send(domainCalls.save, { ...away, domainIp: origin })
  const secret = await secretOf(app, head, id)
  expect(await spent(app, teacher, { secret })).toEqual(noGrant)
})

test("[DISTRICT-13] an operation that is not registered, or of another origin, is refused by name", async () => {
  const { app, head, id, teacher } = await school()
  const refused = domainMessages.noSuchOperation
  const asked = (given: { origin: string; mid: string }) => teacher.send(domainCalls.operation, given)
  await expect(asked({ origin, mid: "finance:other" })).rejects.toThrow(refused)
  await expect(asked({ origin: "https://evil.example", mid })).rejects.toThrow(refused)
  const [first] = (await head.send(domainCalls.list, {})).domainList.filter((row) => row.id !== id)
  await expect(asked({ origin: first?.origins[0] ?? "", mid })).rejects.toThrow(refused)
  // Nor is anybody asked for it by the calls of the dialog.
  const stranger = await app.as("teacher-b1")
  await expect(stranger.send(reauthCalls.qrcode, { mid: hostedModuleOf(id, mid) })).rejects.toThrow(refused)
  await expect(
    teacher.send(reauthCalls.qrcode, { mid: hostedModuleOf(id, "finance:other") }),
  ).rejects.toThrow(refused)
  await expect(teacher.send(reauthCalls.qrcode, { mid: "free-gift" })).rejects.toThrow(reauthMessages.failed)
  expect(await teacher.send(reauthCalls.qrcode, { mid: hostedModuleOf(id, mid) })).toHaveProperty("image")
  // Without the permission there is none either.
  await grantFor(app, head, "domain")
  await head.send(domainCalls.save, { id, name: "财务系统", domainIp: origin, helpers: "user" })
  await expect(asked({ origin, mid })).rejects.toThrow(refused)
})

test("[DISTRICT-13] ids of the portal's own modules, doubled ones and shapeless ones are not registered", async () => {
  const { app, head, id } = await school()
  const tried = async (operations: { mid: string; name: string }[]) => {
    await grantFor(app, head, "domain")
    const answer = await head.request(domainCalls.saveOperations, { id, version: 2, operations })
    return [answer.statusCode, answer.json().msg]
  }
  for (const wrong of [
    "domain",
    "unlock",
    "finance",
    "Finance:transfer",
    "a:b:c",
    ":x",
    "1:finance:transfer",
  ])
    expect([wrong, await tried([{ mid: wrong, name: "x" }])]).toEqual([
      wrong,
      [400, expect.stringContaining(operationMessages.badId)],
    ])
  expect(await tried([transfer, transfer])).toEqual([400, expect.stringContaining(operationMessages.twice)])
  expect(await tried([{ mid, name: " " }])).toEqual([
    400,
    expect.stringContaining(operationMessages.nameMissing),
  ])
  const many = Array.from({ length: 21 }, (_, n) => ({ mid: `a:b${n}`, name: "x" }))
  expect(await tried(many)).toEqual([400, expect.stringContaining(operationMessages.tooMany)])
  expect(await tried([transfer])).toEqual([200, ""])
  // Whoever has not seen the newest list does not overwrite it.
  expect(await tried([])).toEqual([409, domainMessages.changedMeanwhile])
  const teacher = await app.as("teacher-a1")
  await grantFor(app, teacher, "domain")
  await expect(teacher.send(domainCalls.saveOperations, { id, version: 3, operations: [] })).rejects.toThrow(
    noPermissionMessage("domains.manage"),
  )
})

test("[DISTRICT-12][DISTRICT-13] operations that a bureau's entry has registered work for those below", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  await grantFor(app, bureau, "domain")
  const { id } = await bureau.send(domainCalls.save, {
    name: "财务系统",
    domainIp: origin,
    helpers: "user,reauth",
    isForBelow: 1,
  })
  await register(app, bureau, id)
  const secret = await secretOf(app, bureau, id)
  const teacher = await app.as("teacher-town")
  expect((await teacher.send(domainCalls.operation, { origin, mid })).site).toBe("财务系统")
  await grantFor(app, teacher, hostedModuleOf(id, mid))
  expect(await spent(app, teacher, { secret })).toEqual(good)
})
