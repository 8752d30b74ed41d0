import { accountCalls } from "@uc/contract/account/calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import type { InputOf } from "@uc/contract/core/call"
import { replyMessages } from "@uc/contract/core/reply"
import { departmentCalls } from "@uc/contract/departments/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { menuCalls } from "@uc/contract/menus/calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { roleCalls, roleMessages } from "@uc/contract/roles/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { testApp, type TestClient } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { give, idOf, rowsIn, save } from "../../testing/test-roles.ts"

test("[DISTRICT-8] a clerk with a role reviews assessments of the area, and nothing else", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  const [given] = await rowsIn<{ id: string; item: string }>(
    app,
    sql`update assessment a set state = 'submitted' from assessment_scheme s, organisation o
      where s.id = a.scheme_id and o.id = s.org_id and o.name = '甲区教育局' and a.org_id <> s.org_id
      returning a.id::text, (select min(i.id)::text from assessment_item i where i.scheme_id = s.id) as item`,
  )
  const detail = () => clerk.send(assessmentAdminCalls.detail, { id: given?.id ?? "" })
  await expect(detail()).rejects.toThrow(noPermissionMessage("assessments.read"))

  const id = await save(app, bureau, {
    name: "考核评审员",
    permissions: ["assessments.review"],
    scopeKind: "area",
  })
  await give(app, bureau, id, await idOf(clerk))
  const seen = await detail()
  expect([seen.mayReview, seen.mayFill]).toEqual([true, false])
  const [item] = seen.items
  await clerk.send(assessmentAdminCalls.reviewItem, {
    id: seen.id,
    itemId: item?.itemId ?? "",
    version: item?.version ?? 0,
    reviewScore: 1,
    remark: "已核",
  })
  const { permissions } = await clerk.send(accountCalls.current, {})
  expect(permissions?.toSorted()).toEqual(["assessments.read", "assessments.review"])
  await expect(clerk.send(assessmentAdminCalls.removeScheme, { id: "1", version: 1 })).rejects.toThrow(
    noPermissionMessage("assessments.schemes"),
  )
})

test("[DISTRICT-8] the menu leads whoever was given a role to its page, and stops with it", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  await rowsIn(
    app,
    sql`with top as (insert into menu (text, sort_no) values ('系统管理一', 1) returning id),
      entry as (insert into menu (text, sort_no, path, module_type, parent_id) select '日志', 1, '/main/logs', 'router', id from top returning id)
      insert into menu_audience (menu_id, min_admintype) select id, 1 from top union all select id, 1 from entry`,
  )
  const paths = async () =>
    JSON.stringify((await teacher.send(menuCalls.ofUser, {})).modulelist).includes("/main/logs")
  expect(await paths()).toBe(false)
  const id = await save(app, head, { name: "日志员", permissions: ["logs.read"], scopeKind: "organisation" })
  const personid = await idOf(teacher)
  await give(app, head, id, personid)
  expect(await paths()).toBe(true)
  await grantFor(app, head, "role")
  await head.send(roleCalls.take, { id, personid })
  expect(await paths()).toBe(false)
})

test("[DISTRICT-8] a role works and stops at once in running sessions, and each change is audited", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const personid = await idOf(teacher)
  const reads = async () => (await teacher.request(newsAdminCalls.columns, {})).statusCode
  expect(await reads()).toBe(403)
  const id = await save(app, head, { name: "编辑", permissions: ["news.manage"], scopeKind: "organisation" })
  await give(app, head, id, personid)
  expect(await reads()).toBe(200)
  const change = {
    id,
    name: "编辑",
    permissions: ["notices.manage" as const],
    scopeKind: "organisation" as const,
  }
  await save(app, head, { ...change, version: 1 })
  expect(await reads()).toBe(403)
  await save(app, head, { ...change, permissions: ["news.manage"], version: 2 })
  expect(await reads()).toBe(200)
  await grantFor(app, head, "role")
  await head.send(roleCalls.remove, { id, version: 3 })
  expect(await reads()).toBe(403)
  const { items } = await head.send(logCalls.audit, { limit: 50 })
  const actions = items.map(({ action }) => action).filter((action) => action.startsWith("roles."))
  expect(actions).toEqual(["roles.remove", "roles.save", "roles.save", "roles.give", "roles.save"])
})

