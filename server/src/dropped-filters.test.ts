import { accountCalls } from "@uc/contract/account/calls"
import { alarmAdminCalls, AlarmCursor } from "@uc/contract/alarms/admin-calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import type { InputOf, OutputOf } from "@uc/contract/core/call"
import { parameterMessages } from "@uc/contract/core/parameter-messages"
import { directoryCalls, directoryMessages } from "@uc/contract/directory/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { newsCalls } from "@uc/contract/news/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { onlineUserCalls } from "@uc/contract/online-users/calls"
import { patrolAdminCalls, patrolMessages } from "@uc/contract/patrols/admin-calls"
import { peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import type { LightMyRequestResponse } from "fastify"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testApp, type TestApp } from "./testing/test-app.ts"
import { orgCalled, rowsIn } from "./testing/test-roles.ts"
import { readXlsx } from "./testing/sheets/test-xlsx.ts"

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, afterAll)
})

/** The status, the field and the sentence of a refusal. */
async function said(asked: Promise<LightMyRequestResponse>) {
  const answer = await asked
  const { field, msg } = answer.json<{ field?: string; msg: string }>()
  return [answer.statusCode, field, msg]
}

async function departmentOf(org: string): Promise<string> {
  const [row] = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from department where org_id = ${org}::bigint and disabled_at is null limit 1`,
  )
  return row?.id ?? ""
}

const area = "330101"
const town = "330101001"

test("[DISTRICT-15] people of an organisation or department that is not in the named area are refused", async () => {
  const bureau = await app.as("bureau-a")
  const orgid = await orgCalled(app, "甲一小学")
  const deptid = await departmentOf(orgid)
  for (const call of [
    peopleAdminCalls.list,
    peopleAdminCalls.export,
    directoryCalls.below,
    directoryCalls.opened,
  ] as const)
    for (const [field, place] of [
      ["orgid", { orgid }],
      ["deptid", { deptid }],
    ] as const) {
      expect(await said(bureau.request(call, { areaid: town, ...place }))).toEqual([
        400,
        field,
        parameterMessages.organisationNotInArea,
      ])
      expect((await bureau.request(call, { areaid: area, ...place })).statusCode).toBe(200)
    }
  expect(await said(bureau.request(directoryCalls.export, { areaid: town, orgid }))).toEqual([
    400,
    "orgid",
    parameterMessages.organisationNotInArea,
  ])
})

test("[DISTRICT-15] only the department itself: refused without a department", async () => {
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  for (const call of [peopleAdminCalls.list, peopleAdminCalls.export])
    expect(await said(head.request(call, { orgid, isDirect: 1 }))).toEqual([
      400,
      "isDirect",
      peopleAdminMessages.directOfDepartment,
    ])
})

test("[DISTRICT-15] who left and who has not begun are refused to who administers nobody", async () => {
  const teacher = await app.as("teacher-a1")
  const { orgid } = await teacher.send(accountCalls.current, {})
  for (const [field, asked] of [
    ["state", { state: "off" }],
    ["state", { state: "all" }],
    ["isInactive", { isInactive: 1 }],
  ] as const)
    expect(await said(teacher.request(peopleAdminCalls.list, { orgid, ...asked }))).toEqual([
      403,
      field,
      peopleAdminMessages.statesForAdministrators,
    ])
  const head = await app.as("head-a1")
  expect((await head.request(peopleAdminCalls.list, { orgid, state: "all" })).statusCode).toBe(200)
})

test("[DISTRICT-15] what is out of use in the directory is refused to who administers nothing", async () => {
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  for (const [call, asked] of [
    [directoryCalls.below, {}],
    [directoryCalls.opened, {}],
    [directoryCalls.found, { name: "甲" }],
  ] as const) {
    expect(await said(teacher.request(call, { ...asked, disabled: 1 }))).toEqual([
      403,
      "disabled",
      directoryMessages.disabledForAdministrators,
    ])
    expect((await teacher.request(call, asked)).statusCode).toBe(200)
    expect((await head.request(call, { ...asked, disabled: 1 })).statusCode).toBe(200)
  }
})

test("[DISTRICT-15] patrol points and plans out of use are refused to who does not administer them", async () => {
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  for (const call of [
    patrolAdminCalls.points,
    patrolAdminCalls.exportPoints,
    patrolAdminCalls.plans,
    patrolAdminCalls.exportPlans,
  ]) {
    expect(await said(teacher.request(call, { withDisabled: 1 }))).toEqual([
      403,
      "withDisabled",
      patrolMessages.disabledForAdministrators,
    ])
    expect((await head.request(call, { withDisabled: 1 })).statusCode).toBe(200)
  }
})

test("[DISTRICT-15] one organisation is exported whole: kind, 学段 and tag are refused", async () => {
  const bureau = await app.as("bureau-a")
  const { orgid } = await bureau.send(accountCalls.current, {})
  for (const filter of [{ kind: "school" }, { schoolLevel: "primary" }, { tag: "寄宿" }])
    expect(await said(bureau.request(directoryCalls.export, { orgid, ...filter }))).toEqual([
      400,
      "orgid",
      directoryMessages.oneIsNotFiltered,
    ])
  expect((await bureau.request(directoryCalls.export, { orgid })).statusCode).toBe(200)
})

test("[DISTRICT-15] a page begins after a place or before it: both at once are refused", async () => {
  const head = await app.as("head-a1")
  for (const call of [alarmCalls.list, newsAdminCalls.list, newsCalls.list]) {
    expect(await said(head.request(call, { before: "1000-1", after: "900-1" }))).toEqual([
      400,
      "after",
      parameterMessages.eitherBeforeOrAfter,
    ])
    expect((await head.request(call, { after: "900-1" })).statusCode).toBe(200)
  }
})

test("[DISTRICT-15] tasks begin at a row or at a cursor: both at once are refused", async () => {
  const teacher = await app.as("teacher-a1")
  const asked = { view: "mine", cursor: "1000-1" }
  expect(await said(teacher.request(taskCalls.list, { ...asked, start: 10 }))).toEqual([
    400,
    "start",
    parameterMessages.eitherStartOrCursor,
  ])
  expect((await teacher.request(taskCalls.list, { ...asked, start: 0 })).statusCode).toBe(200)
})

test("[DISTRICT-15] tasks by deadline are paged on behind one without a deadline", async () => {
  const head = await app.as("head-a2")
  const { id } = await head.send(accountCalls.current, {})
  const task: Omit<InputOf<typeof taskCalls.create>, "title"> = {
    content: "",
    priority: 2,
    deadline: null,
    steps: [],
    repeat: null,
    people: id,
  }
  const titles = ["无期限一", "无期限二", "无期限三"]
  for (const title of titles) await head.send(taskCalls.create, { ...task, title })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: OutputOf<typeof taskCalls.list> = await head.send(taskCalls.list, {
      view: "mine",
      order: "due",
      title: "无期限",
      limit: 1,
      ...(cursor !== null && { cursor }),
    })
    seen.push(...page.items.map(({ title }) => title))
    cursor = page.next
  } while (cursor !== null)
  expect(seen).toEqual(titles)
})

test("[DISTRICT-15] what was held is of the year and of the day, in the file too", async () => {
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  await rowsIn(
    app,
    sql`insert into drill (org_id, yazx_code, yazx_title, zx_type, yazx_bdate, ended_at)
      values (${orgid}::bigint, 'that-day', '那天的演练', 2, '2024-05-01 10:00:00+08', '2024-05-01 10:05:00+08')`,
  )
  const titles = async (asked: { year: number; day?: string }) =>
    (await head.send(drillCalls.held, asked)).items.map(({ title }) => title)
  const inFile = async (asked: { year: number; day?: string }) => {
    const { content } = await head.send(drillCalls.exportLedger, asked)
    const [, held = []] = readXlsx(Buffer.from(content, "base64")).sheets
    return held.flat().includes("那天的演练")
  }
  expect(await titles({ year: 2024, day: "2024-05-01" })).toEqual(["那天的演练"])
  expect(await titles({ year: 2024, day: "2024-05-02" })).toEqual([])
  expect(await titles({ year: 2023, day: "2024-05-01" })).toEqual([])
  expect([
    await inFile({ year: 2024, day: "2024-05-01" }),
    await inFile({ year: 2023, day: "2024-05-01" }),
  ]).toEqual([true, false])
})

async function plant(school: string, code: string): Promise<void> {
  await rowsIn(
    app,
    sql`insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, received_at, state, address, detail)
      select ${randomUUID()}::uuid, id, area_path, ${code}, 4, now(), now(), 'open', '食堂', '烟感报警'
      from organisation where name = ${school}`,
  )
}

test("[DISTRICT-15] new alarms of a list that shows none are counted by its filters", async () => {
  const bureau = await app.as("bureau-a")
  const asked = { model_code: "brand-new", state: "open" } as const
  expect((await bureau.send(alarmCalls.list, asked)).items).toEqual([])
  expect((await bureau.send(alarmAdminCalls.pulse, asked)).fresh).toBe(0)
  await plant("甲二小学", "brand-new")
  expect((await bureau.send(alarmAdminCalls.pulse, asked)).fresh).toBe(1)
  expect((await bureau.send(alarmAdminCalls.pulse, { ...asked, state: "closed" })).fresh).toBe(0)
})

test("[DISTRICT-15] an empty type or level of alarms is no filter, for the monitor as for the list", async () => {
  const head = await app.as("head-a1")
  const empty = { model_code: "", alarm_level_name: "" }
  const all = await head.send(alarmCalls.records, {})
  expect(all.total).toBeGreaterThan(0)
  expect((await head.send(alarmCalls.records, empty)).total).toBe(all.total)
  expect((await head.send(alarmCalls.list, { ...empty, limit: 200 })).items).toHaveLength(all.total)
})

test("[DISTRICT-15] a name of an apostrophe alone finds nobody and no place", async () => {
  const bureau = await app.as("bureau-a")
  const orgid = await orgCalled(app, "甲一小学")
  for (const name of ["'", "’", " ' "]) {
    for (const place of [{ orgid }, { areaid: area }, {}])
      expect((await bureau.send(peopleAdminCalls.list, { ...place, name })).items).toEqual([])
    expect(await bureau.send(directoryCalls.found, { name })).toEqual([])
    expect(await bureau.send(peopleCalls.search, { orgid, username: name })).toEqual([])
  }
})

test("[DISTRICT-15] a cursor beyond the year 9999 is refused, and is no fault", async () => {
  const head = await app.as("head-a1")
  const far = "999999999999999"
  expect(AlarmCursor.safeParse("99999999999999-1").success).toBe(true)
  for (const [call, asked] of [
    [alarmCalls.list, { before: `${far}-1` }],
    [noticeCalls.list, { before: `0-${far}-1` }],
    [onlineUserCalls.list, { after: `${far}_${randomUUID()}` }],
  ] as const)
    expect((await head.request(call, asked)).statusCode).toBe(400)
})
