import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { attachmentFiles, attachmentMessages, attachmentService } from "@uc/contract/attachments/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { replyMessages } from "@uc/contract/core/reply"
import { hazardCalls, type HazardDetail } from "@uc/contract/hazards/calls"
import { hazardLimits, hazardMessages, hazardNotNow, hazardRings } from "@uc/contract/hazards/messages"
import { noticeCalls } from "@uc/contract/notices/calls"
import { todoCountCalls } from "@uc/contract/todo-counts/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { dayOf } from "../../demo/world.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const dayMs = 24 * 60 * 60 * 1000
const day = (days: number) => dayOf(new Date(Date.now() + days * dayMs))
const found = { title: "护栏松动", place: "东楼3层" }

function rowsOf<Row extends Record<string, unknown>>({ database }: TestApp, query: SQL): Promise<Row[]> {
  return database.transaction(unrestricted, async (db) => (await db.execute(query)).rows as Row[])
}

async function emptyApp(): Promise<TestApp> {
  const app = await testApp()
  await rowsOf(app, sql`delete from hazard`)
  return app
}

async function personOf(app: TestApp, account: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(app, sql`select id::text from person where account = ${account}`)
  return row?.id ?? ""
}

/** An upload of this person that is linked to nothing. */
async function photoOf(app: TestApp, account: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    app,
    sql`insert into attachment (org_id, uploader_id, name, state, media_type, bytes, width, height, blob_key)
      select org_id, id, '现场.png', 'ready', 'image/png', 1, 1, 1, gen_random_uuid() from person where account = ${account}
      returning id::text`,
  )
  return row?.id ?? ""
}

async function said(answer: Promise<{ statusCode: number; body: string }>): Promise<unknown[]> {
  const { statusCode, body } = await answer
  return [statusCode, (JSON.parse(body) as { msg: string }).msg]
}

async function ringsOf(client: TestClient): Promise<string[]> {
  const { items } = await client.send(noticeCalls.bell, {})
  return items.filter(({ topic }) => topic === "hazard").map(({ title }) => title)
}

const waitingOf = async (client: TestClient) => ({
  badge: (await client.send(todoCountCalls.counts, {})).hazards,
  list: (await client.send(hazardCalls.list, { waiting: 1 })).total,
})

/** Reported by the teacher, and given to somebody by the head. */
async function assigned(app: TestApp, to = "teacher-a1", deadline = day(3)): Promise<HazardDetail> {
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  const { id, version } = await teacher.send(hazardCalls.report, found)
  return head.send(hazardCalls.assign, { id, version, personid: await personOf(app, to), deadline })
}

test("[DAY-6] reported, assigned, rectified, returned, rectified, closed: each step is kept", async () => {
  const app = await emptyApp()
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  const before = await photoOf(app, "teacher-a1")
  const reported = await teacher.send(hazardCalls.report, {
    ...found,
    description: "一碰就晃",
    photos: before,
  })
  expect(reported).toMatchObject({ state: "reported", source: "report", level: "general", can: [] })
  expect(await waitingOf(head)).toEqual({ badge: 1, list: 1 })
  expect(await waitingOf(teacher)).toEqual({ badge: 0, list: 0 })

  const { id } = reported
  const person = await personOf(app, "teacher-a1")
  const given = await head.send(hazardCalls.assign, {
    id,
    version: reported.version,
    personid: person,
    deadline: day(3),
    level: "major",
    note: "先拉警戒线",
  })
  expect(given).toMatchObject({ state: "assigned", level: "major", deadline: day(3), isOverdue: false })
  const after = await photoOf(app, "teacher-a1")
  const rectified = await teacher.send(hazardCalls.rectify, {
    id,
    version: given.version,
    note: "已焊接",
    photos: after,
  })
  expect(rectified.state).toBe("rectified")
  const back = await head.send(hazardCalls.sendBack, {
    id,
    version: rectified.version,
    note: "还差一处",
    deadline: day(5),
  })
  expect([back.state, back.deadline]).toEqual(["assigned", day(5)])
  const again = await teacher.send(hazardCalls.rectify, { id, version: back.version, note: "都焊接了" })
  const closed = await head.send(hazardCalls.close, { id, version: again.version })
  expect([closed.state, closed.can, closed.closedAt === null]).toEqual(["closed", [], false])
  expect(
    closed.history.map(({ deed, note, photos }) => [deed, note, photos.map((photo) => photo.id).join()]),
  ).toEqual([
    ["reported", null, before],
    ["assigned", "先拉警戒线", ""],
    ["rectified", "已焊接", after],
    ["returned", "还差一处", ""],
    ["rectified", "都焊接了", ""],
    ["closed", null, ""],
  ])
  expect(new Set(closed.history.map(({ orgname }) => orgname))).toEqual(new Set(["甲一小学"]))
  // Of each hazard the bell shows the newest.
  expect(await ringsOf(head)).toEqual([hazardRings.rectified(again.assignee ?? "", "护栏松动")])
  expect(await ringsOf(teacher)).toEqual([hazardRings.closed("护栏松动")])
  // A closed one stays closed.
  const reopen = { id, version: closed.version, personid: person, deadline: day(1) }
  expect(await said(head.request(hazardCalls.assign, reopen))).toEqual([409, hazardNotNow("closed")])
})

