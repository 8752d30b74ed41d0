import { alarmCalls } from "@uc/contract/alarms/calls"
import { everyCall } from "@uc/contract/all-calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { drillCalls } from "@uc/contract/drills/calls"
import { menuCalls } from "@uc/contract/menus/calls"
import { newsCalls } from "@uc/contract/news/calls"
import { organisationCalls } from "@uc/contract/organisations/calls"
import { reauthCalls, verifyTypes } from "@uc/contract/reauth/calls"
import { errtypes } from "@uc/contract/core/reply"
import { accountCalls, sessionLimits } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { z } from "zod"
import { unrestricted } from "../db/scope.ts"
import { cookiesOf, md5, requestFor, testApp, type TestApp, type TestClient } from "../testing/test-app.ts"

async function execute(app: TestApp, statement: ReturnType<typeof sql>) {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

/** As if the person had been away that long; the second for which a process caches a session is over too. */
async function idleFor(app: TestApp, minutes: number): Promise<void> {
  await execute(app, sql`update session set last_active_at = now() - make_interval(mins => ${minutes})`)
}

async function lockedApp(): Promise<{ app: TestApp; head: TestClient; orgid: string; wait: () => void }> {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  return { app, head, orgid, wait: () => (nowMs += 1001) }
}

test("[REQ-6] a session idle for 29 minutes answers, after 31 it is locked with errtype 3", async () => {
  const { app, head, wait } = await lockedApp()
  await idleFor(app, sessionLimits.idleMinutes - 1)
  wait()
  await head.send(menuCalls.ofUser, {})
  await idleFor(app, sessionLimits.idleMinutes + 1)
  wait()
  const refused = await head.request(menuCalls.ofUser, {})
  expect([refused.statusCode, refused.json().errtype]).toEqual([403, errtypes.locked])
})

test("[DAY-15] a session that its person locks is locked until they prove who they are", async () => {
  const { head, wait } = await lockedApp()
  await head.send(accountCalls.lock, {})
  wait()
  const refused = await head.request(menuCalls.ofUser, {})
  expect([refused.statusCode, refused.json().errtype]).toEqual([403, errtypes.locked])
  // They were not away: the sentence says that it is locked, and nothing of why.
  expect(refused.json().msg).toBe("屏幕已锁定，请验证身份后继续")
  const given = { mid: "unlock", type: verifyTypes.password, vcode: md5(demoPassword) }
  const proven = await head.request(reauthCalls.verify, given)
  expect(proven.statusCode).toBe(200)
  wait()
  expect((await head.request(menuCalls.ofUser, {})).statusCode).toBe(200)
})

test("[REQ-6] a locked session gets errtype 3 but for monitor, unlocking and signing out", async () => {
  const { app, head, orgid, wait } = await lockedApp()
  await idleFor(app, 31)
  wait()
  const answering: string[] = []
  for (const { name, call } of everyCall()) {
    if (call.open || call === accountCalls.signOut) continue
    const { errtype } = (await head.request(call, {})).json<{ errtype?: number }>()
    if (errtype !== errtypes.locked) answering.push(name)
  }
  expect(answering.toSorted()).toEqual([
    "alarms.newest",
    "alarms.records",
    "alarms.types",
    "awareness.mine",
    "dictionary.codesByParent",
    "drills.executions",
    "organisations.schoolInfo",
    "reauth.pollQrcode",
    "reauth.qrcode",
    "reauth.sendSms",
    "reauth.verify",
    "screens.overview",
  ])
  for (const [call, input] of [
    [alarmCalls.records, {}],
    [alarmCalls.types, {}],
    [drillCalls.executions, {}],
    [organisationCalls.schoolInfo, { orgid }],
  ] as const)
    expect((await head.request(call, input)).statusCode).toBe(200)
})

test("[REQ-6] what is answered while locked has no personal field", () => {
  const personal = /phone|idcard|nickname|username|account|himg|faceimg|sex|signature|user/i
  const names = (schema: unknown): string[] =>
    Object.entries(Object(schema)).flatMap(([key, value]) =>
      key === "properties"
        ? Object.entries(Object(value)).flatMap(([field, inner]) => [field, ...names(inner)])
        : typeof value === "object"
          ? names(value)
          : [],
    )
  const answered = everyCall().filter(
    ({ name, call }) => call.whileLocked && !/^(reauth|session)\./.test(name),
  )
  expect(answered).toHaveLength(8)
  for (const { name, call } of answered) {
    const fields = names(z.toJSONSchema(call.output, { unrepresentable: "any", io: "input" }))
    expect(fields.length, name).toBeGreaterThan(0)
    expect(fields.filter((field) => personal.test(field))).toEqual([])
  }
})

test("[REQ-6] polling does not keep a session awake, a person's own calls do", async () => {
  const { app, head, orgid, wait } = await lockedApp()
  const idleMinutes = async () => {
    const [row] = await execute(
      app,
      sql`select round(extract(epoch from now() - last_active_at) / 60)::int as n from session`,
    )
    return row?.["n"]
  }
  await idleFor(app, 20)
  for (const [call, input] of [
    [alarmCalls.records, {}],
    [alarmCalls.newest, {}],
    [drillCalls.executions, {}],
    [organisationCalls.schoolInfo, { orgid }],
  ] as const) {
    wait()
    await head.send(call, input)
    expect(await idleMinutes()).toBe(20)
  }
  // Within the second for which the poll's look-up is cached: a person's call still counts as activity.
  await head.send(menuCalls.ofUser, {})
  expect(await idleMinutes()).toBe(0)
})

test("constant activity does not carry a session past 12 hours", async () => {
  const { app, head, wait } = await lockedApp()
  await execute(
    app,
    sql`update session set absolute_until = absolute_until - make_interval(hours => ${sessionLimits.absoluteHours})`,
  )
  wait()
  expect((await head.request(menuCalls.ofUser, {})).json().errtype).toBe(errtypes.signedOut)
})

test("the sixth sign-in of a person ends their oldest session", async () => {
  const { app, head, wait } = await lockedApp()
  const later = []
  for (let n = 0; n < sessionLimits.perUser; n++) later.push(await app.as("head-a1"))
  wait()
  expect((await head.request(accountCalls.current, {})).json().errtype).toBe(errtypes.signedOut)
  for (const client of later) expect((await client.request(accountCalls.current, {})).statusCode).toBe(200)
})

test("sign-ins at the same time leave five sessions", async () => {
  const app = await testApp()
  // Four at a time: a fifth attempt under way locks the account until one of them has succeeded.
  for (let round = 0; round < 3; round++)
    await Promise.all(Array.from({ length: 4 }, () => app.as("head-a1")))
  expect(await execute(app, sql`select count(*)::int as n from session where revoked_at is null`)).toEqual([
    { n: sessionLimits.perUser },
  ])
})

test("a sign-in gives a new token, whatever cookie the browser sent", async () => {
  const { app, anonymous } = await testApp()
  const planted = "A".repeat(43)
  const answer = await app.inject(
    requestFor(
      accountCalls.signIn,
      { account: "head-a1", password: md5(demoPassword) },
      { cookie: `uc_sid=${planted}` },
    ),
  )
  expect(cookiesOf(answer)).not.toContain(planted)
  const forged = await anonymous.request(accountCalls.current, {}, { cookie: `uc_sid=${planted}` })
  expect(forged.json().errtype).toBe(errtypes.signedOut)
})

test("[BARE-13] an open call treats a locked session as signed out", async () => {
  const { app, head, wait } = await lockedApp()
  const [column] = await head.send(newsCalls.columns, {})
  const category = column?.category ?? ""
  const shown = async (client: TestClient) => ({
    columns: await client.send(newsCalls.columns, {}),
    news: await client.send(newsCalls.ofColumn, { category }),
  })
  const own = await shown(head)
  const ofNobody = await shown(app.anonymous)
  expect(own).not.toEqual(ofNobody)
  await idleFor(app, 31)
  wait()
  expect(await shown(head)).toEqual(ofNobody)
})

test("[BARE-13] signing in over a locked session ends it", async () => {
  const { app, head, wait } = await lockedApp()
  const { id } = await head.send(accountCalls.current, {})
  await idleFor(app, 31)
  wait()
  const credentials = { account: "head-a1", password: md5(demoPassword) }
  expect((await head.request(accountCalls.signIn, credentials)).statusCode).toBe(200)
  const live = await execute(app, sql`select from session where person_id = ${id} and revoked_at is null`)
  expect(live).toHaveLength(1)
})
