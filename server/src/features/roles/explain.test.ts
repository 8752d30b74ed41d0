import type { InputOf } from "@uc/contract/core/call"
import { logCalls } from "@uc/contract/logs/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { roleCalls } from "@uc/contract/roles/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"
import { give, giveNew, idOf, orgCalled, rowsIn, save } from "../../testing/test-roles.ts"

test("[DISTRICT-8] why can't they see it: the rule that decides, and what would help", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const personid = await idOf(teacher)
  const why = async (asked: Omit<InputOf<typeof roleCalls.explain>, "personid">) => {
    const { reason, remedy } = await head.send(roleCalls.explain, { personid, ...asked })
    return [reason, remedy]
  }
  expect(await why({ page: "/main/logs" })).toEqual([
    "permissionMissing",
    "可新建一个含有“安全日志”的角色并授予该人员",
  ])
  const id = await save(app, head, { name: "日志员", permissions: ["logs.read"], scopeKind: "organisation" })
  expect(await why({ page: "/main/logs" })).toEqual(["permissionMissing", "可授予角色“日志员”（本单位）"])
  await give(app, head, id, personid)
  await rowsIn(app, sql`delete from menu`)
  expect((await why({ page: "/main/logs" }))[0]).toBe("menuMissing")
  await rowsIn(
    app,
    sql`insert into menu (text, sort_no, path, module_type) values ('日志', 1, '/main/logs', 'router')`,
  )
  expect((await why({ page: "/main/logs" }))[0]).toBe("seen")
  const [task] = await rowsIn<{ id: string }>(
    app,
    sql`select t.id::text from task t join organisation o on o.id = t.org_id where o.name = '甲一小学'
      and t.giver_id <> ${personid}::bigint and not exists (select from task_assignee a where a.task_id = t.id
        and a.person_id = ${personid}::bigint) limit 1`,
  )
  expect((await why({ record: "task", recordId: task?.id ?? "" }))[0]).toBe("notConcerned")
  const bureau = await app.as("bureau-a")
  const [other] = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from organisation where name = '甲二小学'`,
  )
  const far = { personid, record: "organisation", recordId: other?.id ?? "" } as const
  expect((await bureau.send(roleCalls.explain, far)).reason).toBe("outOfReach")
  // What the administrator does not see either is not told.
  expect((await head.send(roleCalls.explain, far)).reason).toBe("recordMissing")
  await rowsIn(app, sql`update person set disabled_at = now() where id = ${personid}::bigint`)
  expect((await why({ page: "/main/home" }))[0]).toBe("accountDisabled")
})

test("[DISTRICT-8] why: an account that is locked, that never signed in, or that is signed out", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [person] = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from person where account = 'teacher-a1'`,
  )
  const personid = person?.id ?? ""
  await rowsIn(app, sql`delete from login_log where person_id = ${personid}::bigint`)
  const why = async (page: string) => {
    const { isSeen, reason, also } = await head.send(roleCalls.explain, { personid, page })
    return [isSeen, reason, also]
  }
  expect(await why("/main/home")).toEqual([false, "neverSignedIn", ""])
  const teacher = await app.as("teacher-a1")
  expect(await why("/main/home")).toEqual([true, "seen", ""])
  await teacher.send(accountCalls.signOut, {})
  expect(await why("/main/home")).toEqual([false, "signedOut", ""])
  await rowsIn(
    app,
    sql`insert into auth_failure (scope, key, n, locked_until)
      values ('account', ${`person:${personid}`}, 5, now() + interval '1 hour')
      on conflict (scope, key) do update set locked_until = excluded.locked_until`,
  )
  expect(await why("/main/home")).toEqual([false, "accountLocked", ""])
  expect((await why("/main/logs")).slice(1)).toEqual([
    "permissionMissing",
    "账号已锁定：密码连续输错次数过多，该账号暂时不能登录",
  ])
})

test("[DISTRICT-8] why: an application whose site is not among the authorised domains", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  await rowsIn(
    app,
    sql`with added as (insert into menu (text, sort_no, address, module_type)
        values ('财务系统九', 1, 'https://finance9.example/in', 'iframe') returning id)
      insert into menu_audience (menu_id) select id from added`,
  )
  const search = { record: "application", name: "财务系统" } as const
  const [found] = (await head.send(roleCalls.findRecords, search)).items
  expect(found).toMatchObject({ name: "财务系统九", about: "https://finance9.example/in" })
  const personid = await idOf(teacher)
  const why = async () =>
    (await head.send(roleCalls.explain, { personid, record: "application", recordId: found?.id ?? "" }))
      .reason
  expect(await why()).toBe("siteNotAuthorised")
  await rowsIn(
    app,
    sql`insert into auth_domain (org_id, name, domain_ip, origin)
      select org_id, '财务', 'https://finance9.example', 'https://finance9.example' from person where account = 'teacher-a1'`,
  )
  expect(await why()).toBe("seen")
  await rowsIn(app, sql`update menu_audience set min_admintype = 1 where menu_id = ${found?.id}::bigint`)
  expect(await why()).toBe("menuHidden")
})