test("[DAY-6] a report that is none is rejected with a reason, which its reporter reads", async () => {
  const app = await emptyApp()
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  const { id, version } = await teacher.send(hazardCalls.report, found)
  const wordless = head.request(hazardCalls.reject, { id, version, note: " " })
  expect(await said(wordless)).toEqual([400, expect.stringContaining(hazardMessages.reasonMissing)])
  const rejected = await head.send(hazardCalls.reject, { id, version, note: "是装饰" })
  expect([rejected.state, rejected.can]).toEqual(["rejected", []])
  expect(await ringsOf(teacher)).toEqual([hazardRings.rejected("护栏松动", "是装饰")])
})

test("[DAY-6] who rectified it may not review it; the bureau's administrator may", async () => {
  const app = await emptyApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const given = await assigned(app, "head-a1")
  const { id, version, can, isOwnWork } = await head.send(hazardCalls.rectify, {
    id: given.id,
    version: given.version,
    note: "自己修好了",
  })
  expect([can, isOwnWork]).toEqual([[], true])
  for (const [call, more] of [
    [hazardCalls.close, {}],
    [hazardCalls.sendBack, { note: "不行" }],
  ] as const)
    expect(await said(head.request(call, { id, version, ...more }))).toEqual([403, hazardMessages.ownWork])
  expect(await waitingOf(head)).toEqual({ badge: 0, list: 0 })
  expect((await bureau.send(hazardCalls.close, { id, version })).state).toBe("closed")
})

test("[DAY-6] only managers assign and review, only the assignee rectifies", async () => {
  const app = await emptyApp()
  const [teacher, head, clerk] = [
    await app.as("teacher-a1"),
    await app.as("head-a1"),
    await app.as("clerk-a"),
  ]
  const { id, version } = await teacher.send(hazardCalls.report, found)
  const personid = await personOf(app, "teacher-a1")
  const assign = { id, version, personid, deadline: day(1) }
  for (const client of [teacher, clerk])
    expect(await said(client.request(hazardCalls.assign, assign))).toEqual([403, hazardMessages.notManager])
  const given = await head.send(hazardCalls.assign, assign)
  expect(await said(head.request(hazardCalls.rectify, { id, version: given.version, note: "x" }))).toEqual([
    403,
    hazardMessages.notAssignee,
  ])
  expect(await said(clerk.request(hazardCalls.urge, { id, version: given.version, note: "x" }))).toEqual([
    403,
    hazardMessages.notBureau,
  ])
  // The bureau's people read it, and what is not theirs to do is not offered.
  expect((await clerk.send(hazardCalls.detail, { id })).can).toEqual([])
})

test("[DAY-6] other organisations see, change and report nothing; parents neither", async () => {
  const app = await emptyApp()
  const { id, version } = await assigned(app)
  const [orgid] = (
    await rowsOf<{ id: string }>(app, sql`select id::text from organisation where name = '甲一小学'`)
  ).map((row) => row.id)
  for (const account of ["head-a2", "bureau-b"]) {
    const stranger = await app.as(account)
    expect((await stranger.send(hazardCalls.list, {})).items.some((row) => row.id === id)).toBe(false)
    for (const [call, input] of [
      [hazardCalls.detail, { id }],
      [hazardCalls.close, { id, version }],
      [hazardCalls.list, { orgid }],
      [hazardCalls.statistics, { orgid }],
      [hazardCalls.report, { ...found, orgid }],
    ] as const)
      expect(await said(stranger.request(call, input))).toEqual([403, replyMessages.outOfReach])
  }
  // A bureau's clerk reads the school's, and reports nothing in its name; its administrator does.
  const clerk = await app.as("clerk-a")
  expect(await said(clerk.request(hazardCalls.report, { ...found, orgid }))).toEqual([
    403,
    replyMessages.outOfReach,
  ])
  const inspected = await (await app.as("bureau-a")).send(hazardCalls.report, { ...found, orgid })
  expect(inspected).toMatchObject({ orgname: "甲一小学", reporterOrg: "甲区教育局" })
  await rowsOf(app, sql`update person set is_parent = true where account = 'teacher-a1'`)
  const parent = await app.as("teacher-a1")
  for (const [call, input] of [
    [hazardCalls.list, {}],
    [hazardCalls.detail, { id }],
    [hazardCalls.report, found],
  ] as const)
    expect(await said(parent.request(call, input))).toEqual([403, hazardMessages.staffOnly])
})

