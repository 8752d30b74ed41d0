import { captchaMessages } from "@uc/contract/captcha/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { lockedMessage, loginCalls, loginMessages } from "@uc/contract/login/calls"
import { maskedPhone, reauthMessages } from "@uc/contract/reauth/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { issueGrant } from "../../security/grants.ts"
import { md5, testApp, type TestApp } from "../../testing/test-app.ts"
import { newestCode, testBrowser, type TestBrowser } from "../../testing/test-browser.ts"

const right = md5(demoPassword)
const phone = "13900000001"

async function execute(app: TestApp, statement: SQL) {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

async function appWithPhone(parts: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(parts)
  await execute(app, sql`update person set phone = ${phone} where account = 'head-a1'`)
  return app
}

/** The password was right; the browser waits for its second factor. */
async function waiting(browser: TestBrowser, account = "head-a1"): Promise<string> {
  const input = { account, password: right, variant: "eduLogin", ...(await browser.slider()) }
  const answer = await browser.request(accountCalls.signIn, input)
  expect(answer.json()).toMatchObject({ errtype: errtypes.secondFactor })
  return answer.json().ticket
}

/** Moves everything that waits into the past, so that another code may be sent. */
async function letSend(app: TestApp) {
  await execute(app, sql`delete from quota`)
}

async function sentCode(browser: TestBrowser, ticket: string): Promise<string> {
  expect((await browser.request(loginCalls.sendCheckCode, { ticket })).statusCode).toBe(200)
  return (await newestCode(browser)) ?? ""
}

const otherThan = (code: string) => (code === "000000" ? "000001" : "000000")

test("[LOGIN-1][LOGIN-3] eduLogin: the browser is known only after password and phone code", async () => {
  const app = await appWithPhone()
  const browser = testBrowser(app)
  const ticket = await waiting(browser)
  const expiration = async () =>
    (await browser.request(loginCalls.checkCodeExpiration, { ticket })).json().data.seconds
  expect(await expiration()).toBe(0)
  const sent = await browser.request(loginCalls.sendCheckCode, { ticket })
  expect(sent.json()).toEqual({ ret: 1, data: { phone: maskedPhone(phone), seconds: 300 }, msg: "" })
  expect(await expiration()).toBeGreaterThan(290)
  expect([browser.token(), await execute(app, sql`select * from known_device`)]).toEqual([undefined, []])

  const vcode = (await newestCode(browser)) ?? ""
  const done = await browser.request(loginCalls.checkCode, { ticket, vcode })
  expect(done.json()).toMatchObject({ ret: 1, data: { orgname: "甲一小学" } })
  expect((await browser.request(accountCalls.current, {})).statusCode).toBe(200)
  expect(await execute(app, sql`select device_hash from known_device`)).toEqual([
    { device_hash: browser.holder },
  ])
  expect(
    await execute(
      app,
      sql`select result, "face" as variant from login_log where at > now() - interval '1 minute' and id > 0 order by id desc limit 2`,
    ),
  ).toEqual([
    { result: "signed-in", variant: "eduLogin" },
    { result: "second-factor", variant: "eduLogin" },
  ])
})

test("[LOGIN-3] a replayed, foreign, expired or made-up ticket opens nothing", async () => {
  const app = await appWithPhone()
  const browser = testBrowser(app)
  const ticket = await waiting(browser)
  const vcode = await sentCode(browser, ticket)
  const over = { ret: 0, msg: loginMessages.ticketOver }
  const thief = testBrowser(app)
  expect((await thief.request(loginCalls.checkCode, { ticket, vcode })).json()).toEqual(over)
  expect((await thief.request(loginCalls.sendCheckCode, { ticket })).json()).toEqual(over)
  expect((await thief.request(loginCalls.checkCodeExpiration, { ticket })).json().data.seconds).toBe(0)
  for (const made of ["", "x", "A".repeat(32)])
    expect((await browser.request(loginCalls.checkCode, { ticket: made, vcode })).json()).toEqual(over)
  const doubled = await app.app.inject({
    method: "POST",
    url: `/usercenter${loginCalls.checkCode.path}`,
    headers: {
      origin: "http://localhost",
      host: "localhost",
      cookie: browser.cookie(),
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: `ticket=${ticket}&ticket=${ticket}&vcode=${vcode}`,
  })
  expect(doubled.statusCode).toBe(400)

  await execute(app, sql`update sign_in_ticket set expires_at = expires_at - interval '600.5 seconds'`)
  expect((await browser.request(loginCalls.checkCode, { ticket, vcode })).json()).toEqual(over)
  await execute(app, sql`update sign_in_ticket set expires_at = expires_at + interval '5 seconds'`)
  expect((await browser.request(loginCalls.checkCode, { ticket, vcode })).statusCode).toBe(200)
  expect((await browser.request(loginCalls.checkCode, { ticket, vcode })).json()).toEqual(over)
})

test("[LOGIN-3] the right code sixteen times at once, from two processes, begins one session", async () => {
  const app = await appWithPhone()
  const second = await app.another()
  const browser = testBrowser(app)
  const ticket = await waiting(browser)
  const vcode = await sentCode(browser, ticket)
  const there = second.as({ ...app.anonymous, headers: { cookie: browser.cookie() } })
  await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      (n % 2 === 0 ? browser : there).request(loginCalls.checkCode, { ticket, vcode }),
    ),
  )
  expect(await execute(app, sql`select count(*)::int as n from session`)).toEqual([{ n: 1 }])
})