test("[DISTRICT-8] why: records are found by name, only among what the administrator sees", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const [far] = await rowsIn<{ id: string; title: string }>(
    app,
    sql`insert into task (org_id, giver_id, giver_name, giver_org_name, title, content)
      select org_id, id, name, 'x', '乙的事情' || account, '' from person where account in ('head-a1', 'teacher-a2', 'head-b1')
      returning id::text, title`,
  )
  const titles = async (client: typeof head) =>
    (await client.send(roleCalls.findRecords, { record: "task", name: "乙的事情" })).items.map(
      ({ name }) => name,
    )
  expect((await titles(bureau)).toSorted()).toEqual(["乙的事情head-a1", "乙的事情teacher-a2"])
  expect(await titles(head)).toEqual(["乙的事情head-a1"])
  // The bureau's 单位管理员 administers the bureau alone, and learns no titles of the schools.
  await rowsIn(app, sql`update person set admintype = 1 where account = 'clerk-a'`)
  const clerk = await app.as("clerk-a")
  expect(await titles(clerk)).toEqual([])
  const unseen = { personid: await idOf(clerk), record: "task", recordId: far?.id ?? "" } as const
  expect((await clerk.send(roleCalls.explain, unseen)).reason).toBe("recordMissing")
  await rowsIn(
    app,
    sql`update alarm_record set address = '九号楼' where org_id = ${await orgCalled(app, "甲一小学")}::bigint`,
  )
  await rowsIn(app, sql`update person set name = '某某九' where account = 'teacher-a1'`)
  await rowsIn(app, sql`update assessment_scheme set name = '九号方案' || id`)
  for (const [record, name] of [
    ["organisation", "甲一"],
    ["person", "某某九"],
    ["assessment", "九号"],
    ["alarm", "九号"],
  ] as const) {
    const [found] = (await bureau.send(roleCalls.findRecords, { record, name })).items
    const asked = { personid: await idOf(bureau), record, recordId: found?.id ?? "" }
    expect([record, (await bureau.send(roleCalls.explain, asked)).reason]).toEqual([record, "seen"])
    expect((await head.send(roleCalls.findRecords, { record, name: "乙一小学" })).items).toEqual([])
  }
})

test("[FAULT-10] why: records do not name people who have left, as found ones or as givers of tasks", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const found = async (record: "person" | "task", name: string) =>
    (await head.send(roleCalls.findRecords, { record, name })).items
  await rowsIn(app, sql`update person set name = '离职九' where account = 'teacher-a1'`)
  await rowsIn(
    app,
    sql`insert into task (org_id, giver_id, giver_name, giver_org_name, title, content)
      select org_id, id, name, '甲一小学', '九月检查', '' from person where account = 'teacher-a1'`,
  )
  const personid = await idOf(teacher)
  const [own] = await found("person", "离职九")
  expect(own).toMatchObject({ id: personid, name: "离职九" })
  expect(await found("task", "九月检查")).toMatchObject([{ about: "甲一小学 离职九" }])
  await rowsIn(app, sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  expect(await found("person", "离职九")).toEqual([])
  expect(await found("task", "九月检查")).toMatchObject([{ about: "甲一小学" }])
  const asked = { personid: await idOf(head), record: "person", recordId: personid } as const
  expect((await head.send(roleCalls.explain, asked)).reason).toBe("recordMissing")
})

test("[DISTRICT-8] why: an assessment out of a role's scope is told as such, and each query is logged", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  const personid = await idOf(clerk)
  const [given] = await rowsIn<{ id: string }>(
    app,
    sql`select a.id::text from assessment a join assessment_scheme s on s.id = a.scheme_id
      join organisation o on o.id = a.org_id where a.org_id <> s.org_id and o.name like '甲%' limit 1`,
  )
  const asked = { personid, record: "assessment", recordId: given?.id ?? "" } as const
  const why = async () => (await bureau.send(roleCalls.explain, asked)).reason
  expect(await why()).toBe("permissionMissing")
  await giveNew(app, bureau, clerk, {
    name: "只看企业",
    permissions: ["assessments.read"],
    scopeKind: "chosen",
    organisations: [await orgCalled(app, "甲区配送公司")],
  })
  expect(await why()).toBe("outOfScope")
  const { items } = await bureau.send(logCalls.audit, { limit: 50 })
  const told = items.filter(({ action }) => action === "roles.explain")
  expect(told.length).toBe(2)
})
