import { drillCalls } from "@uc/contract/drills/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { taskMessages } from "@uc/contract/tasks/messages"
import { todoCountCalls } from "@uc/contract/todo-counts/calls"
import { roleMessages } from "@uc/contract/roles/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"
import { giveNew, idOf, orgCalled, rowsIn, save, take } from "../../testing/test-roles.ts"

const wanted = {
  title: "检查消防通道",
  content: "",
  priority: 2 as const,
  deadline: null,
  steps: [],
  repeat: null,
}

test("[DISTRICT-8] a clerk who may give tasks below gives them to schools of the scope alone", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  const [one, two] = [await orgCalled(app, "甲一小学"), await orgCalled(app, "甲二小学")]
  const [area] = await rowsIn<{ id: string }>(app, sql`select id::text from area where name = '甲区'`)
  const toArea = { ...wanted, areas: area?.id ?? "" }
  const below = async () => (await clerk.send(accountCalls.current, {})).beyond?.includes("tasks.give")
  expect(await below()).toBe(false)
  await expect(clerk.send(taskCalls.create, toArea)).rejects.toThrow(taskMessages.ownPeopleOnly)
  const choosing = { permission: "tasks.give" } as const
  await expect(clerk.send(drillCalls.participants, choosing)).rejects.toThrow(
    noPermissionMessage("tasks.give"),
  )
  await giveNew(app, bureau, clerk, {
    name: "布置任务",
    permissions: ["tasks.give"],
    scopeKind: "chosen",
    organisations: [one],
  })
  expect(await below()).toBe(true)
  const { organisations } = await clerk.send(drillCalls.participants, choosing)
  expect(organisations.map(({ orgid }) => orgid)).toEqual([one])
  expect((await clerk.send(taskCalls.create, toArea)).assignees).toBe(1)
  expect((await clerk.send(taskCalls.create, { ...wanted, organisations: one })).assignees).toBe(1)
  await expect(clerk.send(taskCalls.create, { ...wanted, organisations: two })).rejects.toThrow(
    replyMessages.outOfReach,
  )
  const teacher = await idOf(await app.as("teacher-a2"))
  await expect(clerk.send(taskCalls.create, { ...wanted, people: teacher })).rejects.toThrow(
    taskMessages.ownPeopleOnly,
  )
  // To give is not to see what others gave.
  const given = await bureau.send(taskCalls.create, { ...wanted, organisations: one })
  await expect(clerk.send(taskCalls.detail, { id: given.id })).rejects.toThrow(replyMessages.outOfReach)
  const { items } = await clerk.send(taskCalls.list, { view: "all" })
  expect(items.map(({ id }) => id)).not.toContain(given.id)
})

test("[DISTRICT-8] who manages a school's tasks sees them, works on the school's and is told of them", async () => {
  const app = await testApp()
  const [bureau, head, teacher] = [
    await app.as("bureau-a"),
    await app.as("head-a1"),
    await app.as("teacher-a1"),
  ]
  const personid = await idOf(teacher)
  const org = await orgCalled(app, "甲一小学")
  const own = await head.send(taskCalls.create, { ...wanted, people: await idOf(head) })
  const sees = async (id: string) => (await teacher.request(taskCalls.detail, { id })).statusCode === 200
  expect(await sees(own.id)).toBe(false)
  const before = (await teacher.send(todoCountCalls.counts, {})).tasks
  const role = await giveNew(app, head, teacher, {
    name: "任务员",
    permissions: ["tasks.manage"],
    scopeKind: "organisation",
  })
  expect(await sees(own.id)).toBe(true)
  expect((await teacher.send(taskCalls.counts, {})).isAdministrator).toBe(true)
  const { id } = await bureau.send(taskCalls.create, { ...wanted, organisations: org })
  const rung = await rowsIn(
    app,
    sql`select from bell_ring where person_id = ${personid}::bigint and place = ${`/task?task=${id}`}`,
  )
  expect(rung.length).toBe(1)
  const { mine, isManager } = await teacher.send(taskCalls.detail, { id })
  expect([mine?.nickname, isManager]).toEqual([null, false])
  expect((await teacher.send(todoCountCalls.counts, {})).tasks).toBeGreaterThan(before)
  await teacher.send(taskCalls.finish, { work: mine?.id ?? "" })
  // Of its own organisation's tasks they are a manager, of others' not at all.
  expect((await teacher.send(taskCalls.cancel, { id: own.id })).can).toEqual([])
  const foreign = await (
    await app.as("head-a2")
  ).send(taskCalls.create, {
    ...wanted,
    people: await idOf(await app.as("teacher-a2")),
  })
  await expect(teacher.send(taskCalls.cancel, { id: foreign.id })).rejects.toThrow(replyMessages.outOfReach)
  await take(app, head, role, personid)
  expect([await sees(own.id), await sees(id)]).toEqual([false, false])
})

test("[DISTRICT-8] a school's organisation waits for nobody once somebody manages its tasks by a role", async () => {
  const app = await testApp()
  const [bureau, head, teacher] = [
    await app.as("bureau-a"),
    await app.as("head-a1"),
    await app.as("teacher-a1"),
  ]
  const org = await orgCalled(app, "甲一小学")
  await giveNew(app, head, teacher, {
    name: "任务员",
    permissions: ["tasks.manage"],
    scopeKind: "organisation",
  })
  await rowsIn(app, sql`update person set admintype = 0 where org_id = ${org}::bigint`)
  const given = async () =>
    (await bureau.send(taskCalls.create, { ...wanted, organisations: org })).unattended
  expect(await given()).toEqual([])
  await rowsIn(app, sql`delete from person_role`)
  expect(await given()).toEqual(["甲一小学"])
})

test("[DISTRICT-8] a school's role can't be for organisations below it", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  for (const [permission, name] of [
    ["tasks.give", "向下级单位布置任务"],
    ["home.pins", "首页置顶"],
  ] as const)
    await expect(
      save(app, head, { name: "角色", permissions: [permission], scopeKind: "organisation" }),
    ).rejects.toThrow(roleMessages.onlyAbove(name))
})
