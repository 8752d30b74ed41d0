import { domainCalls, domainLimits, domainMessages } from "@uc/contract/domains/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { deleteExpired } from "../../scheduler/delete-expired.ts"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { issueGuestTicket, redeemGuestTicket } from "./guest-tickets.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const origin = "https://oa.canary.example"

async function secretOf(app: TestApp, head: TestClient, id: string): Promise<string> {
  await grantFor(app, head, "domain-secret")
  return (await head.send(domainCalls.renewSecret, { id })).secret
}

/** A school whose office system may ask who is signed in, and a teacher of it. */
async function school(account = "head-a1", staff = "teacher-a1") {
  const app = await testApp()
  const head = await app.as(account)
  await grantFor(app, head, "domain")
  const { id } = await head.send(domainCalls.save, { name: "办公", domainIp: origin })
  return { app, head, id, secret: await secretOf(app, head, id), teacher: await app.as(staff) }
}

const ticketFor = async (client: TestClient) => (await client.send(domainCalls.ticket, { origin })).ticket

test("[DOM-7] a guest's server learns once who is signed in: without more allowed, the brief fields", async () => {
  const { app, head, id, secret, teacher } = await school()
  await head.send(domainCalls.save, { id, name: "办公", domainIp: origin, userFields: "" })
  const { ticket, seconds } = await teacher.send(domainCalls.ticket, { origin })
  expect(seconds).toBe(30)
  const user = await teacher.send(accountCalls.current, {})
  const redeemed = await app.anonymous.request(domainCalls.redeem, { ticket, secret })
  expect(redeemed.json()).toEqual({
    ret: 1,
    msg: "",
    data: {
      jid: user.id,
      orgid: user.orgid,
      orgname: user.orgname,
      areaid: user.areaid,
      areaname: user.areaname,
      usertype: user.usertype,
    },
  })
  // Nothing of a browser or a session comes with it.
  expect(redeemed.headers["set-cookie"]).toBeUndefined()
  const again = await app.anonymous.request(domainCalls.redeem, { ticket, secret })
  expect([again.statusCode, again.json().msg]).toEqual([403, domainMessages.ticketRefused])
})

test("[DOM-7] redeemed many times at once, in two processes: one of them learns it", async () => {
  const { app, secret, teacher } = await school()
  const elsewhere = (await app.another()).as(app.anonymous)
  for (let round = 0; round < 5; round++) {
    const ticket = await ticketFor(teacher)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 === 0 ? app.anonymous : elsewhere).request(domainCalls.redeem, { ticket, secret }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(11)
  }
})

test("[DOM-7] a ticket is good for 30 s, and no longer", async () => {
  const { app, secret, teacher } = await school()
  const user = await teacher.send(accountCalls.current, {})
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ id: string }>(sql`select id from session where person_id = ${user.id}`),
  )
  const guest = { org: user.orgid, personId: user.id, sessionId: rows[0]?.id ?? "", origin }
  // PostgreSQL's now() stands still within one transaction.
  const redeemedAfter = (seconds: number) =>
    app.database.transaction(unrestricted, async (db) => {
      const issued = await issueGuestTicket(db, guest)
      await db.execute(
        sql`update guest_ticket set expires_at = expires_at - make_interval(secs => ${seconds}::float8)`,
      )
      return redeemGuestTicket(db, { ticket: issued.is === "issued" ? issued.ticket : "", secret })
    })
  expect((await redeemedAfter(29.9))?.user.jid).toBe(user.id)
  expect(await redeemedAfter(30.1)).toBe(null)
})

test("[DOM-7] a wrong secret is refused, and the ticket stays good for its own", async () => {
  const { app, head, id, secret, teacher } = await school()
  await grantFor(app, head, "domain")
  const other = await head.send(domainCalls.save, { name: "别处", domainIp: "other.canary.example" })
  const stranger = await app.as("head-b1")
  await grantFor(app, stranger, "domain")
  const foreign = await stranger.send(domainCalls.save, { name: "办公", domainIp: origin })
  const newest = await secretOf(app, head, id)
  const ticket = await ticketFor(teacher)
  const secrets = [
    secret,
    await secretOf(app, head, other.id),
    await secretOf(app, stranger, foreign.id),
    "A".repeat(43),
  ]
  for (const wrong of secrets) {
    const answer = await app.anonymous.request(domainCalls.redeem, { ticket, secret: wrong })
    expect([answer.statusCode, answer.json().msg]).toEqual([403, domainMessages.ticketRefused])
  }
  const made = await app.anonymous.request(domainCalls.redeem, { ticket: "A".repeat(43), secret: newest })
  expect(made.statusCode).toBe(403)
  expect((await app.anonymous.request(domainCalls.redeem, { ticket, secret: newest })).statusCode).toBe(200)
})

