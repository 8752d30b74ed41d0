import { departmentCalls } from "@uc/contract/departments/calls"
import { menuCalls } from "@uc/contract/menus/calls"
import { organisationMessages, organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { errtypes } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"

async function orgOf(app: TestApp, name: string): Promise<string> {
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ id: string }>(sql`select id::text from organisation where name = ${name}`),
  )
  return rows[0]?.id ?? ""
}

async function area(account = "bureau-a") {
  const app = await testApp()
  const bureau = await app.as(account)
  const details = (orgid: string) => bureau.send(organisationAdminCalls.details, { orgid })
  return { app, bureau, details, grant: () => grantFor(app, bureau, "organisation") }
}

test("[HOME-6] a bureau adds a school that is in reach at once; a taken name is refused", async () => {
  const { app, bureau, details } = await area()
  const school = { areaid: "330101001", kind: "school", name: "甲镇新小学", address: "学院路2号" } as const
  const { orgid } = await bureau.send(organisationAdminCalls.add, school)
  expect(await details(orgid)).toMatchObject({
    name: "甲镇新小学",
    kind: "school",
    path: ["甲区", "甲镇"],
    address: "学院路2号",
    departments: 1,
    people: 0,
    mayChange: true,
    mayRun: true,
  })
  const [office] = await bureau.send(departmentCalls.tree, { orgid })
  await grantFor(app, bureau, "person")
  const made = await bureau.send(peopleAdminCalls.add, {
    orgid,
    account: "new-head",
    nickname: "新校长",
    places: [{ deptid: office?.id ?? "", postid: null, isMain: true }],
  })
  await grantFor(app, bureau, "person-admin")
  await bureau.send(peopleAdminCalls.setAdmintype, { personid: made.id, version: 1, admintype: 1 })
  expect((await details(orgid)).administrators).toMatchObject([{ nickname: "新校长", admintype: 1 }])

  await expect(bureau.send(organisationAdminCalls.add, { ...school, name: "甲镇 新小学" })).rejects.toThrow(
    organisationMessages.nameTaken,
  )
  await expect(
    bureau.send(organisationAdminCalls.add, { ...school, kind: "platform", name: "又一平台" }),
  ).rejects.toThrow(organisationMessages.kindNotAllowed)
  await expect(
    bureau.send(organisationAdminCalls.add, { ...school, areaid: "330101", kind: "bureau", name: "又一局" }),
  ).rejects.toThrow(organisationMessages.bureauAreaTaken)
  expect(
    (await bureau.request(organisationAdminCalls.add, { ...school, areaid: "330102", name: "越界小学" }))
      .statusCode,
  ).toBe(403)
})

test("[HOME-6] a school's administrator edits its data; an older version is refused", async () => {
  const { app, details } = await area()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const { version } = await details(orgid)
  const written = {
    orgid,
    version,
    name: "甲一实验小学",
    shortName: "甲实小",
    address: "",
    phone: "0571-8888 (1)",
  }
  await head.send(organisationAdminCalls.change, written)
  expect(await details(orgid)).toMatchObject({ name: "甲一实验小学", phone: "0571-8888 (1)", address: "" })
  await expect(head.send(organisationAdminCalls.change, written)).rejects.toThrow(
    organisationMessages.changedMeanwhile,
  )
  await expect(
    head.send(organisationAdminCalls.change, { ...written, version: version + 1, name: "甲二小学" }),
  ).rejects.toThrow(organisationMessages.nameTaken)
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select o.pinyin, l.detail from organisation o, audit_log l
      where o.id = ${orgid} and l.action = 'organisationAdmin.change'`),
  )
  expect(rows).toMatchObject([
    {
      pinyin: "jiayishiyanxiaoxue",
      detail: { before: { name: "甲一小学" }, after: { name: "甲一实验小学" } },
    },
  ])
})

test("[HOME-6][AUTH-8][ROLE-2] only the area moves and disables organisations, never its own", async () => {
  const { app, bureau, details, grant } = await area()
  const [school, own, foreign] = [
    await orgOf(app, "甲一小学"),
    await orgOf(app, "甲区教育局"),
    await orgOf(app, "乙一小学"),
  ]
  const head = await app.as("head-a1")
  const teacher = await app.as("teacher-a1")
  const { version } = await details(school)
  const disable = { orgid: school, version, isDisabled: 1 } as const
  expect((await bureau.request(organisationAdminCalls.setState, disable)).json()).toMatchObject({
    errtype: errtypes.grantNeeded,
  })
  await grantFor(app, head, "organisation")
  const before = await rowsOf(app.url)
  expect((await head.request(organisationAdminCalls.setState, disable)).statusCode).toBe(403)
  await grant()
  for (const [call, input] of [
    [organisationAdminCalls.setState, { orgid: own, version: 1, isDisabled: 1 }],
    [organisationAdminCalls.move, { orgid: own, version: 1, areaid: "330101001" }],
    [organisationAdminCalls.setState, { orgid: foreign, version: 1, isDisabled: 1 }],
    [organisationAdminCalls.move, { orgid: school, version, areaid: "330102" }],
    [organisationAdminCalls.move, { orgid: foreign, version: 1, areaid: "330101" }],
    [organisationAdminCalls.merge, { orgid: school, intoOrgid: foreign, version, intoVersion: 1 }],
  ] as const)
    expect((await bureau.request(call, input)).statusCode, call.path).toBe(403)
  expect(changes(before, await rowsOf(app.url)).filter((row) => !row.includes("reauth_grant"))).toEqual([])

  await bureau.send(organisationAdminCalls.move, { orgid: school, version, areaid: "330101001" })
  expect((await details(school)).path).toEqual(["甲区", "甲镇"])
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select distinct a.area_path = o.area_path as same from alarm_record a join organisation o on o.id = a.org_id
      where o.id = ${school}`),
  )
  expect(rows).toEqual([{ same: true }])
  await grant()
  const { ended } = await bureau.send(organisationAdminCalls.setState, { ...disable, version: version + 1 })
  expect(ended).toBeGreaterThanOrEqual(2)
  await expect.poll(async () => (await teacher.request(accountCalls.own, {})).statusCode).toBe(401)
  await expect(app.as("teacher-a1")).rejects.toThrow("账号或密码错误")
  await grant()
  await bureau.send(organisationAdminCalls.setState, { orgid: school, version: version + 2, isDisabled: 0 })
  await app.as("teacher-a1")
})

