import { departmentCalls, departmentMessages } from "@uc/contract/departments/calls"
import { loginCalls, loginMessages } from "@uc/contract/login/calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import type { SensitiveModule } from "@uc/contract/reauth/sensitive-modules"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"
import { cookiesOf, md5, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { oneTimePassword } from "../../security/sign-in/one-time-password.ts"

async function idOf(app: TestApp, account: string): Promise<string> {
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ id: string }>(sql`select id::text from person where account = ${account}`),
  )
  return rows[0]?.id ?? ""
}

async function school() {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid, id: headId } = await head.send(accountCalls.current, {})
  const departments = await head.send(departmentCalls.tree, { orgid })
  const [one, two] = departments
  if (!one || !two) throw new Error("a school with two departments")
  const grant = (mid: SensitiveModule, by: TestClient = head) => grantFor(app, by, mid)
  const version = async (id: string) => (await head.send(peopleAdminCalls.details, { personid: id })).version
  const add = async (account: string, nickname: string, by: TestClient = head) => {
    await grant("person", by)
    return by.send(peopleAdminCalls.add, {
      orgid,
      account,
      nickname,
      phone: "13900001234",
      places: [{ deptid: one.id, postid: null, isMain: true }],
    })
  }
  return { app, head, headId, orgid, one: one.id, two: two.id, grant, version, add }
}

const signIn = (app: TestApp, account: string, password: string, cookie = "") =>
  app.anonymous.request(accountCalls.signIn, { account, password: md5(password) }, cookie ? { cookie } : {})

const textsOf = ({ content }: { content: string }) =>
  readXlsx(Buffer.from(content, "base64")).sheets.flat(2).map(String)

test("[HOME-6] a new person is found at once and must change the one-time password", async () => {
  const { app, head, orgid, add } = await school()
  const made = await add("xin.ren", "单小新")
  expect(made.password).toMatch(/^[A-Za-z2-9]{4}-[A-Za-z2-9]{4}-[A-Za-z2-9]{4}$/)
  const found = await head.send(peopleCalls.search, { orgid, username: "sxx" })
  expect(found.map(({ usercode }) => usercode)).toContain("xin.ren")

  const first = await signIn(app, "xin.ren", made.password)
  const reply = first.json<{ errtype: number; ticket: string; msg: string }>()
  expect(reply).toMatchObject({ errtype: errtypes.newPassword, msg: loginMessages.newPasswordNeeded })
  const cookie = cookiesOf(first)
  expect(cookie).not.toContain("uc_sid")
  const set = (password: string, more: Record<string, string> = { cookie }) =>
    app.anonymous.request(loginCalls.setPassword, { ticket: reply.ticket, password: md5(password) }, more)
  // Another browser's, a ticket of another kind, the same again, and what everybody has.
  expect((await set("Meine@2026", {})).json()).toMatchObject({ msg: loginMessages.ticketOver })
  expect(
    (
      await app.anonymous.request(loginCalls.checkCode, { ticket: reply.ticket, vcode: "123456" }, { cookie })
    ).json(),
  ).toMatchObject({ msg: loginMessages.ticketOver })
  expect((await set(made.password)).json()).toMatchObject({ msg: sessionMessages.passwordSame })
  expect((await set("12345678")).json()).toMatchObject({ msg: sessionMessages.passwordCommon })
  const done = await set("Meine@2026")
  expect(done.json()).toMatchObject({ data: { nickname: "单小新", usertype: 40, admintype: 0, orgid } })
  expect(cookiesOf(done)).toContain("uc_sid")
  // Once, and never again.
  expect((await set("Andere@2026")).json()).toMatchObject({ msg: loginMessages.ticketOver })
  expect((await signIn(app, "xin.ren", "Meine@2026")).statusCode).toBe(200)
  expect((await signIn(app, "xin.ren", made.password)).statusCode).toBe(400)
})

