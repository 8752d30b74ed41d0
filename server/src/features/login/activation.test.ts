import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { demoMessageCalls } from "@uc/contract/demo/message-calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { firstPasswordCalls, firstPasswordLimits } from "@uc/contract/first-passwords/calls"
import { activationCalls, activationMessages, activationRefusals } from "@uc/contract/login/activation-calls"
import { logCalls } from "@uc/contract/logs/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { deleteExpired } from "../../scheduler/delete-expired.ts"
import { guessLimit } from "../../security/guesses.ts"
import { md5, testApp, type TestClient } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { decryptedXlsx } from "../../testing/test-encrypted.ts"
import { uploaded } from "../../testing/test-import.ts"
import { rowsOf } from "../../testing/test-rows.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

const own = "Meine@2026#eins"

/** Two new people of a school: 新一 with a phone, 新二 without. */
async function school() {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const [one] = await head.send(departmentCalls.tree, { orgid })
  const people = `账号,姓名,手机号,部门,单位\nxin.yi,新一,13812340001,${one?.name},甲一小学\nxin.er,新二,,${one?.name},甲一小学\n`
  await uploaded(app, await app.as("bureau-a"), "people", people)
  const rows = async (query: SQL) =>
    (await app.database.transaction(unrestricted, (db) => db.execute(query))).rows
  const idOf = async (account: string) =>
    String((await rows(sql`select id::text from person where account = ${account}`))[0]?.["id"])
  const sensitively = async (by: TestClient, run: () => ReturnType<TestClient["request"]>) => {
    await grantFor(app, by, "person-password")
    return run()
  }
  /** Of links, or of passwords; the newest sheet once it is made. */
  const begin = async (input: object = {}) => {
    await sensitively(head, () =>
      head.request(firstPasswordCalls.begin, {
        orgid,
        secretKind: "link",
        way: "sheet",
        scope: "all",
        ...input,
      }),
    )
    await expect
      .poll(async () => (await head.send(firstPasswordCalls.list, {}))[0]?.state, {
        interval: 50,
        timeout: 60_000,
      })
      .not.toBe("running")
    const [sheet] = await head.send(firstPasswordCalls.list, {})
    if (!sheet) throw new Error("no sheet")
    return sheet
  }
  /** What stands in its file: by account the link or the password. */
  const handedOut = async (id: string) => {
    const answer = await sensitively(head, () => head.request(firstPasswordCalls.download, { id }))
    const { data } = answer.json<{ data: { name: string; content: string; password: string } }>()
    const opened = decryptedXlsx(Buffer.from(data.content, "base64"), data.password)
    const [, ...lines] = opened ? (readXlsx(opened).sheets[0] ?? []) : []
    return { name: data.name, by: new Map(lines.map((line) => [String(line[1]), String(line[3])])) }
  }
  const linkOf = async (account: string, input: object = {}) =>
    (await handedOut((await begin(input)).id)).by.get(account) ?? ""
  const look = (key: string) => app.anonymous.request(activationCalls.look, { key })
  const activate = (key: string, password = own) =>
    app.anonymous.request(activationCalls.activate, { key, password: md5(password) })
  const signIn = (account: string, password: string) =>
    app.anonymous.request(accountCalls.signIn, { account, password: md5(password) })
  return { app, head, orgid, rows, idOf, begin, handedOut, linkOf, look, activate, signIn }
}

const keyOf = (link: string) => link.split("#/activate?k=")[1] ?? ""