test("[LOGIN-5] C11: five wrong check codes lock the account; the password does not free it", async () => {
  const app = await appWithPhone()
  const browser = testBrowser(app)
  for (let n = 0; n < 4; n++) {
    // A new ticket and code each time: neither resets the attempts.
    const ticket = await waiting(browser)
    const wrong = otherThan(await sentCode(browser, ticket))
    const answer = await browser.request(loginCalls.checkCode, { ticket, vcode: wrong })
    expect([answer.statusCode, answer.json().msg]).toEqual([400, reauthMessages.failed])
    await letSend(app)
  }
  const ticket = await waiting(browser)
  const vcode = await sentCode(browser, ticket)
  const fifth = await browser.request(loginCalls.checkCode, { ticket, vcode: otherThan(vcode) })
  expect([fifth.statusCode, fifth.json().msg]).toEqual([429, lockedMessage(15 * 60)])
  expect((await browser.request(loginCalls.checkCode, { ticket, vcode })).statusCode).toBe(429)
  const password = { account: "head-a1", password: right, ...(await browser.slider()) }
  expect((await browser.request(accountCalls.signIn, password)).statusCode).toBe(429)
  expect(browser.token()).toBeUndefined()
})

test("[LOGIN-3] a code serves the sign-in that it was sent for, and no other of the same person", async () => {
  const app = await appWithPhone()
  const [one, other] = [testBrowser(app), testBrowser(app)]
  const [first, second] = [await waiting(one), await waiting(other)]
  const vcode = await sentCode(one, first)
  expect((await other.request(loginCalls.checkCode, { ticket: second, vcode })).statusCode).toBe(400)
  expect((await one.request(loginCalls.checkCode, { ticket: first, vcode })).statusCode).toBe(200)
})

test("[LOGIN-3] without a phone or gateway a second factor is refused with a sentence", async () => {
  const app = await appWithPhone()
  await execute(app, sql`update person set phone = null where account = 'head-a2'`)
  const browser = testBrowser(app)
  const input = { account: "head-a2", password: right, variant: "eduLogin" }
  const answer = await browser.request(accountCalls.signIn, input)
  expect([answer.statusCode, answer.json().msg]).toEqual([400, loginMessages.noPhone])
  const silent = await appWithPhone({ sms: null })
  const other = testBrowser(silent)
  const sent = await other.request(loginCalls.sendCheckCode, { ticket: await waiting(other) })
  expect([sent.statusCode, sent.json().msg]).toEqual([400, reauthMessages.smsOff])
})

test("[LOGIN-1][LOGIN-3] adminLogin: slider and second factor always, and nobody but administrators", async () => {
  const app = await appWithPhone()
  const signIn = async (account: string, password: string, isHuman = true) => {
    const browser = testBrowser(app)
    const slider = isHuman ? await browser.slider() : {}
    return browser.request(loginCalls.adminSignIn, { account, password, ...slider })
  }
  expect((await signIn("head-a1", right, false)).json().msg).toBe(captchaMessages.needed)
  expect((await signIn("head-a1", right)).json().errtype).toBe(errtypes.secondFactor)
  expect((await signIn("teacher-a1", right)).json().msg).toBe(loginMessages.adminsOnly)
  // Only who knows the password learns what the account is.
  expect((await signIn("teacher-a1", md5("wrong"))).json().msg).toBe(sessionMessages.wrongCredentials)
  const through = await testBrowser(app).request(accountCalls.signIn, {
    account: "head-a1",
    password: right,
    variant: "adminLogin",
  })
  expect([through.statusCode, through.json().msg]).toEqual([
    400,
    expect.stringContaining(replyMessages.badInput),
  ])
})

async function askForCode(browser: TestBrowser, to: string) {
  return browser.request(loginCalls.sendSignInCode, { phone: to, ...(await browser.slider("sms")) })
}