test("[HOME-6] a reset password is shown once, ends all sessions and expires", async () => {
  const { app, head, headId, grant } = await school()
  const teacher = await app.as("teacher-a1")
  const personid = await idOf(app, "teacher-a1")
  expect((await head.request(peopleAdminCalls.resetPassword, { personid })).json()).toMatchObject({
    errtype: errtypes.grantNeeded,
    mid: "person-password",
  })
  await teacher.send(accountCalls.current, {})
  await grant("person-password")
  const { password, ended } = await head.send(peopleAdminCalls.resetPassword, { personid })
  expect(ended).toBe(1)
  await expect.poll(async () => (await teacher.request(accountCalls.own, {})).statusCode).toBe(401)
  const second = await head.request(peopleAdminCalls.resetPassword, { personid })
  expect(second.json()).toMatchObject({ errtype: errtypes.grantNeeded })
  const details = await head.send(peopleAdminCalls.details, { personid })
  expect(details.oneTimeUntil).not.toBeNull()

  const logged = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ all: string }>(
      sql`select coalesce(string_agg(detail::text, ' '), '') as all from audit_log`,
    ),
  )
  expect(logged.rows[0]?.all).toContain("teacher-a1")
  const stored = JSON.stringify(await rowsOf(app.url)) + JSON.stringify(logged.rows)
  for (const secret of [password, md5(password)]) expect(stored).not.toContain(secret)

  await app.database.transaction(unrestricted, (db) =>
    db.execute(
      sql`update credential set one_time_until = now() - interval '1 minute' where person_id = ${personid}`,
    ),
  )
  expect((await signIn(app, "teacher-a1", password)).json()).toMatchObject({ msg: loginMessages.oneTimeOver })
  await grant("person-password")
  await expect(head.send(peopleAdminCalls.resetPassword, { personid: headId })).rejects.toThrow(
    peopleAdminMessages.notYourself,
  )
})

test("[HOME-6] a required second factor is proven before the new password is set", async () => {
  const { app, head, grant } = await school()
  const personid = await idOf(app, "teacher-a1")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(
      sql`update person set must_use_second_factor = true, phone = '13900008888' where id = ${personid}`,
    ),
  )
  await grant("person-password")
  const { password } = await head.send(peopleAdminCalls.resetPassword, { personid })
  const first = await signIn(app, "teacher-a1", password)
  const { ticket, errtype } = first.json<{ ticket: string; errtype: number }>()
  expect(errtype).toBe(errtypes.secondFactor)
  const skipped = await app.anonymous.request(
    loginCalls.setPassword,
    { ticket, password: md5("Meine@2026") },
    { cookie: cookiesOf(first) },
  )
  expect(skipped.json()).toMatchObject({ msg: loginMessages.ticketOver })
})

test("[HOME-6] people have several departments, one main; an older version is refused", async () => {
  const { app, head, orgid, one, two, grant, version, add } = await school()
  const { id } = await add("duo.bu", "多部门")
  const posts = await head.send(peopleAdminCalls.posts, { orgid })
  const postid = posts[0]?.id ?? null
  await grant("person")
  const seen = await version(id)
  const places = [
    { deptid: one, postid: null, isMain: false },
    { deptid: two, postid, isMain: true },
  ]
  await head.send(peopleAdminCalls.place, { personid: id, version: seen, places })
  const { places: now } = await head.send(peopleAdminCalls.details, { personid: id })
  expect(now.map(({ deptid, isMain, postid: held }) => [deptid, isMain, held])).toEqual([
    [two, true, postid],
    [one, false, null],
  ])
  await expect(head.send(peopleAdminCalls.place, { personid: id, version: seen, places })).rejects.toThrow(
    peopleAdminMessages.changedMeanwhile,
  )
  const place = async (wanted: { deptid: string; postid: string | null; isMain: boolean }[]) =>
    head.send(peopleAdminCalls.place, { personid: id, version: await version(id), places: wanted })
  await expect(place([])).rejects.toThrow(peopleAdminMessages.placeMissing)
  await expect(place([{ deptid: one, postid: null, isMain: false }])).rejects.toThrow(
    peopleAdminMessages.oneMain,
  )
  const twice = { deptid: one, postid: null, isMain: true }
  await expect(place([twice, { ...twice, isMain: false }])).rejects.toThrow(peopleAdminMessages.placeTwice)
  const foreign = await (await app.as("head-a2")).send(accountCalls.current, {})
  const [theirs] = await (await app.as("head-a2")).send(departmentCalls.tree, { orgid: foreign.orgid })
  await expect(place([{ deptid: theirs?.id ?? "", postid: null, isMain: true }])).rejects.toThrow(
    peopleAdminMessages.placeGone,
  )
  const logged = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ detail: { before: unknown; after: unknown } }>(
      sql`select detail from audit_log where action = 'peopleAdmin.place' and result = 'done'`,
    ),
  )
  expect(logged.rows[0]?.detail).toMatchObject({ before: {}, after: {} })
})

