import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { captchaMessages } from "@uc/contract/captcha/calls"
import { errtypes, type OfferedAccount } from "@uc/contract/core/reply"
import { demoPassword } from "@uc/contract/demo/accounts"
import { resetCalls, resetMessages } from "@uc/contract/login/reset-calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { md5, testApp, type TestApp } from "../../testing/test-app.ts"
import { newestCode, testBrowser, type TestBrowser } from "../../testing/test-browser.ts"

const phone = "13911112222"
const fresh = md5("Qing!Shan#26")

const execute = (app: TestApp, statement: SQL) =>
  app.database.transaction(unrestricted, (db) => db.execute(statement))

/** Teachers with this phone. */
async function withPhone(...accounts: string[]) {
  const app = await testApp()
  await execute(
    app,
    sql`update person set phone = ${phone} where account = any(${sql.param(accounts)}::text[])`,
  )
  return { app, browser: testBrowser(app) }
}

const send = async (browser: TestBrowser, to = phone) =>
  (await browser.request(resetCalls.sendCode, { phone: to, ...(await browser.slider("sms")) })).json()

async function proven(browser: TestBrowser): Promise<OfferedAccount[]> {
  await send(browser)
  const given = { phone, vcode: (await newestCode(browser)) ?? "" }
  return (await browser.request(resetCalls.checkCode, given)).json().data.accounts
}

const set = async (browser: TestBrowser, ticket: string | undefined, password = fresh) =>
  browser.request(resetCalls.setPassword, { ticket, password })

test("[DAY-15] a code to the phone sets a new password and ends the account's sessions", async () => {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const browser = testBrowser(app)
  const teacher = await app.as("teacher-a1")
  await execute(app, sql`update person set phone = ${phone} where account = 'teacher-a1'`)
  const [account] = await proven(browser)
  expect(account).toMatchObject({ account: "teacher-a1" })
  expect((await set(browser, account?.ticket)).json()).toMatchObject({ data: { usercode: "teacher-a1" } })
  nowMs += 1001
  expect((await teacher.request(accountCalls.current, {})).statusCode).toBe(401)
  const signIn = async (password: string) =>
    (await testBrowser(app).request(accountCalls.signIn, { account: "teacher-a1", password })).statusCode
  expect([await signIn(fresh), await signIn(md5(demoPassword))]).toEqual([200, 400])
  // Used once, and by this browser alone.
  expect((await set(browser, account?.ticket, md5("Bai!Yun#2026"))).json().msg).toBe(resetMessages.ticketOver)
})

test("[DAY-15] an unknown phone gets the same answer, and no code is right for it", async () => {
  const { app, browser } = await withPhone("teacher-a1")
  const known = await send(browser)
  const other = testBrowser(app)
  expect(await send(other, "13800009999")).toEqual({
    ...known,
    data: { ...known.data, phone: "138****9999" },
  })
  expect(await newestCode(other)).toBe(await newestCode(browser))
  const wrong = await other.request(resetCalls.checkCode, { phone: "13800009999", vcode: "123456" })
  expect(wrong.json()).toMatchObject({ ret: 0, msg: reauthMessages.failed })
})

test("[DAY-15] of a phone that several have the account is chosen, and only its password changes", async () => {
  const { app, browser } = await withPhone("teacher-a1", "teacher-a2")
  const accounts = await proven(browser)
  expect(accounts.map(({ account }) => account).toSorted()).toEqual(["teacher-a1", "teacher-a2"])
  const chosen = accounts.find(({ account }) => account === "teacher-a2")
  expect((await set(browser, chosen?.ticket)).statusCode).toBe(200)
  for (const [account, password] of [
    ["teacher-a1", md5(demoPassword)],
    ["teacher-a2", fresh],
  ] as const)
    expect((await testBrowser(app).request(accountCalls.signIn, { account, password })).statusCode).toBe(200)
})

test("[DAY-15] a weak or the old password is refused, another browser's or an altered ticket too", async () => {
  const { app, browser } = await withPhone("teacher-a1")
  const [account] = await proven(browser)
  const said = async (ticket = account?.ticket, password = fresh, from = browser) =>
    (await set(from, ticket, password)).json().msg
  expect(await said(account?.ticket, md5("12345678"))).toBe(sessionMessages.passwordCommon)
  await execute(app, sql`update credential set phc = phc`)
  expect(await said(account?.ticket, fresh, testBrowser(app))).toBe(resetMessages.ticketOver)
  expect(await said(account?.ticket.replace(/^[0-9]+/, "1"))).toBe(resetMessages.ticketOver)
  expect(await said(account?.ticket.replace(/\.([0-9]+)\./, ".99999999999999."))).toBe(
    resetMessages.ticketOver,
  )
  expect((await set(browser, account?.ticket)).statusCode).toBe(200)
})

test("[DAY-15] who must use two factors is sent to an administrator, after the code", async () => {
  const { app, browser } = await withPhone("teacher-a1")
  await execute(app, sql`update person set must_use_second_factor = true where account = 'teacher-a1'`)
  await send(browser)
  const given = { phone, vcode: (await newestCode(browser)) ?? "" }
  expect((await browser.request(resetCalls.checkCode, given)).json().msg).toBe(resetMessages.notHere)
})

test("[DAY-15] five wrong codes lock the account like wrong passwords", async () => {
  const { browser } = await withPhone("teacher-a1")
  await send(browser)
  const right = (await newestCode(browser)) ?? ""
  const wrong = right === "000000" ? "000001" : "000000"
  const check = async (vcode: string) =>
    (await browser.request(resetCalls.checkCode, { phone, vcode })).json().msg
  for (let n = 0; n < 4; n++) expect(await check(wrong)).toBe(reauthMessages.failed)
  expect(await check(wrong)).toContain("登录失败次数过多")
})

test("[DAY-15][DAY-1] without a gateway nothing is sent; a limit is told before the slider", async () => {
  const off = testBrowser(await testApp({ sms: null }))
  expect((await send(off)).msg).toBe(reauthMessages.smsOff)
  const { browser } = await withPhone("teacher-a1")
  const bare = async () => (await browser.request(resetCalls.sendCode, { phone })).json()
  expect(await bare()).toMatchObject({ msg: captchaMessages.needed, errtype: errtypes.captcha })
  await send(browser)
  expect((await bare()).msg).toContain("短信发送过于频繁")
})
