import { demoPassword } from "@uc/contract/demo/accounts"
import { idempotencyHeader } from "@uc/contract/core/http"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls, sessionLimits, sessionMessages } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { issueGrant } from "../../security/grants.ts"
import { md5, testApp, type TestApp } from "../../testing/test-app.ts"
import { testBrowser, type TestBrowser } from "../../testing/test-browser.ts"
import { commonPasswords, passwordFault } from "../../security/sign-in/password-rules.ts"

const right = md5(demoPassword)
const better = md5("Another-Word-77")

async function execute(app: TestApp, statement: SQL) {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

async function signedIn(app: TestApp, account: string, browser = testBrowser(app)): Promise<TestBrowser> {
  const answer = await browser.request(accountCalls.signIn, { account, password: right })
  expect(answer.statusCode).toBe(200)
  return browser
}

async function own(browser: TestBrowser) {
  const { data } = (await browser.request(accountCalls.own, {})).json()
  return accountCalls.own.output.parse(data)
}

const isIn = async (browser: TestBrowser) =>
  (await browser.request(accountCalls.current, {})).statusCode === 200

/** No cached answers: an ended session would seem alive for a second. */
function forgetfulApp() {
  let nowMs = 0
  return testApp({ nowMs: () => (nowMs += 2000) })
}

test("A4: the five newest sessions of a person live, also when five more begin", async () => {
  const app = await forgetfulApp()
  const browsers = []
  for (let n = 0; n < 7; n++) browsers.push(await signedIn(app, "head-a1"))
  expect(await Promise.all(browsers.map(isIn))).toEqual([false, false, true, true, true, true, true])
  expect((await own(browsers[6] as TestBrowser)).sessions).toHaveLength(sessionLimits.perUser)
  await Promise.all(
    Array.from({ length: 5 }, () =>
      testBrowser(app).request(accountCalls.signIn, { account: "head-a1", password: right }),
    ),
  )
  expect(await execute(app, sql`select count(*)::int as n from session where revoked_at is null`)).toEqual([
    { n: sessionLimits.perUser },
  ])
})

test("a person's own sessions and browsers are listed, nobody else's", async () => {
  const app = await testApp()
  const [first, second] = [await signedIn(app, "head-a1"), await signedIn(app, "head-a1")]
  await signedIn(app, "teacher-a1")
  const { sessions, devices } = await own(second)
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  const seenByFirst = await own(first)
  expect(seenByFirst.sessions[0]?.id).toBe(sessions[1]?.id)
  await execute(
    app,
    sql`update session set last_active_at = now() - interval '31 minutes' where id = ${sessions[1]?.id}`,
  )
  expect((await own(second)).sessions.map(({ isLocked }) => isLocked)).toEqual([false, true])
})

test("A5: one session, or all others, can be ended; somebody else's can't", async () => {
  const app = await forgetfulApp()
  const [a, b, c] = [
    await signedIn(app, "head-a1"),
    await signedIn(app, "head-a1"),
    await signedIn(app, "head-a1"),
  ]
  const stranger = await signedIn(app, "teacher-a1")
  const [idOfA] = (await own(a)).sessions
  const foreign = await stranger.request(accountCalls.end, { session: idOfA?.id })
  expect([foreign.statusCode, foreign.json().msg]).toEqual([400, sessionMessages.sessionGone])
  expect(await isIn(a)).toBe(true)

  expect((await b.request(accountCalls.end, { session: idOfA?.id })).statusCode).toBe(200)
  expect([await isIn(a), await isIn(b), await isIn(c)]).toEqual([false, true, true])
  expect((await b.request(accountCalls.end, { session: idOfA?.id })).json().msg).toBe(
    sessionMessages.sessionGone,
  )
  expect((await b.request(accountCalls.endOthers, {})).json().data).toEqual({ ended: 1 })
  expect([await isIn(b), await isIn(c), await isIn(stranger)]).toEqual([true, false, true])
  const [idOfB] = (await own(b)).sessions
  await b.request(accountCalls.end, { session: idOfB?.id })
  expect([b.token(), await isIn(b)]).toEqual([undefined, false])
})

test("[LOGIN-5] a forgotten browser is signed out and no longer exempt from a lock", async () => {
  const app = await forgetfulApp()
  const [home, lost] = [await signedIn(app, "head-a1"), await signedIn(app, "head-a1")]
  const stranger = await signedIn(app, "teacher-a1")
  const device = (await own(home)).devices.find(({ isCurrent }) => !isCurrent)?.id
  expect((await stranger.request(accountCalls.forgetDevice, { device })).statusCode).toBe(400)
  expect(await isIn(lost)).toBe(true)
  expect((await home.request(accountCalls.forgetDevice, { device })).statusCode).toBe(200)
  expect([await isIn(home), await isIn(lost)]).toEqual([true, false])
  for (let n = 0; n < 5; n++) {
    const guess = testBrowser(app)
    const input = { account: "head-a1", password: md5("wrong"), ...(await guess.slider()) }
    await guess.request(accountCalls.signIn, input)
  }
  const input = { account: "head-a1", password: right }
  expect((await lost.request(accountCalls.signIn, { ...input, ...(await lost.slider()) })).statusCode).toBe(
    429,
  )
  expect((await home.request(accountCalls.signIn, { ...input, ...(await home.slider()) })).statusCode).toBe(
    200,
  )
})

/** Re-authenticated a moment ago; how that is done is tested elsewhere. */
async function grant(app: TestApp, browser: TestBrowser, mid: "password" | "domain" = "password") {
  const current = (await own(browser)).sessions.find(({ isCurrent }) => isCurrent)
  const { id: personId } = (await browser.request(accountCalls.current, {})).json().data
  await app.database.transaction(unrestricted, (db) =>
    issueGrant(db, { sessionId: current?.id ?? "", personId, mid }, "password"),
  )
}

test("[AUTH-8] A5: a new password ends other sessions, revokes grants and changes the token", async () => {
  const app = await forgetfulApp()
  const [here, there] = [await signedIn(app, "head-a1"), await signedIn(app, "head-a1")]
  const before = here.token()
  const refused = await here.request(accountCalls.changePassword, { password: better })
  expect(refused.json()).toMatchObject({ errtype: 2, mid: "password" })
  await grant(app, here)
  await grant(app, here, "domain")
  await grant(app, there, "domain")
  expect((await here.request(accountCalls.changePassword, { password: better })).statusCode).toBe(200)
  expect(here.token()).not.toBe(before)
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  const second = await app.another()
  const elsewhere = second.as({ ...app.anonymous, headers: { cookie: there.cookie() } })
  await expect(elsewhere.send(accountCalls.current, {})).rejects.toThrow(replyMessages.signedOut)
  expect(
    await execute(app, sql`select * from reauth_grant where revoked_at is null and uses < max_uses`),
  ).toEqual([])

  const browser = testBrowser(app)
  const old = await browser.request(accountCalls.signIn, { account: "head-a1", password: right })
  expect(old.json().msg).toBe(sessionMessages.wrongCredentials)
  const input = { account: "head-a1", password: better, ...(await browser.slider()) }
  expect((await browser.request(accountCalls.signIn, input)).statusCode).toBe(200)
})

test("[LOGIN-2] a common, own-name or old password is refused without spending the grant", async () => {
  const app = await testApp()
  const head = await signedIn(app, "head-a1")
  await execute(app, sql`update person set phone = '13900000001' where account = 'head-a1'`)
  await grant(app, head)
  for (const [word, sentence] of [
    ["123456", sessionMessages.passwordCommon],
    ["", sessionMessages.passwordCommon],
    ["head-a1", sessionMessages.passwordIsAccount],
    ["13900000001", sessionMessages.passwordIsAccount],
    ["甲一小学2024", sessionMessages.passwordIsAccount],
  ] as const) {
    const answer = await head.request(accountCalls.changePassword, { password: md5(word) })
    expect([word, answer.statusCode, answer.json().msg]).toEqual([word, 400, sentence])
  }
  expect((await head.request(accountCalls.changePassword, { password: better })).statusCode).toBe(200)
  expect((await head.request(accountCalls.changePassword, { password: right })).json().errtype).toBe(2)
  await grant(app, head)
  const again = await head.request(accountCalls.changePassword, { password: better })
  expect([again.statusCode, again.json().msg]).toEqual([400, sessionMessages.passwordSame])
})

test("[DAY-1] a weak password is told before any proof; whether it is the old one is not", async () => {
  const app = await testApp()
  const head = await signedIn(app, "head-a1")
  const check = async (word: string) =>
    (await head.request(accountCalls.checkPassword, { password: md5(word) })).json()
  expect((await check("123456")).msg).toBe(sessionMessages.passwordCommon)
  expect((await check("head-a1")).msg).toBe(sessionMessages.passwordIsAccount)
  expect(await check("Another-Word-77")).toMatchObject({ ret: 1 })
  await grant(app, head)
  await head.request(accountCalls.changePassword, { password: md5("Another-Word-77") })
  expect(await check("Another-Word-77")).toMatchObject({ ret: 1 })
})

test("[BARE-12] nobody can choose the demo password", async () => {
  const app = await testApp()
  const head = await signedIn(app, "head-a1")
  await grant(app, head)
  const answer = await head.request(accountCalls.changePassword, { password: md5(demoPassword) })
  expect([answer.statusCode, answer.json().msg]).toEqual([400, sessionMessages.passwordCommon])
})

test("the password rules refuse 10,000 common ones and own words with digits", async () => {
  const common = await commonPasswords()
  // And the empty one, and that of the demo accounts.
  expect(common.size).toBe(10_002)
  const words = {
    account: "zhao.lei",
    phone: "13900000001",
    name: "赵磊",
    pinyin: "zhaolei",
    organisation: "甲一小学",
  }
  const fault = (word: string) => passwordFault(md5(word), words, common)
  for (const word of ["zhao.lei", "13900000001", "赵磊", "甲一小学", "zhaolei", "Zhaolei"])
    for (const end of ["", "1", "12", "123", "1234", "1988", "2026"])
      expect([word + end, fault(word + end)]).toEqual([word + end, sessionMessages.passwordIsAccount])
  for (const word of ["password", "qwerty", "iloveyou"])
    expect(fault(word)).toBe(sessionMessages.passwordCommon)
  for (const word of ["Another-Word-77", "zhaolei-Kx7!pQ", "correct horse battery"])
    expect(fault(word)).toBeNull()
})

test("[LOGIN-2] the stored hash of a repeated password change is keyed", async () => {
  const app = await testApp()
  const head = await signedIn(app, "head-a1")
  await grant(app, head)
  const client = (await app.another()).as({ ...app.anonymous, headers: { cookie: head.cookie() } })
  await client.send(
    accountCalls.changePassword,
    { password: better },
    { [idempotencyHeader]: "one-time-key-1" },
  )
  const rows = await execute(
    app,
    sql`select request_hash = sha256(convert_to(${JSON.stringify({ password: better })}, 'UTF8')) as plain from idempotent_request`,
  )
  expect(rows).toEqual([{ plain: false }])
})