test("[HOME-6] a new name is found by pinyin; a phone stays masked and unchanged", async () => {
  const { head, orgid, grant, version, add } = await school()
  const { id } = await add("gai.ming", "旧名字")
  await grant("person")
  const change = async (more: object) =>
    head.send(peopleAdminCalls.change, {
      personid: id,
      version: await version(id),
      nickname: "曾新名",
      ...more,
    })
  await change({ sex: "女", role: "教师" })
  expect(await head.send(peopleCalls.search, { orgid, username: "zxm" })).toMatchObject([{ id }])
  expect(await head.send(peopleCalls.search, { orgid, username: "jiumingzi" })).toEqual([])
  const details = await head.send(peopleAdminCalls.details, { personid: id })
  expect(details).toMatchObject({ nickname: "曾新名", sex: "女", role: "教师", phone: "139****1234" })
  await change({ phone: "" })
  expect((await head.send(peopleAdminCalls.details, { personid: id })).phone).toBeNull()
})

test("[HOME-6] a disabled person is signed out and hidden until enabled", async () => {
  const { app, head, headId, orgid, grant, version } = await school()
  const teacher = await app.as("teacher-a1")
  const personid = await idOf(app, "teacher-a1")
  await grant("person")
  const set = async (id: string, isDisabled: 0 | 1) =>
    head.send(peopleAdminCalls.setState, { personid: id, version: await version(id), isDisabled })
  expect(await set(personid, 1)).toEqual({ ended: 1 })
  await expect.poll(async () => (await teacher.request(accountCalls.own, {})).statusCode).toBe(401)
  await expect(app.as("teacher-a1")).rejects.toThrow("账号或密码错误")
  const listed = async (state: "on" | "off") =>
    (await head.send(peopleAdminCalls.list, { orgid, state })).items.map(({ usercode }) => usercode)
  expect(await listed("on")).not.toContain("teacher-a1")
  expect(await listed("off")).toEqual(["teacher-a1"])
  await set(personid, 0)
  await app.as("teacher-a1")
  await expect(set(headId, 1)).rejects.toThrow(peopleAdminMessages.notYourself)
})

test("[HOME-6][ROLE-2] nobody gives or changes rights above their own", async () => {
  const { app, head, grant } = await school()
  const bureau = await app.as("bureau-a")
  const [platformId, bureauId, teacherId, clerkId] = await Promise.all(
    ["platform", "bureau-a", "teacher-a1", "clerk-a"].map((account) => idOf(app, account)),
  )
  // The platform's own organisation may stand inside a bureau's area; it must not become the bureau's.
  const { rows } = await app.database.transaction(unrestricted, async (db) => {
    await db.execute(
      sql`update organisation set area_id = 330101, area_path = (select area_path from organisation where name = '甲区教育局') where name = '平台'`,
    )
    await db.execute(sql`update person set admintype = 1 where account = 'clerk-a'`)
    return db.execute<{ id: string; dept: string }>(
      sql`select o.id::text, (select min(d.id)::text from department d where d.org_id = o.id) as dept from organisation o where name = '平台'`,
    )
  })
  const clerk = await app.as("clerk-a")
  for (const by of [head, bureau, clerk])
    for (const mid of ["person", "person-admin", "person-password"] as const) await grant(mid, by)
  const before = await rowsOf(app.url)
  const v = 1
  const tries: [TestClient, Parameters<TestClient["request"]>[0], Record<string, unknown>][] = [
    [head, peopleAdminCalls.setAdmintype, { personid: teacherId, version: v, admintype: 9 }],
    [head, peopleAdminCalls.setAdmintype, { personid: teacherId, version: v, admintype: 2 }],
    [bureau, peopleAdminCalls.setAdmintype, { personid: teacherId, version: v, admintype: 2 }],
    [bureau, peopleAdminCalls.setAdmintype, { personid: bureauId, version: v, admintype: 9 }],
    [clerk, peopleAdminCalls.resetPassword, { personid: bureauId }],
    [clerk, peopleAdminCalls.setState, { personid: bureauId, version: v, isDisabled: 1 }],
    [bureau, peopleAdminCalls.resetPassword, { personid: platformId }],
    [bureau, peopleAdminCalls.setState, { personid: platformId, version: v, isDisabled: 1 }],
    [head, peopleAdminCalls.resetPassword, { personid: clerkId }],
    [
      bureau,
      peopleAdminCalls.add,
      {
        orgid: rows[0]?.id,
        account: "escalate",
        nickname: "攀爬",
        places: [{ deptid: rows[0]?.dept, postid: null, isMain: true }],
      },
    ],
  ]
  for (const [by, call, input] of tries)
    expect((await by.request(call, input)).statusCode, `${call.path} ${JSON.stringify(input)}`).toBe(403)
  expect(changes(before, await rowsOf(app.url)).filter((change) => !change.includes("reauth_grant"))).toEqual(
    [],
  )
})