test("[DAY-6] a school that closes what its bureau has reported tells the bureau's person", async () => {
  const app = await emptyApp()
  const [bureau, head] = [await app.as("bureau-a"), await app.as("head-a1")]
  const [org] = await rowsOf<{ id: string }>(
    app,
    sql`select id::text from organisation where name = '甲一小学'`,
  )
  const { id, version } = await bureau.send(hazardCalls.report, { ...found, orgid: org?.id ?? "" })
  await head.send(hazardCalls.reject, { id, version, note: "已拆除" })
  expect(await ringsOf(bureau)).toEqual([hazardRings.rejected("护栏松动", "已拆除")])
})

test("[DAY-6] a patrol's finding becomes one hazard, with its photos; a normal visit none", async () => {
  const app = await emptyApp()
  const teacher = await app.as("teacher-a1")
  const visits = await rowsOf<{ id: string }>(
    app,
    sql`update patrol_record r set result = 'problem', note = '门锁损坏', checked_at = now()
      from person p where p.org_id = r.org_id and p.account = 'teacher-a1' returning r.id::text`,
  )
  const [first, second] = visits.map(({ id }) => id)
  const visitId = first ?? ""
  const photo = await photoOf(app, "head-a1")
  await rowsOf(
    app,
    sql`update attachment set subject = 'patrol', subject_id = ${visitId} where id = ${photo}`,
  )
  expect(await teacher.send(hazardCalls.ofSource, { visitId })).toEqual({ hazard: null, mayReport: true })
  const both = await Promise.all([1, 2].map(() => teacher.request(hazardCalls.report, { ...found, visitId })))
  expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["200", "409"])
  const { hazard, mayReport } = await teacher.send(hazardCalls.ofSource, { visitId })
  expect([hazard?.state, mayReport]).toEqual(["reported", false])
  const detail = await teacher.send(hazardCalls.detail, { id: hazard?.id ?? "" })
  expect(detail.source).toBe("patrol")
  const { items } = await teacher.send(patrolAdminCalls.visits, {})
  expect(detail.sourceName).toContain(items.find(({ id }) => id === visitId)?.pointName)
  expect(detail.history[0]?.photos.map(({ name }) => name)).toEqual(["现场.png"])
  await rowsOf(app, sql`update patrol_record set result = 'normal' where id = ${second}`)
  expect(await said(teacher.request(hazardCalls.report, { ...found, visitId: second }))).toEqual([
    409,
    hazardMessages.notAProblem,
  ])
  const stranger = await app.as("head-a2")
  for (const call of [hazardCalls.ofSource, hazardCalls.report])
    expect(
      (await stranger.request(call, { ...(call === hazardCalls.report && found), visitId })).statusCode,
    ).toBe(403)
})

test("[DAY-6] an alarm becomes one hazard of its organisation; a false one does not", async () => {
  const app = await emptyApp()
  const [bureau, teacher] = [await app.as("bureau-a"), await app.as("teacher-a1")]
  const alarms = await rowsOf<{ uuid: string }>(
    app,
    sql`update alarm_record a set state = 'closed' from organisation o where o.id = a.org_id and o.name = '甲一小学' returning a.uuid::text`,
  )
  const [alarm = "", second = ""] = alarms.map(({ uuid }) => uuid)
  expect(await bureau.send(hazardCalls.report, { ...found, alarm: alarm.toUpperCase() })).toMatchObject({
    orgname: "甲一小学",
    source: "alarm",
    alarm,
  })
  expect(await said(teacher.request(hazardCalls.report, { ...found, alarm }))).toEqual([
    409,
    hazardMessages.already,
  ])
  await rowsOf(app, sql`update alarm_record set state = 'false' where uuid = ${second}`)
  expect(await teacher.send(hazardCalls.ofSource, { alarm: second })).toEqual({
    hazard: null,
    mayReport: false,
  })
  const wrong = teacher.request(hazardCalls.report, { ...found, alarm: second })
  expect(await said(wrong)).toEqual([409, hazardMessages.falseAlarm])
})