test("[LOGIN-3] newLogin by SMS answers the same for a phone that nobody has", async () => {
  const app = await appWithPhone()
  const browser = testBrowser(app)
  const nobody = "13700000000"
  const sent = await askForCode(browser, phone)
  expect(sent.json()).toEqual({ ret: 1, data: { phone: maskedPhone(phone), seconds: 300 }, msg: "" })
  const code = (await newestCode(browser)) ?? ""
  const toNobody = await askForCode(browser, nobody)
  expect(toNobody.json()).toEqual({ ret: 1, data: { phone: maskedPhone(nobody), seconds: 300 }, msg: "" })
  expect(await newestCode(browser)).toBe(code)
  const again = [await askForCode(browser, phone), await askForCode(browser, nobody)]
  expect(again.map(({ statusCode }) => statusCode)).toEqual([429, 429])

  const wrong = await browser.request(loginCalls.smsSignIn, { phone, vcode: otherThan(code) })
  const wrongToo = await browser.request(loginCalls.smsSignIn, { phone: nobody, vcode: code })
  expect([wrong.statusCode, wrong.body]).toEqual([wrongToo.statusCode, wrongToo.body])
  expect(wrong.json().msg).toBe(reauthMessages.failed)
  expect((await testBrowser(app).request(loginCalls.smsSignIn, { phone, vcode: code })).statusCode).toBe(400)
  const done = await browser.request(loginCalls.smsSignIn, { phone, vcode: code })
  expect(done.json()).toMatchObject({ ret: 1, data: { orgname: "甲一小学" } })
  expect((await browser.request(loginCalls.smsSignIn, { phone, vcode: code })).statusCode).toBe(400)
})

test("[LOGIN-3] a code is sent for a slider of its own purpose only", async () => {
  const app = await appWithPhone()
  const browser = testBrowser(app)
  const send = (slider: object) => browser.request(loginCalls.sendSignInCode, { phone, ...slider })
  const refusal = { ret: 0, msg: captchaMessages.failed, errtype: errtypes.captcha }
  expect((await send(await browser.slider("login"))).json()).toEqual(refusal)
  expect((await send(await testBrowser(app).slider("sms"))).json()).toEqual(refusal)
  const used = await browser.slider("sms")
  expect((await send(used)).statusCode).toBe(200)
  // DAY-1: the limit comes before the slider.
  expect((await send(used)).statusCode).toBe(429)
  await app.database.transaction(unrestricted, (db) => db.execute(sql`delete from quota`))
  expect((await send(used)).json()).toEqual(refusal)
  expect(await newestCode(browser)).toMatch(/^\d{6}$/)
})

test("[LOGIN-3] that two factors are needed is said only after the right code", async () => {
  const app = await appWithPhone()
  await execute(app, sql`update person set must_use_second_factor = true where account = 'head-a1'`)
  const browser = testBrowser(app)
  await askForCode(browser, phone)
  const code = (await newestCode(browser)) ?? ""
  const wrong = await browser.request(loginCalls.smsSignIn, { phone, vcode: otherThan(code) })
  expect(wrong.json().msg).toBe(reauthMessages.failed)
  const answer = await browser.request(loginCalls.smsSignIn, { phone, vcode: code })
  expect([answer.statusCode, answer.json().msg]).toEqual([400, loginMessages.passwordToo])
  expect(browser.token()).toBeUndefined()
})

test("[LOGIN-5] wrong SMS codes, wrong check codes and wrong passwords are one count", async () => {
  const app = await appWithPhone()
  const browser = testBrowser(app)
  await askForCode(browser, phone)
  const code = (await newestCode(browser)) ?? ""
  for (let n = 0; n < 3; n++) await browser.request(loginCalls.smsSignIn, { phone, vcode: otherThan(code) })
  for (let n = 0; n < 2; n++)
    await browser.request(accountCalls.signIn, {
      account: "head-a1",
      password: md5("wrong"),
      ...(await browser.slider()),
    })
  const answer = await browser.request(loginCalls.smsSignIn, { phone, vcode: code })
  expect([answer.statusCode, answer.json().msg]).toEqual([429, lockedMessage(15 * 60)])
})

test("[LOGIN-3] a changed password ends sign-ins that wait for their second factor", async () => {
  const app = await appWithPhone()
  const browser = testBrowser(app)
  const ticket = await waiting(browser)
  const vcode = await sentCode(browser, ticket)
  const head = await app.as("head-a1")
  const [row] = await execute(app, sql`select id, person_id from session where revoked_at is null`)
  await app.database.transaction(unrestricted, (db) =>
    issueGrant(
      db,
      { sessionId: String(row?.["id"]), personId: String(row?.["person_id"]), mid: "password" },
      "password",
    ),
  )
  await head.send(accountCalls.changePassword, { password: md5("Another-Word-77") })
  const answer = await browser.request(loginCalls.checkCode, { ticket, vcode })
  expect(answer.json()).toEqual({ ret: 0, msg: loginMessages.ticketOver })
})

test("[LOGIN-1] picture codes are limited to 20 a minute; without a picture nobody gets in", async () => {
  const app = await testApp()
  const browser = testBrowser(app)
  const statuses = []
  for (let n = 0; n < 21; n++)
    statuses.push((await browser.request(loginCalls.verificationCode, {})).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  const pictures = { make: fail, code: fail, close: async () => {} }
  const broken = testBrowser(await testApp({ pictures }))
  const answer = await broken.request(loginCalls.verificationCode, {})
  expect([answer.statusCode, answer.json().msg]).toEqual([400, captchaMessages.imageFailed])
  const signIn = { account: "head-a1", password: right, variant: "defaultLogin" }
  expect((await broken.request(accountCalls.signIn, signIn)).json().errtype).toBe(errtypes.captcha)
})

function fail(): Promise<never> {
  return Promise.reject(new Error("no canvas"))
}