test("[HOME-6] an account is unique over all organisations and is no phone number", async () => {
  const { app, orgid, one, head, grant } = await school()
  await grant("person")
  const add = (account: string, nickname = "某人") =>
    head.send(peopleAdminCalls.add, {
      orgid,
      account,
      nickname,
      places: [{ deptid: one, postid: null, isMain: true }],
    })
  // Of somebody whom this administrator can't see.
  await expect(add("head-b1")).rejects.toThrow(peopleAdminMessages.accountTaken)
  // Nor one that differs only in case or width: it would be taken for the other.
  await expect(add("Head-B1")).rejects.toThrow(peopleAdminMessages.accountTaken)
  // Another request takes it in the same moment and commits first.
  const another = new pg.Client({ connectionString: app.url })
  await another.connect()
  onTestFinished(() => another.end())
  await another.query("begin")
  await another.query("select set_config('uc.reach', 'all', true)")
  await another.query(`insert into person (org_id, account, name, usertype, pinyin, initials)
    select org_id, 'NEU1', name, usertype, pinyin, initials from person where account = 'head-b1'`)
  const adding = add("neu1").then(() => "added", String)
  await expect
    .poll(async () => {
      const { rows } = await app.database.transaction(unrestricted, (db) =>
        db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      return rows.length
    })
    .toBe(1)
  await another.query("commit")
  expect(await adding).toContain(peopleAdminMessages.accountTaken)
  await expect(add("13912345678")).rejects.toThrow(peopleAdminMessages.accountIsPhone)
  for (const bad of ["a", "-ab", "a b", "名字", "x".repeat(33)])
    await expect(add(bad), bad).rejects.toThrow(peopleAdminMessages.accountWrong)
  await expect(add("leer1", "\u200b ")).rejects.toThrow(peopleAdminMessages.nameHidden)
  expect(await idOf(app, "leer1")).toBe("")
})

test("[HOME-6] people are paged in a stable order, filtered and exported", async () => {
  const { app, head, orgid, one, add } = await school()
  for (const name of ["林一", "林二", "<script>林三</script>"])
    await add(`lin${name.length}${name.codePointAt(1)}`, name)
  const all = (await head.send(peopleAdminCalls.list, { orgid, limit: 200 })).items
  const paged: string[] = []
  let after: string | undefined
  do {
    const page = await head.send(peopleAdminCalls.list, { orgid, limit: 2, after })
    expect(page.total).toBe(after === undefined ? all.length : null)
    paged.push(...page.items.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(paged).toEqual(all.map(({ id }) => id))
  const names = async (more: object) =>
    (await head.send(peopleAdminCalls.list, { orgid, ...more })).items.map(({ nickname }) => nickname)
  expect(await names({ name: "ly" })).toEqual(expect.arrayContaining(["林一"]))
  expect(await names({ deptid: one, isDirect: 1, name: "le" })).toEqual(["林二"])
  expect(await names({ isAdmin: 1 })).toHaveLength(1)
  expect((await head.request(peopleAdminCalls.list, { after: "x" })).statusCode).toBe(400)
  const bureau = await app.as("bureau-a")
  const across = await bureau.send(peopleAdminCalls.list, { areaid: "330101", name: "lin" })
  expect(across.items.map(({ nickname }) => nickname)).toEqual(expect.arrayContaining(["林一", "林二"]))

  const file = await head.send(peopleAdminCalls.export, { orgid, name: "lin" })
  const texts = textsOf(file)
  expect(texts).toEqual(expect.arrayContaining(["林一", "139****1234", "<script>林三</script>"]))
  expect(texts.join(" ")).not.toContain("13900001234")
  const teacher = await app.as("teacher-a1")
  expect((await teacher.request(peopleAdminCalls.export, { orgid })).statusCode).toBe(403)
  // Who is no administrator sees neither those who left nor when somebody signed in.
  expect((await teacher.request(peopleAdminCalls.list, { orgid, state: "off" })).statusCode).toBe(403)
  expect(
    (await teacher.send(peopleAdminCalls.list, { orgid })).items.every(({ isDisabled }) => !isDisabled),
  ).toBe(true)
  const someone = await teacher.send(peopleAdminCalls.details, { personid: await idOf(app, "head-a1") })
  expect(someone).toMatchObject({ lastSignIn: null, mayChange: false, grantable: [] })
  const foreign = await head.request(peopleAdminCalls.details, { personid: await idOf(app, "head-a2") })
  expect(foreign.json()).toMatchObject({ msg: replyMessages.outOfReach })
})

test("[HOME-6][LAYOUT-3] a refusal that is about one input names it", async () => {
  const { head, orgid, one, grant } = await school()
  await grant("person")
  const [department] = await head.send(departmentCalls.tree, { orgid })
  const places = [{ deptid: one, postid: null, isMain: true }]
  const post = { orgid, name: "独一份" }
  await head.send(peopleAdminCalls.savePost, post)
  const refused = await Promise.all([
    head.request(peopleAdminCalls.add, { orgid, account: "head-b1", nickname: "某人", places }),
    head.request(departmentCalls.save, { orgid, name: department?.name ?? "" }),
    head.request(peopleAdminCalls.savePost, post),
  ])
  expect(refused.map((answer) => answer.json<{ field?: string; msg: string }>())).toMatchObject([
    { field: "account", msg: peopleAdminMessages.accountTaken },
    { field: "name", msg: departmentMessages.nameTaken },
    { field: "name", msg: peopleAdminMessages.postTaken },
  ])
})

test("[HOME-6] a one-time password is drawn from letters that are not taken for each other", () => {
  let at = 0
  expect(oneTimePassword((below) => at++ % below)).toBe("abcd-efgh-ijkm")
  const drawn = Array.from({ length: 200 }, () => oneTimePassword())
  expect(new Set(drawn).size).toBe(200)
  for (const password of drawn) expect(password).not.toMatch(/[0Oo1lI]/)
})

test("[HOME-6] of two administrators who disable each other at once one stays", async () => {
  const { app, head, headId, version } = await school()
  const otherId = await idOf(app, "teacher-a1")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set admintype = 1 where id = ${otherId}`),
  )
  const other = await app.as("teacher-a1")
  const seen = { [headId]: await version(headId), [otherId]: await version(otherId) }
  const [taken, disabled] = [
    (by: TestClient, personid: string) =>
      by.request(peopleAdminCalls.setAdmintype, { personid, version: seen[personid] ?? 0, admintype: 0 }),
    (by: TestClient, personid: string) =>
      by.request(peopleAdminCalls.setState, { personid, version: seen[personid] ?? 0, isDisabled: 1 }),
  ]
  await grantFor(app, head, "person-admin")
  await grantFor(app, other, "person")
  const answers = await Promise.all([taken(head, otherId), disabled(other, headId)])
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  // Which of the two is refused, and where, depends on timing; it is a sentence and no fault.
  const { changedConcurrently, outOfReach, signedOut, grantNeeded } = replyMessages
  const sentence = expect.toBeOneOf([changedConcurrently, outOfReach, signedOut, grantNeeded])
  expect(refused.map((answer) => answer.json<{ msg: string }>().msg)).toEqual([sentence])
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(
      sql`select id::text from person where id in (${headId}, ${otherId}) and admintype = 1 and disabled_at is null`,
    ),
  )
  expect(rows).toHaveLength(1)
})

test("[DISTRICT-2] several become administrators at once, each with an entry in the log", async () => {
  const { app, head, grant, add } = await school()
  const [one, two] = [await add("duo.yi", "多一"), await add("duo.er", "多二")]
  await grant("person-admin")
  const personids = [one.id, two.id, one.id]
  expect(await head.send(peopleAdminCalls.setAdmintypes, { personids, admintype: 1 })).toEqual({
    changed: 2,
    refused: [],
  })
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ detail: unknown }>(sql`
      select detail from audit_log where action = 'peopleAdmin.setAdmintype' and result = 'done' order by id`),
  )
  expect(rows.map(({ detail }) => detail)).toEqual(
    [
      [one.id, "多一"],
      [two.id, "多二"],
    ].map(([id, nickname]) => ({
      id,
      before: { nickname, admintype: "普通人员" },
      after: { nickname, admintype: "单位管理员" },
    })),
  )
})

test("[DISTRICT-2] at once nobody grants more than alone: who is refused is told by name", async () => {
  const { app, head, headId, grant, add } = await school()
  const made = await add("duo.san", "多三")
  const teacher = await idOf(app, "teacher-a1")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set admintype = 2 where id = ${teacher}`),
  )
  await grant("person-admin")
  const answer = await head.send(peopleAdminCalls.setAdmintypes, {
    personids: [headId, teacher, made.id],
    admintype: 1,
  })
  expect([answer.changed, answer.refused.map(({ id, message }) => [id, message])]).toEqual([
    1,
    [
      [headId, peopleAdminMessages.notYourself],
      [teacher, peopleAdminMessages.aboveYou],
    ],
  ])
  await grant("person-admin")
  const more = await head.send(peopleAdminCalls.setAdmintypes, { personids: [made.id], admintype: 2 })
  expect(more).toMatchObject({
    changed: 0,
    refused: [{ message: expect.stringContaining("区域管理员只能是教育局的人员") }],
  })
  // Somebody of another organisation: nothing is told, and nothing is done.
  await grant("person-admin")
  const foreign = await head.request(peopleAdminCalls.setAdmintypes, {
    personids: [made.id, await idOf(app, "teacher-a2")],
    admintype: 0,
  })
  expect(foreign.statusCode).toBe(403)
  expect((await head.send(peopleAdminCalls.details, { personid: made.id })).admintype).toBe(1)
})

test("[DAY-13] several are disabled and enabled at once, each by its own rights and with its own entry", async () => {
  const { app, head, headId, grant, add } = await school()
  const [one, two] = [await add("pi.yi", "批一"), await add("pi.er", "批二")]
  const teacher = await idOf(app, "teacher-a1")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update person set admintype = 2 where id = ${teacher}`),
  )
  await grant("person")
  const off = await head.send(peopleAdminCalls.setStates, {
    personids: [one.id, headId, teacher, two.id],
    isDisabled: 1,
  })
  expect([off.changed, off.refused.map(({ id, message }) => [id, message])]).toEqual([
    2,
    [
      [headId, peopleAdminMessages.notYourself],
      [teacher, peopleAdminMessages.aboveYou],
    ],
  ])
  await grant("person")
  const on = await head.send(peopleAdminCalls.setStates, { personids: [one.id, two.id], isDisabled: 0 })
  expect(on).toEqual({ changed: 2, refused: [] })
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select 1 from audit_log where action = 'peopleAdmin.setState' and result = 'done'`),
  )
  expect(rows).toHaveLength(4)
  // Somebody of another organisation: nothing is told, and nothing is done.
  await grant("person")
  const foreign = await head.request(peopleAdminCalls.setStates, {
    personids: [one.id, await idOf(app, "teacher-a2")],
    isDisabled: 1,
  })
  expect(foreign.statusCode).toBe(403)
  expect((await head.send(peopleAdminCalls.details, { personid: one.id })).isDisabled).toBe(false)
})