test("[DISTRICT-15] two sources, none, or a source of another organisation are refused", async () => {
  const app = await emptyApp()
  const bureau = await app.as("bureau-a")
  const [row] = await rowsOf<{ uuid: string; visit: string; other: string }>(
    app,
    sql`select (select a.uuid::text from alarm_record a where a.org_id = o.id limit 1) as uuid,
      (select r.id::text from patrol_record r where r.org_id = o.id limit 1) as visit,
      (select id::text from organisation where name = '甲二小学') as other from organisation o where name = '甲一小学'`,
  )
  const alarm = row?.uuid ?? ""
  for (const [call, input, sentence] of [
    [hazardCalls.ofSource, {}, hazardMessages.sourceMissing],
    [hazardCalls.ofSource, { alarm, visitId: row?.visit }, hazardMessages.oneSource],
    [hazardCalls.report, { ...found, alarm, orgid: row?.other }, hazardMessages.otherOrganisation],
  ] as const)
    expect(await said(bureau.request(call, input))).toEqual([400, sentence])
})

test("[DAY-6] of two at the same time the second is told what the first did", async () => {
  const app = await emptyApp()
  const head = await app.as("head-a1")
  const { id, version, state } = await assigned(app)
  expect(state).toBe("assigned")
  const act = { id, version: version - 1, personid: await personOf(app, "teacher-a1"), deadline: day(1) }
  const [status, sentence] = await said(head.request(hazardCalls.assign, act))
  expect([status, String(sentence)]).toEqual([409, expect.stringContaining("指派了整改，请刷新后再操作")])
  const ahead = head.request(hazardCalls.assign, { ...act, version: version + 5 })
  expect(await said(ahead)).toEqual([409, hazardMessages.changed])
})