test("[DISTRICT-1] a link of the file shows whose it is, takes a password once, and they sign in", async () => {
  const { app, head, orgid, begin, handedOut, look, activate, signIn } = await school()
  const sheet = await begin()
  expect(sheet).toMatchObject({ state: "ready", secretKind: "link", total: 2, inSheet: 2, activated: 0 })
  const { name, by } = await handedOut(sheet.id)
  expect(name).toBe("甲一小学激活链接.xlsx")
  const link = by.get("xin.yi") ?? ""
  expect(link).toMatch(/^https?:\/\/[^#]+\/static\/usercenter\/#\/activate\?k=[\w-]{24}$/)
  expect((await look(keyOf(link))).json()).toMatchObject({
    data: { nickname: "新一", orgname: "甲一小学", usercode: "xin.yi", until: sheet.until },
  })
  const done = await activate(keyOf(link))
  expect(done.json()).toMatchObject({ data: { usercode: "xin.yi" } })
  // They sign in like everybody, with whatever else that asks for.
  expect(String(done.headers["set-cookie"])).not.toContain("uc_sid")
  expect((await signIn("xin.yi", own)).json()).toMatchObject({ data: { nickname: "新一" } })
  const inactive = await head.send(peopleAdminCalls.list, { orgid, isInactive: 1 })
  expect(inactive.items.map(({ usercode }) => usercode)).toEqual(["xin.er"])
  expect((await head.send(firstPasswordCalls.list, {}))[0]).toMatchObject({ activated: 1 })

  const other = "Andere@2026#zwei"
  expect((await activate(keyOf(link), other)).json()).toMatchObject({ msg: activationRefusals.used })
  expect((await look(keyOf(link))).json()).toMatchObject({ msg: activationRefusals.used })
  expect((await signIn("xin.yi", other)).json()).toMatchObject({ msg: sessionMessages.wrongCredentials })
  expect((await app.anonymous.request(activationCalls.look, { key: "" })).statusCode).toBe(400)
})

test("[DISTRICT-1] links and passwords of a sheet end at the moment that it says, whenever they were made", async () => {
  const { rows, begin } = await school()
  const [links, passwords] = [await begin(), await begin({ secretKind: "password" })]
  expect(
    await rows(sql`
      select 'link' as kind, f.until = a.until as "isSame"
        from first_password f join activation_link a on a.person_id = f.person_id where f.sheet_id = ${links.id}
      union all
      select 'password', f.until = c.one_time_until
        from first_password f join credential c on c.person_id = f.person_id where f.sheet_id = ${passwords.id}
      order by kind`),
  ).toEqual(["link", "link", "password", "password"].map((kind) => ({ kind, isSame: true })))
})

test("[DISTRICT-1] a link's secret stands nowhere in the database once the file is taken", async () => {
  const { app, linkOf, activate, head } = await school()
  const key = keyOf(await linkOf("xin.yi"))
  await activate(key)
  const everything = JSON.stringify(await rowsOf(app.url))
  for (const secret of [key, Buffer.from(key, "base64url").toString("hex"), Buffer.from(key).toString("hex")])
    expect(everything).not.toContain(secret)
  const { items } = await head.send(logCalls.audit, { action: "activation.activate" })
  expect(JSON.stringify(items)).toContain("新一")
})

test("[DISTRICT-1] by SMS the person alone gets the link; who has no phone stands in the file", async () => {
  const { app, begin, handedOut, look } = await school()
  const sheet = await begin({ way: "sms", days: 3 })
  expect(sheet).toMatchObject({ state: "ready", inSheet: 1, bySms: 1 })
  const [message] = await app.anonymous.send(demoMessageCalls.list, {})
  const [, link = ""] =
    /账号xin\.yi已开通，请在\d+月\d+日前打开 (\S+) 设置密码/.exec(message?.text ?? "") ?? []
  expect((await look(keyOf(link))).json()).toMatchObject({ data: { usercode: "xin.yi" } })
  expect([...(await handedOut(sheet.id)).by.keys()]).toEqual(["xin.er"])
})

test("[DISTRICT-1] a later link, and a one-time password, replace the one before", async () => {
  const { app, head, idOf, linkOf, look, activate, signIn } = await school()
  const first = keyOf(await linkOf("xin.yi"))
  const second = keyOf(await linkOf("xin.yi"))
  expect((await look(first)).json()).toMatchObject({ msg: activationRefusals.replaced })
  expect((await look(second)).statusCode).toBe(200)
  await grantFor(app, head, "person-password")
  await head.request(peopleAdminCalls.resetPassword, { personid: await idOf("xin.yi") })
  expect((await activate(second)).json()).toMatchObject({ msg: activationRefusals.replaced })
  // And the other way: a link ends the one-time password.
  const password = await linkOf("xin.yi", { secretKind: "password" })
  expect((await look(second)).json()).toMatchObject({ msg: activationRefusals.replaced })
  await linkOf("xin.yi")
  expect((await signIn("xin.yi", password)).json()).toMatchObject({ msg: sessionMessages.wrongCredentials })
})

test("[DISTRICT-1] an expired link says so, also after the rows of its batch are deleted", async () => {
  const { app, rows, linkOf, look, activate } = await school()
  const key = keyOf(await linkOf("xin.yi"))
  for (const table of ["activation_link", "first_password", "first_password_sheet"])
    await rows(sql`update ${sql.identifier(table)} set until = now() - interval '1 minute'`)
  await deleteExpired(app.database)
  expect((await look(key)).json()).toMatchObject({ msg: activationRefusals.expired })
  expect((await activate(key)).json()).toMatchObject({ msg: activationRefusals.expired })
  await rows(
    sql`update activation_link set until = now() - ${`${firstPasswordLimits.keptDays + 1} days`}::interval`,
  )
  await deleteExpired(app.database)
  expect(await rows(sql`select from activation_link`)).toEqual([])
})

test.each([
  ["person", sql`update person set disabled_at = now() where account = 'xin.yi'`],
  ["organisation", sql`update organisation set disabled_at = now() where name = '甲一小学'`],
])("[DISTRICT-1] the link of a disabled %s activates nothing", async (_what, disable) => {
  const { rows, linkOf, look, activate } = await school()
  const key = keyOf(await linkOf("xin.yi"))
  await rows(disable)
  expect((await look(key)).json()).toMatchObject({ msg: activationRefusals.disabled })
  expect((await activate(key)).json()).toMatchObject({ msg: activationRefusals.disabled })
  expect(
    await rows(sql`select from credential c join person p on p.id = c.person_id where account = 'xin.yi'`),
  ).toEqual([])
})

test("[DISTRICT-1] who has proven their phone meanwhile keeps the account: the link sets no password", async () => {
  const { rows, linkOf, activate } = await school()
  const key = keyOf(await linkOf("xin.yi"))
  await rows(sql`update person set phone_proven_at = now() where account = 'xin.yi'`)
  expect((await activate(key)).json()).toMatchObject({ msg: activationRefusals.used })
})

test("[DISTRICT-1] a link takes no password that the rules refuse, and is not spent by it", async () => {
  const { linkOf, activate } = await school()
  const key = keyOf(await linkOf("xin.yi"))
  for (const [bad, msg] of [
    ["12345678", sessionMessages.passwordCommon],
    ["xin.yi2026", sessionMessages.passwordIsAccount],
  ] as const)
    expect((await activate(key, bad)).json()).toMatchObject({ msg, field: "password" })
  expect((await activate(key)).statusCode).toBe(200)
})

test("[DISTRICT-1] of two that use a link at once one is too late", async () => {
  const { linkOf, activate, signIn } = await school()
  const key = keyOf(await linkOf("xin.yi"))
  const passwords = ["Erste@2026#eins", "Zweite@2026#zwei"]
  const answers = await Promise.all(passwords.map((password) => activate(key, password)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  const winner = passwords[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? ""
  expect((await signIn("xin.yi", winner)).json()).toMatchObject({ data: { nickname: "新一" } })
})

test("[DISTRICT-1] guessing links is limited by address; links that were handed out count nothing", async () => {
  const { rows, linkOf, look } = await school()
  const key = keyOf(await linkOf("xin.yi"))
  const counted = async () =>
    Number((await rows(sql`select sum(n) as n from quota where key like 'activation-link:%'`))[0]?.["n"] ?? 0)
  await look(key)
  expect(await counted()).toBe(0)
  expect((await look("x".repeat(24))).json()).toMatchObject({ msg: activationRefusals.unknown })
  expect(await counted()).toBe(1)
  await rows(sql`update quota set n = ${guessLimit.atMost - 1} where key like 'activation-link:%'`)
  await look("y".repeat(24))
  const shut = await look("z".repeat(24))
  expect([shut.statusCode, shut.json()]).toMatchObject([429, { msg: activationMessages.addressBusy }])
  // Nobody who has the same address is kept from signing in.
  expect(await rows(sql`select from auth_failure where scope = 'address' and n > 0`)).toEqual([])
})