test("[DOM-7] removal, another address, a lost right or signing out end a ticket", async () => {
  const { app, head, id, teacher } = await school()
  const domain = { name: "办公", domainIp: origin }
  const ends: (() => Promise<unknown>)[] = [
    () => head.send(domainCalls.save, { id, ...domain, helpers: "picker" }),
    () => head.send(domainCalls.save, { id, ...domain, domainIp: "https://moved.canary.example" }),
    () => teacher.send(accountCalls.signOut, {}),
    async () => {
      await grantFor(app, head, "domain-delete")
      await head.send(domainCalls.remove, { id })
    },
  ]
  const viewers = [teacher, teacher, teacher, head]
  for (const [at, end] of ends.entries()) {
    await head.send(domainCalls.save, { id, ...domain, helpers: "user" })
    const secret = await secretOf(app, head, id)
    const ticket = await ticketFor(viewers[at] ?? teacher)
    await end()
    const { statusCode } = await app.anonymous.request(domainCalls.redeem, { ticket, secret })
    expect([at, statusCode]).toEqual([at, 403])
  }
})

test("[DOM-7] the secret is shown once and stored nowhere; a repeat makes another", async () => {
  const { app, head, id, secret } = await school()
  expect(secret).toMatch(/^[\w-]{43}$/)
  const { domainList } = await head.send(domainCalls.list, {})
  expect(domainList.find((row) => row.id === id)?.hasSecret).toBe(true)
  expect(JSON.stringify(domainList)).not.toContain(secret)
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select detail::text from audit_log where action = 'domains.renewSecret'`),
  )
  expect(rows).toEqual([{ detail: JSON.stringify({ id }).replace(":", ": ") }])
  const stored = JSON.stringify(await rowsOf(app.url)) + JSON.stringify(rows)
  expect(stored.includes(secret) || stored.includes(Buffer.from(secret).toString("hex"))).toBe(false)
  const key = { "idempotency-key": "0f8fad5b-d9cb-469f-a165-70867728950e" }
  const made = []
  for (let n = 0; n < 2; n++) {
    await grantFor(app, head, "domain-secret")
    made.push((await head.send(domainCalls.renewSecret, { id }, key)).secret)
  }
  expect(new Set([secret, ...made]).size).toBe(3)
})

test("[DOM-7] no ticket without secret, listing or session, and at most 60 a minute", async () => {
  const { app, head, id, teacher } = await school()
  for (const wrong of ["https://evil.example", "http://oa.canary.example", `${origin}:8443`])
    await expect(teacher.send(domainCalls.ticket, { origin: wrong })).rejects.toThrow(
      domainMessages.notInForce,
    )
  expect((await app.anonymous.request(domainCalls.ticket, { origin })).statusCode).toBe(401)
  await head.send(domainCalls.save, { id, name: "办公", domainIp: "https://moved.canary.example" })
  await expect(teacher.send(domainCalls.ticket, { origin: "https://moved.canary.example" })).rejects.toThrow(
    domainMessages.noSecret,
  )
  await secretOf(app, head, id)
  const codes = []
  for (let n = 0; n <= domainLimits.ticketsAMinute; n++)
    codes.push(
      (await teacher.request(domainCalls.ticket, { origin: "https://moved.canary.example" })).statusCode,
    )
  expect([codes[0], codes.at(-1)]).toEqual([200, 429])
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update guest_ticket set expires_at = now()`),
  )
  expect(await deleteExpired(app.database)).toBe(domainLimits.ticketsAMinute)
})

