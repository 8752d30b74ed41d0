import { importMessages } from "@uc/contract/imports/calls"
import { adminLabels, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { accountCalls } from "@uc/contract/account/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"
import { uploaded, checked, problemsOf, run } from "../../testing/test-import.ts"

const titles = "账号,姓名,部门,管理员,单位\n"

async function district() {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const { orgid } = await head.send(accountCalls.current, {})
  const [one] = await head.send(departmentCalls.tree, { orgid })
  const rows = async (query: ReturnType<typeof sql>) =>
    (await app.database.transaction(unrestricted, (db) => db.execute(query))).rows
  const typeOf = async (account: string) =>
    (await rows(sql`select admintype from person where account = ${account}`))[0]?.["admintype"]
  return { app, head, bureau, department: one?.name ?? "", rows, typeOf }
}

test("[DISTRICT-2] the column 管理员 makes administrators of new and known people, and is logged", async () => {
  const { app, bureau, department, rows, typeOf } = await district()
  const line = (account: string, name: string, word: string) =>
    `${account},${name},${department},${word},甲一小学\n`
  const done = await uploaded(
    app,
    bureau,
    "people",
    titles +
      line("guan.yi", "管一", "是") +
      line("guan.er", "管二", "单位管理员") +
      line("guan.san", "管三", "否"),
  )
  const added = done.preview?.lines.filter(({ change }) => change === "new") ?? []
  expect(added.map(({ detail }) => /管理权限：.*/.exec(detail)?.[0] ?? "")).toEqual([
    "管理权限：普通人员 → 单位管理员",
    "管理权限：普通人员 → 单位管理员",
    "",
  ])
  expect([await typeOf("guan.yi"), await typeOf("guan.er"), await typeOf("guan.san")]).toEqual([1, 1, 0])
  // Left empty, it stays; taken away, it is gone.
  await uploaded(app, bureau, "people", titles + line("guan.yi", "管一", "") + line("guan.er", "管二", "否"))
  expect([await typeOf("guan.yi"), await typeOf("guan.er")]).toEqual([1, 0])
  const logged = await rows(sql`
    select p.account, a.detail from audit_log a join person p on p.id::text = a.detail ->> 'id'
    where action = 'peopleAdmin.setAdmintype' order by a.id`)
  const facts = (nickname: string, before: 0 | 1, after: 0 | 1) => ({
    before: { nickname, admintype: adminLabels[before] },
    after: { nickname, admintype: adminLabels[after] },
  })
  expect(logged).toMatchObject([
    { account: "guan.yi", detail: facts("管一", 0, 1) },
    { account: "guan.er", detail: facts("管二", 0, 1) },
    { account: "guan.er", detail: facts("管二", 1, 0) },
  ])
})

test("[DISTRICT-2][OPERATE-9] nobody grants by a file what they could not grant in the directory", async () => {
  const { app, head, bureau, department } = await district()
  const line = (account: string, word: string, org = "") => `${account},某人,${department},${word},${org}\n`
  const told = await checked(
    app,
    head,
    "people",
    titles +
      line("x.yi", "区域管理员") +
      line("x.er", "平台管理员") +
      line("x.san", "校长") +
      line("head-a1", "否"),
  )
  expect(problemsOf(told)).toEqual([
    "D2 管理员：区域管理员只能是教育局的人员，该人员不在教育局",
    "D3 管理员：平台管理员只能是平台单位的人员，该人员不在平台单位",
    "D4 管理员：应为“是”“否”或“普通人员”“单位管理员”“区域管理员”“平台管理员”",
    `D5 管理员：${peopleAdminMessages.notYourself}`,
  ])
  // A school has no administrator of an area, whoever grants it.
  const area = await checked(app, bureau, "people", titles + line("x.si", "区域管理员", "甲一小学"))
  expect(problemsOf(area)).toEqual(["D2 管理员：区域管理员只能是教育局的人员，该人员不在教育局"])
})

test("[DISTRICT-2] who loses their own rights after the check grants none by the file", async () => {
  const { app, bureau, department, rows, typeOf } = await district()
  const ready = await checked(app, bureau, "people", `${titles}late.yi,晚一,${department},是,甲一小学\n`)
  await rows(sql`create function lose_rights() returns trigger language plpgsql as $$ begin
    update person set admintype = 1 where account = 'bureau-a'; return new; end $$`)
  await rows(sql`create trigger lose_rights after update of state on data_import for each row
    when (new.state = 'running') execute function lose_rights()`)
  expect(await run(app, bureau, ready.id)).toMatchObject({
    state: "ready",
    message: importMessages.changedMeanwhile,
  })
  expect(await typeOf("late.yi")).toBeUndefined()
})

test("[FAULT-1] who loses their own rights after the confirmation adds nobody by the file", async () => {
  const { app, bureau, department, rows, typeOf } = await district()
  const ready = await checked(app, bureau, "people", `${titles}late.er,晚二,${department},,甲一小学\n`)
  await rows(sql`create function lose_rights() returns trigger language plpgsql as $$ begin
    update person set admintype = 1 where account = 'bureau-a'; return new; end $$`)
  await rows(sql`create trigger lose_rights after update of state on data_import for each row
    when (new.state = 'running') execute function lose_rights()`)
  expect(await run(app, bureau, ready.id)).toMatchObject({
    state: "ready",
    message: importMessages.changedMeanwhile,
  })
  expect(await typeOf("late.er")).toBeUndefined()
})
