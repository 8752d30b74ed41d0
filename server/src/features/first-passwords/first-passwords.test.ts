import { accountCalls } from "@uc/contract/account/calls"
import { demoMessageCalls } from "@uc/contract/demo/message-calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { errtypes } from "@uc/contract/core/reply"
import {
  firstPasswordCalls,
  firstPasswordMessages,
  type FirstPasswordSheet,
} from "@uc/contract/first-passwords/calls"
import { loginCalls } from "@uc/contract/login/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { deleteExpired } from "../../scheduler/delete-expired.ts"
import { cookiesOf, md5, testApp, type TestClient } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { decryptedXlsx } from "../../testing/test-encrypted.ts"
import { uploaded } from "../../testing/test-import.ts"
import { rowsOf } from "../../testing/test-rows.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

async function school() {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const { orgid } = await head.send(accountCalls.current, {})
  const [one] = await head.send(departmentCalls.tree, { orgid })
  const department = one?.name ?? ""
  const rows = async (query: SQL) =>
    (await app.database.transaction(unrestricted, (db) => db.execute(query))).rows
  const idOf = async (account: string) =>
    String((await rows(sql`select id::text from person where account = ${account}`))[0]?.["id"])
  const imported = await uploaded(
    app,
    bureau,
    "people",
    `账号,姓名,手机号,部门,单位\nxin.yi,新一,13812340001,${department},甲一小学\nxin.er,新二,,${department},甲一小学\n`,
  )
  const begin = async (by: TestClient, input: Record<string, unknown>) => {
    await grantFor(app, by, "person-password")
    return by.request(firstPasswordCalls.begin, { way: "sheet", ...input })
  }
  const download = async (by: TestClient, id: string) => {
    await grantFor(app, by, "person-password")
    return by.request(firstPasswordCalls.download, { id })
  }
  return { app, head, bureau, orgid, department, rows, idOf, importId: imported.id, begin, download }
}

/** The newest one, once it is made. */
async function made(by: TestClient): Promise<FirstPasswordSheet> {
  let sheet: FirstPasswordSheet | undefined
  await expect
    .poll(
      async () => {
        ;[sheet] = await by.send(firstPasswordCalls.list, {})
        return sheet?.state ?? "none"
      },
      { interval: 50, timeout: 60_000 },
    )
    .not.toMatch(/^(running|none)$/)
  if (!sheet) throw new Error("no sheet")
  return sheet
}

const signIn = ({ anonymous }: { anonymous: TestClient }, account: string, password: string) =>
  anonymous.request(accountCalls.signIn, { account, password: md5(password) })

test("[DISTRICT-1] an organisation's first passwords come once, in a file that a password opens", async () => {
  const { app, head, orgid, begin, download } = await school()
  const begun = await begin(head, { orgid })
  expect(begun.json()).toMatchObject({ data: { people: 2, organisations: 1 } })
  const sheet = await made(head)
  expect(sheet).toMatchObject({ state: "ready", orgid, total: 2, inSheet: 2, bySms: 0, activated: 0 })
  const { content, password } = (await download(head, sheet.id)).json<{
    data: { content: string; password: string }
  }>().data
  const opened = decryptedXlsx(Buffer.from(content, "base64"), password)
  const lines = (opened ? (readXlsx(opened).sheets[0] ?? []) : []).slice(1)
  expect(lines.map(([name, account]) => `${name} ${account}`).toSorted()).toEqual([
    "新一 xin.yi",
    "新二 xin.er",
  ])
  const first = String(lines.find(([, account]) => account === "xin.yi")?.[3])
  expect((await signIn(app, "xin.yi", first)).json()).toMatchObject({ errtype: errtypes.newPassword })

  const again = await download(head, sheet.id)
  expect([again.statusCode, again.json()]).toMatchObject([
    409,
    { msg: firstPasswordMessages.downloadedBefore },
  ])
  expect((await head.send(firstPasswordCalls.list, {}))[0]).toMatchObject({ state: "downloaded" })
  // Neither as it is nor in the form that the browser sends.
  const everything = JSON.stringify(await rowsOf(app.url))
  for (const secret of [first, password, md5(first)]) expect(everything).not.toContain(secret)
})

test("[DISTRICT-1] who has activated the account is left out, and is no longer listed as 未激活", async () => {
  const { app, head, orgid, idOf, begin, download } = await school()
  const inactive = async () =>
    (await head.send(peopleAdminCalls.list, { orgid, isInactive: 1 })).items.map(({ usercode }) => usercode)
  expect((await inactive()).toSorted()).toEqual(["xin.er", "xin.yi"])
  const personids = [await idOf("xin.yi"), await idOf("teacher-a1")]
  const begun = await begin(head, { personids })
  expect(begun.json()).toMatchObject({ data: { people: 1, activated: 1 } })
  const sheet = await made(head)
  const { content, password } = (await download(head, sheet.id)).json<{
    data: { content: string; password: string }
  }>().data
  const opened = decryptedXlsx(Buffer.from(content, "base64"), password)
  const secret = String((opened ? readXlsx(opened).sheets[0] : undefined)?.[1]?.[3])
  const first = await signIn(app, "xin.yi", secret)
  const { ticket } = first.json<{ ticket: string }>()
  const set = { ticket, password: md5("Meine@2026") }
  await app.anonymous.request(loginCalls.setPassword, set, { cookie: cookiesOf(first) })
  expect(await inactive()).toEqual(["xin.er"])
  expect(await head.send(firstPasswordCalls.list, {})).toMatchObject([{ activated: 1 }])
  const none = await begin(head, { personids: [await idOf("xin.yi")] })
  expect(none.json()).toMatchObject({ msg: firstPasswordMessages.noneLeft })
})

