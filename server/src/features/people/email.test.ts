import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { profileCalls } from "@uc/contract/account/profile-calls"
import { errtypes } from "@uc/contract/core/reply"
import { departmentCalls } from "@uc/contract/departments/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { logCalls } from "@uc/contract/logs/calls"
import { loginCalls } from "@uc/contract/login/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { emailMessages } from "@uc/contract/people/email"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { rowsIn } from "../../testing/test-roles.ts"
import { md5, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

let app: TestApp
let head: TestClient
let orgid: string

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  head = await app.as("head-a1")
  orgid = (await head.send(accountCalls.current, {})).orgid
  await rowsIn(app, sql`update person set email = null`)
})
afterAll(async () => {
  for (const work of clean) await work()
})

const idOf = async (account: string) =>
  (await rowsIn<{ id: string }>(app, sql`select id::text from person where account = ${account}`))[0]?.id ??
  ""
const emailOf = async (id: string) =>
  (await rowsIn<{ email: string }>(app, sql`select email from person where id = ${id}::bigint`))[0]?.email
const setEmail = (account: string, email: string | null) =>
  rowsIn(app, sql`update person set email = ${email} where account = ${account}`)

let number = 0
async function added(email: string) {
  const [place] = await head.send(departmentCalls.tree, { orgid })
  await grantFor(app, head, "person")
  return head.request(peopleAdminCalls.add, {
    orgid,
    account: `mail.${++number}`,
    nickname: "单有信",
    email,
    places: [{ deptid: place?.id ?? "", postid: null, isMain: true }],
  })
}
async function changed(personid: string, more: { email?: string }) {
  const { version } = await head.send(peopleAdminCalls.details, { personid })
  await grantFor(app, head, "person")
  return head.request(peopleAdminCalls.change, { personid, version, nickname: "单有信", ...more })
}

test("[SSO-13] an administrator writes a mail address, which is stored as written and shown in part", async () => {
  const answer = await added(" You.Xin@School.cn ")
  expect(answer.statusCode).toBe(200)
  const { id } = answer.json<{ data: { id: string } }>().data
  expect(await emailOf(id)).toBe("You.Xin@School.cn")
  const shown = "Y***@School.cn"
  expect((await head.send(peopleAdminCalls.details, { personid: id })).email).toBe(shown)
  const listed = await head.send(peopleAdminCalls.list, { orgid, name: `mail.${number}` })
  expect(listed.items.map(({ email }) => email)).toEqual([shown])
  const file = await head.send(peopleAdminCalls.export, { orgid })
  const cells = readXlsx(Buffer.from(file.content, "base64")).sheets.flat(2).map(String)
  expect(cells).toContain("邮箱")
  expect(cells).toContain(shown)
  expect(cells.join()).not.toContain("You.Xin@School.cn")

  expect((await changed(id, {})).statusCode).toBe(200)
  expect(await emailOf(id)).toBe("You.Xin@School.cn")
  expect((await changed(id, { email: "other@school.cn" })).statusCode).toBe(200)
  expect(await emailOf(id)).toBe("other@school.cn")
  const { items } = await head.send(logCalls.audit, { limit: 1 })
  expect(JSON.stringify(items)).toContain("o***@school.cn")
  expect(JSON.stringify(items)).not.toMatch(/You\.Xin|other@/)
  expect((await changed(id, { email: "" })).statusCode).toBe(200)
  expect(await emailOf(id)).toBeNull()
})

test("[SSO-13] two people share a mail address, as families do", async () => {
  expect((await added("family@home.example")).statusCode).toBe(200)
  expect((await added("Family@home.example")).statusCode).toBe(200)
})

test("[SSO-13] what is no mail address is refused at its field", async () => {
  for (const email of ["zhangsan", "a@b@c.cn", "a@school", "a\u0007@school.cn", `${"a".repeat(250)}@b.cn`])
    expect((await added(email)).json<{ msg: string }>().msg, email).toContain(emailMessages.wrong)
})

test("[SSO-13] somebody is found by the whole mail address, by those who may call them alone", async () => {
  await setEmail("teacher-a1", "Lao.Shi@school.cn")
  await setEmail("teacher-b1", "lao.shi@school.cn")
  const [own, other] = [await idOf("teacher-a1"), await idOf("teacher-b1")]
  const found = async (account: string, words: string) =>
    (await (await app.as(account)).send(peopleCalls.find, { words })).map(({ id }) => id)
  expect(await found("head-a1", "lao.shi@SCHOOL.cn")).toEqual([own])
  expect(await found("head-b1", "lao.shi@school.cn")).toEqual([other])
  // A part of it would let anybody find out the rest letter by letter.
  for (const part of ["lao.shi@", "@school.cn", "ao.shi@school.cn"])
    expect(await found("head-a1", part), part).toEqual([])
  expect(await found("clerk-a", "lao.shi@school.cn")).toEqual([])
  // A name may have the sign too.
  await rowsIn(app, sql`update person set name = '外教@甲' where account = 'teacher-a1'`)
  expect(await found("head-a1", "外教@")).toEqual([own])
})

test("[SSO-13] a mail address lets nobody sign in, and gets nobody a new password", async () => {
  await setEmail("teacher-a1", "lao.shi@school.cn")
  const signedIn = await app.anonymous.request(accountCalls.signIn, {
    account: "lao.shi@school.cn",
    password: md5(demoPassword),
  })
  expect(signedIn.json()).toMatchObject({ msg: sessionMessages.wrongCredentials })
  const byCode = await app.anonymous.request(loginCalls.smsSignIn, {
    phone: "lao.shi@school.cn",
    vcode: "123456",
  })
  expect(byCode.statusCode).toBe(400)
})

test("[SSO-13] everybody sees and changes their own mail address, after they have proven who they are", async () => {
  await setEmail("teacher-a1", null)
  const teacher = await app.as("teacher-a1")
  const id = await idOf("teacher-a1")
  expect((await teacher.send(profileCalls.own, {})).email).toBeNull()
  const email = "Own.Mail@school.cn"
  expect((await teacher.request(profileCalls.saveEmail, { email })).json()).toMatchObject({
    errtype: errtypes.grantNeeded,
    mid: "email",
  })
  expect(await emailOf(id)).toBeNull()
  await grantFor(app, teacher, "email")
  expect(await teacher.send(profileCalls.saveEmail, { email })).toEqual({ email: "O***@school.cn" })
  expect(await emailOf(id)).toBe(email)
  expect((await teacher.send(profileCalls.own, {})).email).toBe("O***@school.cn")
  const [line] = await rowsIn<{ detail: unknown }>(
    app,
    sql`select detail from audit_log where action = 'profile.saveEmail' and result = 'done' order by id desc limit 1`,
  )
  expect(line?.detail).toMatchObject({ before: { email: null }, after: { email: "O***@school.cn" } })

  await grantFor(app, teacher, "email")
  const wrong = await teacher.request(profileCalls.saveEmail, { email: "own.mail" })
  expect(wrong.json<{ msg: string }>().msg).toContain(emailMessages.wrong)
  expect(await teacher.send(profileCalls.saveEmail, { email: "" })).toEqual({ email: null })
  expect(await emailOf(id)).toBeNull()
})
