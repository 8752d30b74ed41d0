import { accountCalls } from "@uc/contract/account/calls"
import { alarmAdminCalls, alarmMessages } from "@uc/contract/alarms/admin-calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { assessmentAdminCalls, profileNumbers } from "@uc/contract/assessments/admin-calls"
import { assessmentMessages } from "@uc/contract/assessments/messages"
import type { InputOf } from "@uc/contract/core/call"
import { parameterMessages } from "@uc/contract/core/parameter-messages"
import { replyMessages } from "@uc/contract/core/reply"
import { drillCalls, drillMessages, executionTypes } from "@uc/contract/drills/calls"
import { homeLayoutCalls, layoutMessages } from "@uc/contract/home/calls"
import { menuAdminCalls, menuMessages } from "@uc/contract/menus/admin-calls"
import { newsAdminCalls, newsAdminMessages } from "@uc/contract/news/admin-calls"
import { noticeCalls, noticeMessages } from "@uc/contract/notices/calls"
import { patrolAdminCalls, patrolLimits, patrolMessages } from "@uc/contract/patrols/admin-calls"
import { peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { roleCalls, roleMessages } from "@uc/contract/roles/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { taskMessages } from "@uc/contract/tasks/messages"
import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import type { LightMyRequestResponse } from "fastify"
import { afterAll, beforeAll, expect, test } from "vitest"
import { nextMonth, testApp, type TestApp, type TestClient } from "./testing/test-app.ts"
import { grantFor } from "./testing/test-danger.ts"
import { orgCalled, rowsIn } from "./testing/test-roles.ts"

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

test("[DISTRICT-15] a patrol point that is added as disabled is disabled, and no point too many", async () => {
  const head = await app.as("head-a2")
  const { orgid } = await head.send(accountCalls.current, {})
  const added = await head.send(patrolAdminCalls.savePoint, { name: "旧门", isDisabled: true })
  expect(added.isDisabled).toBe(true)
  const { points } = await head.send(patrolAdminCalls.points, {})
  expect(points.map(({ name }) => name)).not.toContain("旧门")
  await rowsIn(
    app,
    sql`insert into patrol_point (org_id, name, code)
      select ${orgid}::bigint, 'p' || n, 'full-' || n from generate_series(1, ${patrolLimits.points}::int) n`,
  )
  expect(await said(head.request(patrolAdminCalls.savePoint, { name: "新门" }))).toEqual([
    400,
    undefined,
    patrolMessages.tooManyPoints,
  ])
  await head.send(patrolAdminCalls.savePoint, { name: "旧窗", isDisabled: true })
})

async function profileOf(client: TestClient) {
  const base = await client.send(assessmentAdminCalls.profile, {})
  const { orgname: _name, kind: _kind, completeness: _percent, mayChange: _may, ...known } = base
  return known
}

test("[DISTRICT-15] a school's numbers are refused for an enterprise; what is stored passes", async () => {
  const boss = await app.as("boss-ae")
  const known = await profileOf(boss)
  for (const field of ["classes", "students", "siteM2", "cameras", "fireHydrants"] as const)
    expect(
      await said(boss.request(assessmentAdminCalls.saveProfile, { ...known, [field]: 7_654_321 })),
    ).toEqual([400, field, assessmentMessages.schoolsOnly(profileNumbers[field])])
  const saved = await boss.send(assessmentAdminCalls.saveProfile, { ...known, staff: 41 })
  expect(saved).toMatchObject({ staff: 41, cameras: known.cameras })
})

test("[DISTRICT-15] longitude and latitude are saved together or refused", async () => {
  const head = await app.as("head-a1")
  const known = await profileOf(head)
  const place = { lng: 120.1, lat: 30.2 }
  for (const field of ["lng", "lat"] as const)
    expect(
      await said(head.request(assessmentAdminCalls.saveProfile, { ...known, ...place, [field]: null })),
    ).toEqual([400, field, assessmentMessages.placeIncomplete])
  expect(await head.send(assessmentAdminCalls.saveProfile, { ...known, ...place })).toMatchObject(place)
})

const ownPeople = { isForOwn: true, isShared: false }

test("[DAY-11] kind, 学段 and tag of a notice are refused where it is not for the area", async () => {
  const bureau = await app.as("bureau-a")
  const notice = {
    title: "停水",
    kind: "通知公告",
    body: "明日停水。",
    isPinned: false,
    publish: "now",
  } as const
  for (const [field, value] of [
    ["forKind", "school"],
    ["forSchoolLevel", "primary"],
    ["forTag", "寄宿"],
  ] as const)
    expect(await said(bureau.request(noticeCalls.save, { ...notice, ...ownPeople, [field]: value }))).toEqual(
      [400, field, noticeMessages.sharedOnly],
    )
})

test("[DISTRICT-15] a time is refused for a notice that is published now or kept as a draft", async () => {
  const head = await app.as("head-a1")
  const notice = { title: "停水", kind: "通知公告", body: "明日停水。", isPinned: false, ...ownPeople }
  for (const publish of ["now", "draft"] as const)
    expect(await said(head.request(noticeCalls.save, { ...notice, publish, publishAt: nextMonth }))).toEqual([
      400,
      "publishAt",
      noticeMessages.timeUnused,
    ])
  const later = await head.send(noticeCalls.save, { ...notice, publish: "later", publishAt: nextMonth })
  expect(later.state).toBe("planned")
})

test("[DISTRICT-15] a group of the menu has no address", async () => {
  const platform = await app.as("platform")
  await grantFor(app, platform, "menu")
  const group = {
    text: "分组",
    kind: "group" as const,
    icon: "folder",
    isDisabled: false,
    audience: [],
  }
  expect(
    await said(platform.request(menuAdminCalls.save, { ...group, path: "https://oa.example.cn" })),
  ).toEqual([400, "path", menuMessages.groupOpensNothing])
  await grantFor(app, platform, "menu")
  await platform.send(menuAdminCalls.save, { ...group, path: " " })
})

test("[DISTRICT-15] patrols by person are of one organisation: an area is refused", async () => {
  const bureau = await app.as("bureau-a")
  const period = { from: "2026-01-01", to: "2026-12-31", areaid: "330101" }
  for (const call of [patrolAdminCalls.ranks, patrolAdminCalls.exportRanks])
    expect(await said(bureau.request(call, { ...period, by: "person" }))).toEqual([
      400,
      "areaid",
      patrolMessages.peopleOfOneOrganisation,
    ])
  await bureau.send(patrolAdminCalls.ranks, { ...period, by: "organisation" })
})

test("[DISTRICT-15] why somebody does not see something: a page or a record, never both or half", async () => {
  const head = await app.as("head-a1")
  const { id: personid } = await (await app.as("teacher-a1")).send(accountCalls.current, {})
  const record = { record: "task", recordId: "1" } as const
  for (const [field, asked] of [
    ["page", { page: "/main/home", ...record }],
    ["recordId", { page: "/main/home", record: "task" }],
    ["record", { page: "/main/home", recordId: "1" }],
    ["recordId", { record: "task" }],
    ["page", {}],
  ] as const)
    expect(await said(head.request(roleCalls.explain, { personid, ...asked }))).toEqual([
      400,
      field,
      roleMessages.pageOrRecord,
    ])
  await head.send(roleCalls.explain, { personid, ...record })
})

const task: InputOf<typeof taskCalls.create> = {
  title: "检查",
  content: "",
  priority: 2,
  deadline: null,
  steps: [],
  repeat: null,
}

test("[DISTRICT-15] a task for everybody of an organisation names the organisation or the area", async () => {
  const bureau = await app.as("bureau-a")
  const { id } = await bureau.send(accountCalls.current, {})
  expect(await said(bureau.request(taskCalls.create, { ...task, people: id, each: 1 }))).toEqual([
    400,
    "each",
    taskMessages.eachOfOrganisations,
  ])
  const organisations = await orgCalled(app, "甲一小学")
  expect((await bureau.send(taskCalls.create, { ...task, organisations, each: 1 })).assignees).toBe(6)
})

test("[DISTRICT-15] a task for a department that is out of use is refused by its name", async () => {
  const head = await app.as("head-a1")
  const { id, orgid } = await head.send(accountCalls.current, {})
  const [department] = await rowsIn<{ id: string }>(
    app,
    sql`insert into department (org_id, name, level, ids, sort_no, pinyin, initials, disabled_at)
      values (${orgid}::bigint, '旧总务处', 0, '{}', 900, '', '', now()) returning id::text`,
  )
  const given = { ...task, people: id, departments: department?.id ?? "" }
  expect(await said(head.request(taskCalls.create, given))).toEqual([
    409,
    "departments",
    taskMessages.closedDepartments(["旧总务处"]),
  ])
})

test("[DISTRICT-15] a layout's id needs its version, and a card stands in it once", async () => {
  const teacher = await app.as("teacher-a1")
  const cell = (key: string) => ({ key, x: 0, y: 0, w: 4, h: 4, isHidden: false })
  const saved = await teacher.send(homeLayoutCalls.save, { type: "home", items: [cell("tasks")] })
  for (const seen of [{ id: saved.id }, { id: saved.id, version: 0 }])
    expect(
      await said(teacher.request(homeLayoutCalls.save, { type: "home", items: [cell("news")], ...seen })),
    ).toEqual([400, "version", layoutMessages.versionMissing])
  const twice = { type: "home", items: [cell("tasks"), cell("news"), cell("tasks")] }
  expect(await said(teacher.request(homeLayoutCalls.save, twice))).toEqual([
    400,
    "items",
    layoutMessages.cardTwice,
  ])
  expect(await teacher.send(homeLayoutCalls.list, { type: "home" })).toEqual([saved])
})

test("[DISTRICT-15] the code of a news column is changed or kept, not emptied", async () => {
  const head = await app.as("head-a1")
  const column = { name: "要闻", isPublic: false, isShared: false }
  const { id, version } = await head.send(newsAdminCalls.saveColumn, { ...column, category: "" })
  expect(
    await said(head.request(newsAdminCalls.saveColumn, { ...column, id, version, category: "" })),
  ).toEqual([400, "category", newsAdminMessages.categoryStays])
  await head.send(newsAdminCalls.saveColumn, { ...column, id, version, category: "main" })
  const { columns } = await head.send(newsAdminCalls.columns, {})
  expect(columns.find((each) => each.id === id)?.category).toBe("main")
})

test("[DISTRICT-15] who saw more steps of an alarm than were taken is refused", async () => {
  const head = await app.as("head-a1")
  const uuid = randomUUID()
  await rowsIn(
    app,
    sql`insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, received_at, state, address, detail)
      select ${uuid}::uuid, id, area_path, 'smoke', 4, now(), now(), 'open', '食堂', '烟感报警'
      from organisation where name = '甲一小学'`,
  )
  expect(await said(head.request(alarmAdminCalls.acknowledge, { uuid, seen: 3 }))).toEqual([
    409,
    "seen",
    alarmMessages.seenOther,
  ])
  expect((await head.send(alarmAdminCalls.acknowledge, { uuid, seen: 0 })).acts).toBe(1)
})

test("[DISTRICT-15] a post is renamed where it is: another category is refused", async () => {
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const category = await head.send(peopleAdminCalls.savePost, { orgid, name: "行政岗位" })
  const { id: postid } = await head.send(peopleAdminCalls.savePost, {
    orgid,
    name: "文书岗",
    parentId: category.id,
  })
  const renamed = { orgid, postid, version: 1, name: "秘书岗", parentId: category.id }
  expect(await said(head.request(peopleAdminCalls.savePost, renamed))).toEqual([
    400,
    "parentId",
    peopleAdminMessages.postStays,
  ])
})

test("[DISTRICT-15] a role names organisations with its scope of chosen ones alone, and its own organisation", async () => {
  const bureau = await app.as("bureau-a")
  const one = await orgCalled(app, "甲一小学")
  const role: InputOf<typeof roleCalls.save> = {
    name: "巡查员",
    permissions: ["patrols.manage"],
    scopeKind: "area",
  }
  await grantFor(app, bureau, "role")
  expect(await said(bureau.request(roleCalls.save, { ...role, organisations: [one] }))).toEqual([
    400,
    "organisations",
    roleMessages.organisationsOfChosen,
  ])
  await grantFor(app, bureau, "role")
  const { id } = await bureau.send(roleCalls.save, role)
  await grantFor(app, bureau, "role")
  const elsewhere = { ...role, id, version: 1, orgid: one }
  expect(await said(bureau.request(roleCalls.save, elsewhere))).toEqual([
    403,
    undefined,
    replyMessages.outOfReach,
  ])
})

test("[DISTRICT-15] a page of warning types is named in one way, or in two that agree", async () => {
  const head = await app.as("head-a2")
  const third = await head.send(alarmCalls.types, { start: 2, limit: 2 })
  expect(third.items.length).toBeGreaterThan(0)
  for (const asked of [
    { pageindex: 2, pagesize: 2 },
    { start: 0, limit: 2, pageindex: 2, pagesize: 2 },
    { start: 2, limit: 2, pageindex: 2, pagesize: 2 },
    { start: 2, pageindex: 2, pagesize: 2 },
    { start: 2, limit: 2, pageindex: 0 },
  ])
    expect(await head.send(alarmCalls.types, asked)).toEqual(third)
  expect(await said(head.request(alarmCalls.types, { start: 2, limit: 2, pageindex: 1 }))).toEqual([
    400,
    "pageindex",
    parameterMessages.startOfAnotherPage,
  ])
  expect(await said(head.request(alarmCalls.types, { limit: 2, pageindex: 2, pagesize: 3 }))).toEqual([
    400,
    "pagesize",
    parameterMessages.sizeOfAnotherPage,
  ])
})

test("[DISTRICT-15] a card is pinned once", async () => {
  const bureau = await app.as("bureau-a")
  const { own } = await bureau.send(homeLayoutCalls.pins, {})
  const version = own?.version ?? 0
  const answer = await said(bureau.request(homeLayoutCalls.savePins, { keys: ["tasks", "tasks"], version }))
  expect(answer).toEqual([400, "keys", expect.stringContaining(layoutMessages.pinnedTwice)])
})

test("[DISTRICT-15] a drill is not started as real", async () => {
  const head = await app.as("head-a2")
  const { orgid } = await head.send(accountCalls.current, {})
  const wanted = {
    planId: "1",
    orgids: orgid,
    title: "疏散",
    zxType: executionTypes.drill,
    isReal: 1,
  } as const
  expect(await said(head.request(drillCalls.start, wanted))).toEqual([
    400,
    "isReal",
    drillMessages.drillConfirmedReal,
  ])
})
