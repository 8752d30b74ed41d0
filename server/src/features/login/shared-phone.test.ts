import { demoPassword } from "@uc/contract/demo/accounts"
import { importMessages } from "@uc/contract/imports/calls"
import { loginCalls, loginMessages } from "@uc/contract/login/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { errtypes, type OfferedAccount } from "@uc/contract/core/reply"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testPasswords } from "../../testing/test-passwords.ts"
import { md5, testApp } from "../../testing/test-app.ts"
import { newestCode, testBrowser, type TestBrowser } from "../../testing/test-browser.ts"
import { checked } from "../../testing/test-import.ts"
import { giveNew, orgCalled } from "../../testing/test-roles.ts"

const right = md5(demoPassword)
const phone = "13900000077"
const nobody = "13700000000"

/** Two accounts of one phone, with the same password. */
async function sharedPhone(parts: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(parts)
  const execute = async (statement: SQL) =>
    (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
  await execute(sql`update person set phone = ${phone} where account in ('teacher-a1', 'teacher-a2')`)
  const byPassword = async (browser: TestBrowser, password = right, account = phone) =>
    browser.request(accountCalls.signIn, { account, password, ...(await browser.slider()) })
  return { app, execute, byPassword }
}

const accountsIn = (answer: { json(): { accounts: OfferedAccount[] } }) => answer.json().accounts
const shown = (accounts: readonly OfferedAccount[]) =>
  accounts.map(({ orgname, account }) => `${orgname} ${account}`)

test("[DISTRICT-3] after the password it is asked which account of the phone, and that one is in", async () => {
  const { app, byPassword } = await sharedPhone()
  const browser = testBrowser(app)
  const asked = await byPassword(browser)
  expect(asked.json()).toMatchObject({ errtype: errtypes.accountChoice, msg: loginMessages.whichAccount })
  const accounts = accountsIn(asked)
  expect(shown(accounts)).toEqual(["甲一小学 teacher-a1", "甲二小学 teacher-a2"])
  expect(browser.token()).toBeUndefined()
  const ticket = accounts[1]?.ticket ?? ""
  // Another browser's is none, nor is one of another step.
  const other = await testBrowser(app).request(loginCalls.chooseAccount, { ticket })
  expect(other.json()).toMatchObject({ msg: loginMessages.ticketOver })
  expect((await browser.request(loginCalls.setPassword, { ticket, password: right })).statusCode).toBe(400)
  const done = await browser.request(loginCalls.chooseAccount, { ticket })
  expect(done.json()).toMatchObject({ ret: 1, data: { orgname: "甲二小学" } })
  const again = await browser.request(loginCalls.chooseAccount, { ticket })
  expect(again.json()).toMatchObject({ msg: loginMessages.ticketOver })
})

test("[DISTRICT-3] an account with another password is not offered: the one that fits is in at once", async () => {
  const { app, execute, byPassword } = await sharedPhone()
  const phc = await testPasswords(inject("pepper")).hash(md5("Andere@2026"))
  await execute(
    sql`update credential set phc = ${phc} where person_id = (select id from person where account = 'teacher-a2')`,
  )
  expect((await byPassword(testBrowser(app))).json()).toMatchObject({ ret: 1, data: { orgname: "甲一小学" } })
  const second = await byPassword(testBrowser(app), md5("Andere@2026"))
  expect(second.json()).toMatchObject({ ret: 1, data: { orgname: "甲二小学" } })
})

test("[DISTRICT-3][LOGIN-5] before the proof a shared phone answers and works like one that nobody has", async () => {
  const real = testPasswords(inject("pepper"))
  let compared = 0
  const matches: typeof real.matches = (md5s, record) => {
    compared++
    return real.matches(md5s, record)
  }
  const { app, execute, byPassword } = await sharedPhone({ passwords: { ...real, matches } })
  await execute(sql`update person set phone = '13900000078' where account = 'head-a1'`)
  const tried: unknown[] = []
  for (const account of [phone, nobody, "13900000078"]) {
    compared = 0
    const answer = await byPassword(testBrowser(app), md5("wrong"), account)
    tried.push([answer.statusCode, answer.json().msg, answer.json().accounts, compared])
  }
  const same = [400, sessionMessages.wrongCredentials, undefined, 3]
  expect(tried).toEqual([same, same, same])
})

test("[DISTRICT-3][LOGIN-5] wrong passwords for a shared phone count for each of its accounts", async () => {
  const { app, byPassword } = await sharedPhone()
  for (let n = 0; n < 5; n++) await byPassword(testBrowser(app), md5("wrong"))
  for (const account of [phone, "teacher-a1", "teacher-a2"])
    expect([account, (await byPassword(testBrowser(app), right, account)).statusCode]).toEqual([account, 429])
})

test("[DISTRICT-3] a code to a shared phone is sent, and asks which account", async () => {
  const { app, execute } = await sharedPhone()
  const browser = testBrowser(app)
  const ask = { phone, ...(await browser.slider("sms")) }
  expect((await browser.request(loginCalls.sendSignInCode, ask)).statusCode).toBe(200)
  const vcode = (await newestCode(browser)) ?? ""
  const asked = await browser.request(loginCalls.smsSignIn, { phone, vcode })
  expect(shown(accountsIn(asked))).toEqual(["甲一小学 teacher-a1", "甲二小学 teacher-a2"])
  const ticket = accountsIn(asked)[0]?.ticket ?? ""
  const done = await browser.request(loginCalls.chooseAccount, { ticket })
  expect(done.json()).toMatchObject({ ret: 1, data: { orgname: "甲一小学" } })
  expect(
    await execute(sql`select account from person where phone = ${phone} and phone_proven_at is not null`),
  ).toEqual([{ account: "teacher-a1" }])
})

test("[DISTRICT-3][DISTRICT-8] the form and the import tell an administrator who else has the phone, as far as they reach", async () => {
  const { app } = await sharedPhone()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const holders = await bureau.send(peopleAdminCalls.phoneHolders, { phone })
  expect(holders.map(({ orgname, usercode }) => `${orgname} ${usercode}`)).toEqual([
    "甲一小学 teacher-a1",
    "甲二小学 teacher-a2",
  ])
  expect(await head.send(peopleAdminCalls.phoneHolders, { phone })).toMatchObject([
    { usercode: "teacher-a1" },
  ])
  const teacher = await app.as("teacher-b1")
  expect((await teacher.request(peopleAdminCalls.phoneHolders, { phone })).statusCode).toBe(403)
  // DISTRICT-8: by a role no further than the role, though a bureau's clerk sees the whole area.
  const clerk = await app.as("clerk-a")
  await giveNew(app, bureau, clerk, {
    name: "甲二人事",
    permissions: ["people.manage"],
    scopeKind: "chosen",
    organisations: [await orgCalled(app, "甲二小学")],
  })
  expect(await clerk.send(peopleAdminCalls.phoneHolders, { phone })).toMatchObject([
    { usercode: "teacher-a2" },
  ])

  const { orgid } = await head.send(accountCalls.current, {})
  const [department] = await head.send(departmentCalls.tree, { orgid })
  const lines = `账号,姓名,手机号,部门,单位\nnew.yi,新一,${phone},${department?.name},甲一小学\n`
  const [own] = await bureau.send(peopleAdminCalls.phoneHolders, { phone, exceptPersonid: "1" })
  expect(own?.usercode).toBe("teacher-a1")
  // OPERATE-4: in the same organisation too it is told and not refused.
  const same = await checked(app, bureau, "people", lines)
  expect([same.state, same.notes]).toMatchObject(["ready", [expect.stringContaining("第2行与甲")]])
  const { nickname } = holders[1] ?? { nickname: "" }
  const other = `账号,姓名,手机号,部门,单位\nteacher-a1,甲,${phone},${department?.name},甲一小学\n`
  const told = await checked(app, bureau, "people", other)
  expect([told.state, told.notes]).toEqual([
    "ready",
    [importMessages.phonesShared([`第2行与甲二小学的“${nickname}（teacher-a2）”`], 1)],
  ])
  expect((await checked(app, head, "people", other)).notes).toEqual([])
})