test("[DISTRICT-1] by SMS the person alone learns it; who has no phone stands in the file", async () => {
  const { app, head, orgid, begin } = await school()
  await begin(head, { orgid, way: "sms", days: 3 })
  expect(await made(head)).toMatchObject({ state: "ready", inSheet: 1, bySms: 1, failed: 0 })
  const [message] = await app.anonymous.send(demoMessageCalls.list, {})
  const [, secret = ""] =
    /账号xin\.yi已开通，一次性密码：([A-Za-z0-9-]{14})，/.exec(message?.text ?? "") ?? []
  expect((await signIn(app, "xin.yi", secret)).json()).toMatchObject({ errtype: errtypes.newPassword })
})

test("[DISTRICT-1] without a gateway no way by SMS is taken", async () => {
  const { app, head, orgid } = await school()
  const without = await app.another({ sms: null })
  await grantFor(app, head, "person-password")
  const refused = await without.as(head).request(firstPasswordCalls.begin, { orgid, way: "sms" })
  expect(refused.json()).toMatchObject({ msg: firstPasswordMessages.smsOff, field: "way" })
})

test("[DISTRICT-1] an import's new people get theirs; the school's administrator is told by the bell", async () => {
  const { head, bureau, importId, begin, download } = await school()
  expect((await begin(head, { importid: importId })).statusCode).toBe(403)
  const begun = await begin(bureau, { importid: importId })
  expect(begun.json()).toMatchObject({ data: { people: 2, organisations: 1 } })
  const sheet = await made(head)
  const { items } = await head.send(noticeCalls.bell, {})
  expect(items.map(({ title }) => title)).toContain(firstPasswordMessages.ready("甲一小学", 2, "password"))
  expect((await download(head, sheet.id)).statusCode).toBe(200)
})

test("[DISTRICT-1] nobody gets passwords of people whom they may not reset", async () => {
  const { app, head, bureau, orgid, rows, idOf, begin, download } = await school()
  const teacher = await app.as("teacher-a1")
  expect((await begin(teacher, { orgid })).statusCode).toBe(403)
  expect(
    (await begin(head, { personids: [await idOf("xin.yi"), await idOf("teacher-a2")] })).statusCode,
  ).toBe(403)
  expect((await head.request(firstPasswordCalls.begin, { way: "sheet" })).statusCode).toBe(400)
  // The bureau's: somebody above the school's administrator is among them.
  await rows(sql`update person set admintype = 2 where account = 'xin.er'`)
  await begin(bureau, { orgid })
  const sheet = await made(bureau)
  const refused = await download(head, sheet.id)
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { msg: firstPasswordMessages.aboveYou }])
  const foreign = await app.as("head-a2")
  expect((await download(foreign, sheet.id)).statusCode).toBe(403)
  expect(await foreign.send(firstPasswordCalls.list, {})).toEqual([])
  expect((await download(bureau, sheet.id)).statusCode).toBe(200)
})

test("[DISTRICT-1] what a stopped process has left is made by another; a second batch replaces the first", async () => {
  const { app, head, orgid, rows, begin, download } = await school()
  await begin(head, { orgid })
  const old = await made(head)
  await rows(sql`update first_password set state = 'waiting', sealed = null`)
  const other = await app.another()
  expect(await made(other.as(head))).toMatchObject({ id: old.id, state: "ready", inSheet: 2 })
  await begin(head, { orgid, scope: "all" })
  const renewed = await made(head)
  expect(renewed.id).not.toBe(old.id)
  expect((await download(head, old.id)).json()).toMatchObject({ msg: firstPasswordMessages.nothingLeft })
  expect((await download(head, renewed.id)).statusCode).toBe(200)
})

test("[DISTRICT-1] what nobody has taken is deleted when it expires", async () => {
  const { app, head, orgid, rows, begin, download } = await school()
  await begin(head, { orgid })
  const sheet = await made(head)
  await rows(sql`update first_password set until = now() - interval '1 minute'`)
  await rows(sql`update first_password_sheet set until = now() - interval '1 minute'`)
  expect((await download(head, sheet.id)).json()).toMatchObject({ msg: firstPasswordMessages.nothingLeft })
  await deleteExpired(app.database)
  expect(await rows(sql`select * from first_password`)).toEqual([])
  expect(await head.send(firstPasswordCalls.list, {})).toMatchObject([{ state: "expired", activated: null }])
})

test("[OPERATE-3] who has one that is still good keeps it, unless all are asked for", async () => {
  const { app, head, orgid, rows, idOf, begin, download } = await school()
  const count = () => head.send(firstPasswordCalls.count, { orgid })
  expect(await count()).toMatchObject({ missing: 2, holding: 0 })
  await begin(head, { personids: [await idOf("xin.yi")] })
  const first = await made(head)
  expect((await begin(head, { orgid })).json()).toMatchObject({ data: { people: 1, holding: 1 } })
  await made(head)
  expect((await download(head, first.id)).statusCode).toBe(200)
  expect(await count()).toMatchObject({ missing: 0, holding: 2 })
  const refused = await begin(head, { orgid })
  expect(refused.json()).toMatchObject({ msg: firstPasswordMessages.allHold(2) })
  expect((await begin(head, { orgid, scope: "all" })).json()).toMatchObject({
    data: { people: 2, holding: 0 },
  })
  // What has expired is nobody's any more.
  await made(head)
  await rows(sql`update first_password set until = now() - interval '1 minute'`)
  await rows(
    sql`update credential set one_time_until = now() - interval '1 minute' where one_time_until is not null`,
  )
  expect(await count()).toMatchObject({ missing: 2, holding: 0 })
  // Of people beyond reach nothing is counted.
  const foreign = await app.as("head-a2")
  expect((await foreign.request(firstPasswordCalls.count, { orgid })).statusCode).toBe(403)
})