test("[HOME-6] a merge shows its plan and moves the rows of every table", async () => {
  const { app, bureau, details, grant } = await area()
  const [from, into] = [await orgOf(app, "甲二小学"), await orgOf(app, "甲一小学")]
  const count = async (org: string) => {
    const { rows } = await app.database.transaction(unrestricted, (db) =>
      db.execute<{ n: number }>(sql`select (select count(*) from person where org_id = ${org})::int
        + (select count(*) from alarm_record where org_id = ${org})::int + (select count(*) from task where org_id = ${org})::int
        + (select count(*) from building where org_id = ${org})::int + (select count(*) from patrol_record where org_id = ${org})::int as n`),
    )
    return rows[0]?.n ?? 0
  }
  const sum = (await count(from)) + (await count(into))
  // One menu for the first alone, one for both.
  const { rows: menus } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ id: string }>(sql`with added as (
        insert into menu (text, module_type, path, pinyin, initials)
        select text, 'router', '/task', '', '' from (values ('只给甲二'), ('给两校')) named (text) returning id, text)
      insert into menu_audience (menu_id, only_org_id)
      select a.id, o.id from added a join (values ('只给甲二', ${from}::bigint), ('给两校', ${from}::bigint), ('给两校', ${into}::bigint)) o (text, id)
        using (text) returning menu_id::text as id`),
  )
  const plan = await bureau.send(organisationAdminCalls.mergePlan, { orgid: from, intoOrgid: into })
  expect(plan).toMatchObject({ from: "甲二小学", into: "甲一小学" })
  expect(plan.moves.map(({ what }) => what)).toEqual(expect.arrayContaining(["人员", "部门", "预警", "任务"]))
  expect(plan.renamed.length).toBeGreaterThan(0)
  await grant()
  const asked = { orgid: from, intoOrgid: into, version: plan.version, intoVersion: plan.intoVersion }
  await expect(
    bureau.send(organisationAdminCalls.merge, { ...asked, version: plan.version + 1 }),
  ).rejects.toThrow(organisationMessages.changedMeanwhile)
  const { people } = await bureau.send(organisationAdminCalls.merge, asked)
  expect(people).toBe(plan.moves.find(({ what }) => what === "人员")?.count)
  expect([await count(from), await count(into)]).toEqual([0, sum])
  expect(await details(from)).toMatchObject({ isDisabled: true, people: 0 })
  // Who worked for the first signs in and works for the second.
  const teacher = await app.as("teacher-a2")
  expect(await teacher.send(accountCalls.current, {})).toMatchObject({ orgid: into, orgname: "甲一小学" })
  const names = (await teacher.send(departmentCalls.tree, { orgid: into })).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(plan.renamed.map(({ to }) => to)))
  expect(new Set(names).size).toBe(names.length)
  const seen = (await teacher.send(menuCalls.ofUser, {})).modulelist.map(({ text }) => text)
  expect(seen).toEqual(expect.arrayContaining(["只给甲二", "给两校"]))
  const { rows: audiences } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ org: string }>(sql`select only_org_id::text as org from menu_audience
      where menu_id = any (${sql.param(menus.map(({ id }) => id))}::bigint[])`),
  )
  expect(audiences).toEqual([{ org: into }, { org: into }])
  // Posts that both had are one.
  const posts = (await teacher.send(peopleAdminCalls.posts, { orgid: into })).map(({ name }) => name)
  expect(new Set(posts).size).toBe(posts.length)
})

test("[HOME-6] what can't be merged: itself, another kind, a bureau, one that is out of use", async () => {
  const { app, bureau } = await area("platform")
  const [a1, company, bureauA, bureauB] = await Promise.all(
    ["甲一小学", "甲区配送公司", "甲区教育局", "乙区教育局"].map((name) => orgOf(app, name)),
  )
  const plan = (orgid = "", intoOrgid = "") =>
    bureau.send(organisationAdminCalls.mergePlan, { orgid, intoOrgid })
  await expect(plan(a1, a1)).rejects.toThrow(organisationMessages.mergeSelf)
  await expect(plan(a1, company)).rejects.toThrow(organisationMessages.mergeKinds)
  await expect(plan(bureauA, bureauB)).rejects.toThrow(organisationMessages.mergeBureau)
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update organisation set disabled_at = now() where name = '甲二小学'`),
  )
  await expect(plan(await orgOf(app, "甲二小学"), a1)).rejects.toThrow(organisationMessages.mergeDisabled)
})