test("[DOM-7] failed redemptions are limited on every process, successful ones are not", async () => {
  const { app, secret, teacher } = await school()
  const elsewhere = (await app.another()).as(app.anonymous)
  const vain = (client: TestClient) =>
    client.request(domainCalls.redeem, { ticket: "A".repeat(43), secret: "B".repeat(43) })
  const counted = (change: SQL) =>
    app.database.transaction(unrestricted, (db) =>
      db.execute(sql`update quota set ${change} where key like 'redeem:%'`),
    )
  expect((await vain(app.anonymous)).statusCode).toBe(403)
  // As if it had failed so often; the last two are real ones again.
  await counted(sql`n = ${domainLimits.failedRedeemsAMinute - 2}`)
  expect((await vain(elsewhere)).statusCode).toBe(403)
  // What goes well is not counted.
  await app.anonymous.send(domainCalls.redeem, { ticket: await ticketFor(teacher), secret })
  expect((await vain(app.anonymous)).statusCode).toBe(403)
  const ticket = await ticketFor(teacher)
  for (const client of [app.anonymous, elsewhere]) {
    const shut = await vain(client)
    expect([shut.statusCode, shut.json().msg]).toEqual([429, replyMessages.busy])
    expect(Number(shut.headers["retry-after"])).toBeGreaterThan(0)
    // Nor is a good one looked at, and so not spent either.
    expect((await client.request(domainCalls.redeem, { ticket, secret })).statusCode).toBe(429)
  }
  await counted(sql`bucket = bucket - interval '1 minute'`)
  expect((await app.anonymous.request(domainCalls.redeem, { ticket, secret })).statusCode).toBe(200)
})

test("[DOM-7] a browser redeems nothing, and a cookie says nothing there", async () => {
  const { app, head, secret, teacher } = await school()
  const ticket = await ticketFor(teacher)
  const before = await rowsOf(app.url)
  for (const page of ["http://localhost", origin, "null", ""]) {
    const answer = await head.request(domainCalls.redeem, { ticket, secret }, { origin: page })
    expect([page, answer.statusCode, answer.json().msg]).toEqual([page, 403, replyMessages.foreignOrigin])
  }
  for (const wrong of [{}, { ticket }, { secret }, { ticket, secret: "short" }, { ticket: [ticket], secret }])
    expect((await app.anonymous.request(domainCalls.redeem, wrong)).statusCode).toBe(400)
  expect(changes(before, await rowsOf(app.url))).toEqual([])
  // Whoever else's cookie comes along: the ticket alone says whose it is.
  const { id } = await teacher.send(accountCalls.current, {})
  expect((await head.send(domainCalls.redeem, { ticket, secret })).jid).toBe(id)
})

test("[DISTRICT-14] its server learns account, name and departments; a phone where its entry says so", async () => {
  const { app, head, id, secret, teacher } = await school()
  const user = await teacher.send(accountCalls.current, {})
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set phone = '13800001234' where id = ${user.id}`),
  )
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ id: string; name: string }>(sql`select d.id::text, d.name from person_department p
      join department d on d.id = p.department_id where p.person_id = ${user.id} order by p.is_main desc, p.sort_no, p.id`),
  )
  expect(rows.length).toBeGreaterThan(0)
  const learned = async () => {
    const { jid, orgid, orgname, areaid, areaname, usertype, ...more } = await app.anonymous.send(
      domainCalls.redeem,
      { ticket: await ticketFor(teacher), secret },
    )
    expect([jid, orgid, orgname, areaid, areaname, usertype]).toEqual([
      user.id,
      user.orgid,
      user.orgname,
      user.areaid,
      user.areaname,
      user.usertype,
    ])
    return more
  }
  const byDefault = { account: "teacher-a1", name: user.nickname, departments: rows }
  expect(await learned()).toEqual(byDefault)
  const allow = (userFields: string) =>
    head.send(domainCalls.save, { id, name: "办公", domainIp: origin, userFields })
  await allow("account,name,departments,phone")
  expect(await learned()).toEqual({ ...byDefault, phone: "13800001234" })
  await allow("phone")
  expect(await learned()).toEqual({ phone: "13800001234" })
  // Without a word about it, as the specification's plain call, it stays.
  await head.send(domainCalls.save, { id, name: "办公", domainIp: origin })
  expect(await learned()).toEqual({ phone: "13800001234" })
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set phone = null where id = ${user.id}`),
  )
  expect(await learned()).toEqual({ phone: null })
  const wrong = { id, name: "办公", domainIp: origin, userFields: "idcard" }
  expect((await head.request(domainCalls.save, wrong)).statusCode).toBe(400)
})