test("[DISTRICT-8] administrators compose only what they have: permissions, scope and organisation", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const [other] = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from organisation where name = '乙一小学'`,
  )
  const foreign = other?.id ?? ""
  const role = { name: "角色", permissions: ["news.manage" as const], scopeKind: "organisation" as const }
  const refusals: [TestClient, InputOf<typeof roleCalls.save>, string][] = [
    [head, { ...role, permissions: ["dictionary.manage"] }, roleMessages.platformsAlone("数据字典")],
    [head, { ...role, permissions: ["roles.manage"] }, roleMessages.notComposed("角色管理")],
    [head, { ...role, permissions: ["people.grant"] }, roleMessages.notComposed("设置管理员")],
    [head, { ...role, scopeKind: "area" }, roleMessages.areaOnlyAbove],
    [head, { ...role, scopeKind: "department" }, roleMessages.notNarrowed("新闻与友情链接")],
    [head, { ...role, orgid: foreign }, replyMessages.outOfReach],
    [bureau, { ...role, scopeKind: "chosen" }, roleMessages.noOrganisations],
    [bureau, { ...role, scopeKind: "chosen", organisations: [foreign] }, roleMessages.beyondGiver],
  ]
  for (const [client, wanted, why] of refusals)
    await expect(save(app, client, wanted), why).rejects.toThrow(why)
  // The bureau's 单位管理员 administers the bureau alone, and does not touch what is for the area.
  const areas = await save(app, bureau, { ...role, name: "全区编辑", scopeKind: "area" })
  await rowsIn(app, sql`update person set admintype = 1 where account = 'clerk-a'`)
  const clerk = await app.as("clerk-a")
  await expect(save(app, clerk, { ...role, scopeKind: "area" })).rejects.toThrow(roleMessages.beyondGiver)
  await expect(save(app, clerk, { ...role, id: areas, version: 1 })).rejects.toThrow(roleMessages.beyondGiver)
  await expect(give(app, clerk, areas, await idOf(bureau))).rejects.toThrow(roleMessages.beyondGiver)
})

test("[DISTRICT-8] nobody gives a role to themselves or to another organisation", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const teacherB = await app.as("teacher-b1")
  const id = await save(app, head, { name: "编辑", permissions: ["news.manage"], scopeKind: "organisation" })
  await expect(give(app, head, id, await idOf(head))).rejects.toThrow(roleMessages.notYourself)
  await expect(give(app, head, id, await idOf(teacherB))).rejects.toThrow(roleMessages.otherOrganisation)
  await expect(give(app, bureau, id, await idOf(bureau))).rejects.toThrow(roleMessages.notYourself)
  expect(await rowsIn(app, sql`select from person_role`)).toEqual([])
})

test("[DISTRICT-8] [ROLE-2] a role never goes beyond what its holder sees, whatever is stored", async () => {
  const app = await testApp()
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  const id = await save(app, head, { name: "日志", permissions: ["logs.read"], scopeKind: "organisation" })
  await give(app, head, id, await idOf(teacher))
  await app.as("head-b1")
  await rowsIn(
    app,
    sql`update role set scope_kind = 'chosen', scope_orgs = array(select id from organisation)`,
  )
  const { items } = await (await app.as("teacher-a1")).send(logCalls.signIns, { limit: 200 })
  expect([...new Set(items.map(({ orgname }) => orgname))]).toEqual(["甲一小学"])
  // Moved to another organisation, they hold nothing there.
  await rowsIn(
    app,
    sql`update role set org_id = (select id from organisation where name = '甲二小学') where id = ${id}::bigint`,
  )
  expect((await (await app.as("teacher-a1")).request(logCalls.signIns, {})).statusCode).toBe(403)
})

test("[DISTRICT-8] narrowed to departments: people and departments of those alone are changed", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { id: own, orgid } = await teacher.send(accountCalls.current, {})
  const added = await head.send(departmentCalls.save, { orgid, name: "教务处" })
  const other = await head.send(departmentCalls.save, { orgid, name: "总务处" })
  const [inside, outside, holder] = await rowsIn<{ id: string }>(
    app,
    sql`insert into person (org_id, account, name, usertype, pinyin, initials)
      select ${orgid}::bigint, 'narrow-' || n, '某' || n, 40, '', '' from generate_series(1, 3) n returning id::text`,
  )
  for (const [person, department] of [
    [own, added.id],
    [inside?.id, added.id],
    [outside?.id, other.id],
    [holder?.id, added.id],
  ])
    await rowsIn(
      app,
      sql`insert into person_department (org_id, person_id, department_id)
        values (${orgid}::bigint, ${person}::bigint, ${department}::bigint) on conflict do nothing`,
    )
  const role = { permissions: ["people.manage" as const, "departments.manage" as const] }
  const id = await save(app, head, { ...role, name: "部门管理员", scopeKind: "departments" })
  await give(app, head, id, `${own},${holder?.id ?? ""}`)
  await rowsIn(
    app,
    sql`delete from person_department where person_id = ${own}::bigint and department_id <> ${added.id}::bigint`,
  )
  const rename = async (person: string | undefined) => {
    await grantFor(app, teacher, "person")
    const personid = person ?? ""
    const { version, mayChange } = await teacher.send(peopleAdminCalls.details, { personid })
    const wanted = { personid, version, nickname: "新名", sex: "", role: "" }
    const answer = await teacher.request(peopleAdminCalls.change, wanted)
    return [mayChange, answer.statusCode, answer.json<{ msg: string }>().msg]
  }
  expect(await rename(inside?.id)).toEqual([true, 200, ""])
  expect(await rename(outside?.id)).toEqual([false, 403, replyMessages.outOfReach])
  // Whoever could reset their password would have their role too.
  expect((await rename(holder?.id)).slice(1)).toEqual([403, roleMessages.hasRoles])
  const department = async (into: string | undefined) =>
    (await teacher.request(departmentCalls.save, { orgid, name: `下级${into ?? ""}`, parentId: into }))
      .statusCode
  expect([await department(added.id), await department(other.id), await department(undefined)]).toEqual([
    200, 403, 403,
  ])
})

test("[DISTRICT-8] narrowed to the own person: the log shows the own entries alone", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const id = await save(app, head, { name: "本人日志", permissions: ["logs.read"], scopeKind: "own" })
  await give(app, head, id, await idOf(teacher))
  const names = async (client: TestClient) =>
    new Set((await client.send(logCalls.signIns, { limit: 200 })).items.map(({ account }) => account))
  expect((await names(head)).size).toBeGreaterThan(1)
  expect([...(await names(teacher))]).toEqual(["teacher-a1"])
})