test("[DAY-6] a deadline is from today on; who rectifies is of the school's staff", async () => {
  const app = await emptyApp()
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  const { id, version } = await teacher.send(hazardCalls.report, found)
  const personid = await personOf(app, "teacher-a1")
  const assign = (more: object) =>
    said(head.request(hazardCalls.assign, { id, version, personid, deadline: day(1), ...more }))
  expect(await assign({ deadline: day(-1) })).toEqual([400, hazardMessages.duePast])
  expect(await assign({ deadline: day(hazardLimits.dueDays + 2) })).toEqual([400, hazardMessages.dueTooFar])
  expect((await assign({ personid: await personOf(app, "teacher-a2") }))[0]).toBe(403)
  const bureau = await app.as("bureau-a")
  const elsewhere = { id, version, personid: await personOf(app, "teacher-a2"), deadline: day(1) }
  expect(await said(bureau.request(hazardCalls.assign, elsewhere))).toEqual([
    400,
    hazardMessages.notAssignable,
  ])
  await rowsOf(app, sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  expect(await assign({})).toEqual([400, hazardMessages.notAssignable])
})

test("[DAY-6] what is returned after its deadline needs a new one", async () => {
  const app = await emptyApp()
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  const given = await assigned(app)
  const { id, version } = await teacher.send(hazardCalls.rectify, {
    id: given.id,
    version: given.version,
    note: "好了",
  })
  await rowsOf(app, sql`update hazard set due_on = ${day(-1)} where id = ${id}`)
  const bare = { id, version, note: "没有" }
  expect(await said(head.request(hazardCalls.sendBack, bare))).toEqual([400, hazardMessages.dueOver])
  const back = await head.send(hazardCalls.sendBack, { ...bare, deadline: day(0) })
  expect([back.state, back.isOverdue]).toEqual(["assigned", false])
})

test("[DAY-6] photos are the uploader's own, once, and seen by who reaches the hazard", async () => {
  const app = await emptyApp()
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  const photo = await photoOf(app, "teacher-a1")
  const foreign = head.request(hazardCalls.report, { ...found, photos: photo })
  expect(await said(foreign)).toEqual([409, attachmentMessages.gone])
  await teacher.send(hazardCalls.report, { ...found, photos: photo })
  const twice = teacher.request(hazardCalls.report, { ...found, photos: photo })
  expect(await said(twice)).toEqual([409, attachmentMessages.gone])
  const seen = async (account: string) => {
    const client = await app.as(account)
    const url = `${defaultSiteConfig.services[attachmentService]}${attachmentFiles.file}?id=${photo}`
    return (await app.app.inject({ url, headers: { host: "localhost", ...client.headers } })).statusCode
  }
  expect([await seen("head-a1"), await seen("clerk-a"), await seen("head-a2")]).toEqual([200, 200, 403])
})

test("[DAY-6] each number of the statistics is that of its list, for every filter", async () => {
  const app = await testApp()
  await rowsOf(
    app,
    sql`update hazard set due_on = ${day(-2)}, escalated_at = now(),
      escalated_to = (select id from organisation where name = '甲区教育局')
      where state = 'assigned' and org_id in (select id from organisation where name in ('甲一小学', '甲镇小学'))`,
  )
  const [org] = await rowsOf<{ id: string }>(
    app,
    sql`select id::text from organisation where name = '甲一小学'`,
  )
  for (const account of ["bureau-a", "head-a1", "teacher-a1", "platform"]) {
    const client = await app.as(account)
    const total = async (more: object) => (await client.send(hazardCalls.list, { ...more })).total
    for (const narrow of [
      {},
      { state: "active" },
      { level: "general" },
      { from: day(-4), to: day(0) },
    ] as const) {
      const counts = await client.send(hazardCalls.statistics, narrow)
      const where = `${account} ${JSON.stringify(narrow)}`
      expect([where, counts.total]).toEqual([where, await total(narrow)])
      expect([where, counts.waiting]).toEqual([where, await total({ ...narrow, waiting: 1 })])
      expect([where, counts.overdue]).toEqual([where, await total({ ...narrow, overdue: 1 })])
      expect([where, counts.escalated]).toEqual([where, await total({ ...narrow, escalated: 1 })])
      if (!("state" in narrow))
        for (const state of ["reported", "assigned", "rectified", "closed", "rejected"] as const)
          expect([where, state, counts[state]]).toEqual([where, state, await total({ ...narrow, state })])
      const all = counts.organisations.reduce((sum, each) => sum + each.total, 0)
      expect([where, all]).toEqual([where, counts.total])
    }
  }
  const bureau = await app.as("bureau-a")
  const { items } = await bureau.send(hazardCalls.list, { limit: 100 })
  expect(items.map(({ isOverdue }) => isOverdue)).toEqual(
    items.map(({ isOverdue }) => isOverdue).toSorted((one, other) => Number(other) - Number(one)),
  )
  expect(items.filter(({ isOverdue }) => isOverdue).length).toBe(2)
  const ofOne = await bureau.send(hazardCalls.list, { orgid: org?.id ?? "", limit: 100 })
  expect(new Set(ofOne.items.map(({ orgname }) => orgname))).toEqual(new Set(["甲一小学"]))
})

test("[DAY-6] the ledger is searched by title and place and filtered by level and reporter", async () => {
  const app = await emptyApp()
  const [teacher, head] = [await app.as("teacher-a1"), await app.as("head-a1")]
  await teacher.send(hazardCalls.report, { title: "护栏松动", place: "东楼3层", level: "major" })
  await head.send(hazardCalls.report, { title: "插座破损", place: "食堂" })
  const titles = async (input: object) =>
    (await teacher.send(hazardCalls.list, { ...input })).items.map(({ title }) => title)
  expect(await titles({})).toEqual(["插座破损", "护栏松动"])
  expect(await titles({ search: "东楼" })).toEqual(["护栏松动"])
  expect(await titles({ search: "插座" })).toEqual(["插座破损"])
  expect(await titles({ search: "%" })).toEqual([])
  expect(await titles({ level: "major" })).toEqual(["护栏松动"])
  expect(await titles({ source: "alarm" })).toEqual([])
  expect(await titles({ mine: 1 })).toEqual(["护栏松动"])
  expect(await titles({ to: day(-1) })).toEqual([])
  expect(await titles({ start: 1, limit: 1 })).toEqual(["护栏松动"])
})

test("[DAY-6] the ledger is exported with a sheet of what it comes to by organisation", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const { content, rows } = await bureau.send(hazardCalls.exportList, {})
  const [ledger = [], organisations = []] = readXlsx(Buffer.from(content, "base64")).sheets
  const { total, organisations: counted } = await bureau.send(hazardCalls.statistics, {})
  expect([ledger.length - 1, organisations.length - 1]).toEqual([total, counted.length])
  expect(rows).toBe(total + counted.length)
  expect(ledger[0]?.slice(0, 6)).toEqual(["单位", "隐患", "位置", "等级", "来源", "状态"])
})
