import type { InputOf } from "@uc/contract/core/call"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { actionLabel } from "@uc/contract/logs/log-labels"
import { logCalls } from "@uc/contract/logs/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import {
  codeInPieces,
  patrolMessages,
  patrolAdminCalls,
  type PatrolPoint,
} from "@uc/contract/patrols/admin-calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { visitsOfPerson } from "./patrol-visits.store.ts"
import { findMissedPatrols, schedulePatrolVisits, remindOfPatrols } from "./schedule-patrol-visits.ts"

let app: TestApp
const clients = new Map<string, Promise<TestClient>>()

beforeAll(async () => {
  app = await testApp({}, afterAll)
  // The demo world's patrols are removed.
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`update patrol_plan set disabled_at = now()`)
    await db.execute(sql`delete from patrol_record where result = 'due'`)
  })
})

function as(account: string): Promise<TestClient> {
  const client = clients.get(account) ?? app.as(account)
  clients.set(account, client)
  return client
}

const inAll = <T extends Record<string, unknown>>(statement: SQL): Promise<T[]> =>
  app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute(statement)
    return rows as T[]
  })

async function idOf(account: string): Promise<string> {
  return (await (await as(account)).send(accountCalls.current, {})).id
}

async function newPoint(name: string): Promise<PatrolPoint & { code: string }> {
  const point = await (await as("head-a1")).send(patrolAdminCalls.savePoint, { name })
  return { ...point, code: point.code ?? "" }
}

type WantedPlan = InputOf<typeof patrolAdminCalls.savePlan>
const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Half a day away: no visit of the plan itself is near those that a test makes, whenever it runs. */
const farTime = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(11, 16)

async function newPlan(points: readonly PatrolPoint[], more: Partial<WantedPlan> = {}) {
  const personId = await idOf("teacher-a1")
  return (await as("head-a1")).send(patrolAdminCalls.savePlan, {
    name: "晚间巡查",
    times: [farTime],
    weekdays: everyDay,
    graceMinutes: 30,
    route: points.map(({ id }) => ({ pointId: id, personId })),
    ...more,
  })
}

/** A visit of the plan whose time is `minutes` from now. */
async function visitIn(minutes: number, planId: string, pointId: string): Promise<string> {
  const [row] = await inAll<{ id: string }>(sql`
    insert into patrol_record (org_id, plan_id, point_id, person_id, due_at, result)
    select org_id, plan_id, point_id, person_id, now() + make_interval(mins => ${minutes}), 'due' from patrol_plan_point
    where plan_id = ${planId}::bigint and point_id = ${pointId}::bigint returning id::text`)
  return row?.id ?? ""
}

test("[WORK-3] points and their codes are for administrators; changes are audited", async () => {
  const head = await as("head-a1")
  const point = await newPoint("东门")
  expect(point).toMatchObject({ name: "东门", placeName: null, isDisabled: false, plans: 0, version: 1 })
  const renamed = await head.send(patrolAdminCalls.savePoint, { id: point.id, version: 1, name: "东大门" })
  expect(renamed).toMatchObject({ name: "东大门", version: 2, code: point.code })
  await expect(
    head.send(patrolAdminCalls.savePoint, { id: point.id, version: 1, name: "别的" }),
  ).rejects.toThrow(patrolMessages.changedMeanwhile)
  const renewed = await head.send(patrolAdminCalls.renewCode, { id: point.id })
  expect(renewed.code).not.toBe(point.code)
  // Short, and without characters that look alike on paper.
  expect(renewed.code).toMatch(/^[2-9A-HJKMNP-TV-Z]{12}$/)
  const teacher = await as("teacher-a1")
  await expect(teacher.send(patrolAdminCalls.scanned, { code: point.code })).rejects.toThrow(
    patrolMessages.codeUnknown,
  )

  const seen = await teacher.send(patrolAdminCalls.points, {})
  expect(seen.mayAdminister).toBe(false)
  expect(seen.points.find(({ id }) => id === point.id)).toMatchObject({ name: "东大门", code: null })
  await expect(teacher.send(patrolAdminCalls.savePoint, { name: "我的" })).rejects.toThrow(
    noPermissionMessage("patrols.manage"),
  )
  await expect(teacher.send(patrolAdminCalls.renewCode, { id: point.id })).rejects.toThrow(
    noPermissionMessage("patrols.manage"),
  )
  const printed = await head.send(patrolAdminCalls.codes, { ids: point.id })
  expect(printed.codes).toMatchObject([
    {
      name: "东大门",
      orgname: "甲一小学",
      code: codeInPieces(renewed.code ?? ""),
      image: expect.stringMatching(/^data:image\/svg/),
    },
  ])
  await expect(teacher.send(patrolAdminCalls.codes, { ids: point.id })).rejects.toThrow(
    noPermissionMessage("patrols.manage"),
  )
  const { items } = await head.send(logCalls.audit, { limit: 10 })
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["patrols.savePoint", "patrols.renewCode"]),
  )
  for (const { action } of items) expect(actionLabel(action)).toMatch(/^[\u4e00-\u9fff]+$/)
})

test("[WORK-3] nothing of another organisation's patrols can be seen or used", async () => {
  const head = await as("head-a1")
  const stranger = await as("head-a2")
  const point = await newPoint("西门")
  const plan = await newPlan([point])
  const orgid = (await head.send(accountCalls.current, {})).orgid
  for (const ask of [
    () => stranger.send(patrolAdminCalls.points, { orgid }),
    () => stranger.send(patrolAdminCalls.plans, { orgid }),
    () => stranger.send(patrolAdminCalls.visits, { orgid }),
    () =>
      stranger.send(patrolAdminCalls.ranks, { by: "person", from: "2026-01-01", to: "2026-01-02", orgid }),
    () => stranger.send(patrolAdminCalls.savePoint, { id: point.id, name: "我的" }),
    () => stranger.send(patrolAdminCalls.renewCode, { id: point.id }),
    () => stranger.send(patrolAdminCalls.savePoint, { orgid, name: "我的" }),
  ])
    await expect(ask()).rejects.toThrow(replyMessages.outOfReach)
  const route = [{ pointId: point.id, personId: null }]
  const theirs = { name: "偷", times: ["08:00"], weekdays: [1], graceMinutes: 30, route }
  await expect(stranger.send(patrolAdminCalls.savePlan, theirs)).rejects.toMatchObject({ status: 403 })
  const own = await stranger.send(patrolAdminCalls.savePoint, { name: "自己的" })
  const mixed = { ...theirs, route: [{ pointId: own.id, personId: await idOf("teacher-a1") }] }
  await expect(stranger.send(patrolAdminCalls.savePlan, mixed)).rejects.toThrow(
    patrolMessages.walkerNotTheirs,
  )
  await expect(
    stranger.send(patrolAdminCalls.savePlan, {
      ...theirs,
      id: plan.id,
      route: [{ pointId: own.id, personId: null }],
    }),
  ).rejects.toThrow(patrolMessages.planGone)
  await expect(stranger.send(patrolAdminCalls.scanned, { code: point.code })).rejects.toThrow(
    patrolMessages.codeUnknown,
  )
  const [place] = await inAll<{ id: string }>(
    sql`select min(b.id)::text as id from building b where b.org_id = ${orgid}::bigint and b.type = 'room'`,
  )
  expect(place?.id).toBeTruthy()
  await expect(
    stranger.send(patrolAdminCalls.savePoint, { name: "借", placeId: place?.id ?? "" }),
  ).rejects.toThrow(patrolMessages.placeNotTheirs)
  expect(await head.send(patrolAdminCalls.savePoint, { name: "屋", placeId: place?.id ?? "" })).toMatchObject(
    {
      placeName: expect.stringMatching(/\S/),
    },
  )
})

test("[WORK-3][ROLE-2] a parent neither sees who walked where nor is sent to walk", async () => {
  const point = await newPoint("北门")
  const { orgid } = await (await as("head-a1")).send(accountCalls.current, {})
  const [parent] = await inAll<{ id: string; account: string }>(sql`
    update person set is_parent = true where id = (select max(id) from person where org_id = ${orgid}::bigint
      and admintype = 0 and account is not null and account <> 'teacher-a1' and disabled_at is null)
    returning id::text, account`)
  try {
    const them = await app.as(parent?.account ?? "")
    const period = { from: "2026-01-01", to: "2026-01-02" }
    for (const ask of [
      () => them.send(patrolAdminCalls.points, {}),
      () => them.send(patrolAdminCalls.plans, {}),
      () => them.send(patrolAdminCalls.visits, {}),
      () => them.send(patrolAdminCalls.exportVisits, {}),
      () => them.send(patrolAdminCalls.ranks, { by: "person", ...period }),
      () => them.send(patrolAdminCalls.scanned, { code: point.code }),
      () => them.send(patrolAdminCalls.checkIn, { code: point.code, result: "normal" }),
    ])
      await expect(ask()).rejects.toThrow(patrolMessages.staffOnly)
    expect(await them.send(patrolAdminCalls.mine, {})).toEqual({ visits: [] })
    await expect(
      newPlan([point], { route: [{ pointId: point.id, personId: parent?.id ?? "" }] }),
    ).rejects.toThrow(patrolMessages.walkerNotTheirs)
  } finally {
    await inAll(sql`update person set is_parent = false where id = ${parent?.id ?? ""}::bigint`)
  }
})

test("[WORK-3] a plan schedules visits; a change moves future ones and keeps past ones", async () => {
  const [one, two] = [await newPoint("一"), await newPoint("二")]
  const plan = await newPlan([one, two])
  const laid = () =>
    inAll<{ point: string; due: string; result: string }>(sql`
      select point_id::text as point, to_char(due_at at time zone 'Asia/Shanghai', 'HH24:MI') as due, result
      from patrol_record where plan_id = ${plan.id}::bigint and due_at > now() order by due_at, point_id`)
  const days = (await laid()).length / 2
  // Today's may be past.
  expect([1, 2]).toContain(days)
  expect(await laid()).toContainEqual({ point: one.id, due: farTime, result: "due" })
  await schedulePatrolVisits(app.database)
  await schedulePatrolVisits(app.database)
  expect(await laid()).toHaveLength(days * 2)

  const begun = await visitIn(-1, plan.id, one.id)
  const head = await as("head-a1")
  const { version } = plan
  const changed = { ...plan, times: ["23:58"], route: [{ pointId: two.id, personId: null }], version }
  expect(await head.send(patrolAdminCalls.savePlan, changed)).toMatchObject({
    version: version + 1,
    times: ["23:58"],
    route: [{ pointId: two.id, personName: null }],
  })
  const after = await laid()
  expect(after.length).toBeGreaterThan(0)
  for (const visit of after) expect(visit).toEqual({ point: two.id, due: "23:58", result: "due" })
  expect(await inAll(sql`select from patrol_record where id = ${begun}::bigint`)).toHaveLength(1)
  await expect(head.send(patrolAdminCalls.savePlan, changed)).rejects.toThrow(patrolMessages.changedMeanwhile)
  await expect(
    head.send(patrolAdminCalls.savePlan, {
      ...changed,
      version: version + 1,
      route: [changed.route[0]!, changed.route[0]!],
    }),
  ).rejects.toThrow(patrolMessages.pointTwice)

  // Disabled: no visits any more.
  await head.send(patrolAdminCalls.savePlan, { ...changed, version: version + 1, isDisabled: true })
  await schedulePatrolVisits(app.database)
  expect(await laid()).toEqual([])
  await head.send(patrolAdminCalls.savePoint, { id: one.id, name: "一", isDisabled: true })
  await expect(newPlan([one])).rejects.toThrow(patrolMessages.pointDisabled("一"))
})

test("[WORK-3] checking in needs the right point, person and time, once", async () => {
  const [here, there] = [await newPoint("食堂"), await newPoint("车库")]
  const plan = await newPlan([here, there])
  const teacher = await as("teacher-a1")
  const due = await visitIn(5, plan.id, here.id)
  const scanned = await teacher.send(patrolAdminCalls.scanned, { code: here.code })
  expect(scanned).toMatchObject({ pointName: "食堂", why: null, visit: { id: due, state: "due" } })
  const { visits } = await teacher.send(patrolAdminCalls.mine, {})
  expect(visits.map(({ id }) => id)).toContain(due)

  const checkIn = (code: string, more: Partial<InputOf<typeof patrolAdminCalls.checkIn>> = {}) =>
    teacher.send(patrolAdminCalls.checkIn, { code, result: "normal", ...more })
  await expect(checkIn(there.code, { visitId: due })).rejects.toThrow(patrolMessages.codeElsewhere("车库"))
  await expect(checkIn(here.code, { result: "problem", note: "  " })).rejects.toThrow(
    patrolMessages.noteMissing,
  )
  await expect(checkIn("没有")).rejects.toThrow(patrolMessages.codeUnknown)
  await expect(checkIn(here.code, { pictures: "999999" })).rejects.toMatchObject({ status: 409 })

  // Two requests at the same time: one succeeds.
  const both = await Promise.allSettled([
    checkIn(here.code, { result: "problem", note: "灭火器<b>过期</b>" }),
    checkIn(here.code, { result: "problem", note: "灭火器<b>过期</b>" }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  await expect(checkIn(here.code)).rejects.toThrow(/已于.*完成本次巡查/)
  const head = await as("head-a1")
  const { items } = await head.send(patrolAdminCalls.visits, { state: "problem", search: "食堂" })
  expect(items).toMatchObject([{ id: due, note: "灭火器<b>过期</b>", planName: "晚间巡查" }])
  const bell = await head.send(noticeCalls.bell, {})
  expect(JSON.stringify(bell)).toContain("食堂")

  // Out of time, and another's.
  const early = await visitIn(45, plan.id, there.id)
  await expect(checkIn(there.code, { visitId: early })).rejects.toThrow(/可提前30分钟/)
  const late = await visitIn(-31, plan.id, there.id)
  await expect(checkIn(there.code, { visitId: late })).rejects.toThrow(/已记为漏检/)
  const ours = await newPlan([there], { route: [{ pointId: there.id, personId: await idOf("head-a1") }] })
  await visitIn(0, ours.id, there.id)
  await expect(checkIn(there.code)).rejects.toThrow(/本次巡查由.*负责/)
})

test("[WORK-3] around midnight the own visits include open ones of both days", async () => {
  const [point, head] = [await newPoint("夜巡点"), await as("head-a1")]
  const plan = await newPlan([point], { name: "夜巡", route: [{ pointId: point.id, personId: null }] })
  await inAll(sql`delete from patrol_record where plan_id = ${plan.id}::bigint`)
  await inAll(sql`
    insert into patrol_record (org_id, plan_id, point_id, due_at, result, grace_minutes)
    select org_id, plan_id, point_id, (due || '+08')::timestamptz, result, 30 from patrol_plan_point,
      (values ('2026-11-15 22:00', 'due'), ('2026-11-15 23:00', 'missed'), ('2026-11-16 00:10', 'due'),
              ('2026-11-16 22:00', 'due'), ('2026-11-17 00:10', 'due')) visits (due, result)
    where plan_id = ${plan.id}::bigint`)
  const { orgid, id } = await head.send(accountCalls.current, {})
  const shownAt = async (moment: string) => {
    const visits = await app.database.transaction(unrestricted, (db) =>
      visitsOfPerson(db, { org: orgid, person: id }, sql`${`${moment}+08:00`}::timestamptz`),
    )
    return visits.filter(({ planName }) => planName === "夜巡").map(({ dueAt }) => dueAt.slice(5, 16))
  }
  const night = ["11-15 22:00", "11-15 23:00"]
  expect(await shownAt("2026-11-15T23:39")).toEqual(night)
  expect(await shownAt("2026-11-15T23:40")).toEqual([...night, "11-16 00:10"])
  expect(await shownAt("2026-11-16T00:01")).toEqual(["11-15 22:00", "11-16 00:10", "11-16 22:00"])
  await inAll(sql`delete from patrol_record where plan_id = ${plan.id}::bigint`)
  await head.send(patrolAdminCalls.savePlan, { ...plan, isDisabled: true })
})

test("[WORK-3] a changed grace period applies to later visits only", async () => {
  const [here, there] = [await newPoint("机房"), await newPoint("泵房")]
  const plan = await newPlan([here, there])
  expect(plan.graceMinutes).toBe(30)
  const [head, teacher] = [await as("head-a1"), await as("teacher-a1")]
  const [begun, made] = [await visitIn(-20, plan.id, here.id), await visitIn(-20, plan.id, there.id)]
  const before = await teacher.send(patrolAdminCalls.checkIn, { code: there.code, result: "normal" })
  expect(before.id).toBe(made)
  const shorter = await head.send(patrolAdminCalls.savePlan, { ...plan, graceMinutes: 5 })
  await findMissedPatrols(app.database)
  const { items } = await head.send(patrolAdminCalls.visits, { state: "normal", search: "泵房" })
  expect(items).toEqual([before])
  expect(
    await teacher.send(patrolAdminCalls.checkIn, { code: here.code, result: "normal", visitId: begun }),
  ).toMatchObject({ state: "normal" })
  const minutes = await inAll(sql`
    select distinct grace_minutes::int as grace, id in (${begun}, ${made}) as is_older from patrol_record
    where plan_id = ${plan.id}::bigint order by 1`)
  expect(minutes).toEqual([
    { grace: 5, is_older: false },
    { grace: 30, is_older: true },
  ])
  // A visit scheduled with its own minutes keeps them, whatever the plan says.
  const laid = await visitIn(-10, plan.id, here.id)
  await inAll(sql`update patrol_record set grace_minutes = 5 where id = ${laid}::bigint`)
  await head.send(patrolAdminCalls.savePlan, { ...shorter, graceMinutes: 240 })
  await findMissedPatrols(app.database)
  const missed = await head.send(patrolAdminCalls.visits, { state: "missed", search: "机房" })
  expect(missed.items.map(({ id }) => id)).toEqual([laid])
})

test("[WORK-3] a replaced visit and an old one have their own sentences", async () => {
  const point = await newPoint("锅炉房")
  const plan = await newPlan([point])
  const teacher = await as("teacher-a1")
  const checkIn = (visitId: string) =>
    teacher.send(patrolAdminCalls.checkIn, { code: point.code, result: "normal", visitId })
  const replaced = await visitIn(10, plan.id, point.id)
  await (await as("head-a1")).send(patrolAdminCalls.savePlan, { ...plan, times: ["23:57"] })
  await expect(checkIn(replaced)).rejects.toThrow(patrolMessages.visitGone)
  const old = await visitIn(-3 * 24 * 60, plan.id, point.id)
  await expect(checkIn(old)).rejects.toThrow(/已记为漏检/)
  await inAll(sql`update patrol_record set result = 'normal', checked_at = due_at where id = ${old}::bigint`)
  await expect(checkIn(old)).rejects.toThrow(/无需重复打卡/)
  // Another organisation's visit counts as unknown.
  const [theirs] = await inAll<{ id: string }>(
    sql`select min(id)::text as id from patrol_record where org_id <> (select org_id from patrol_point where id = ${point.id}::bigint)`,
  )
  await expect(checkIn(theirs?.id ?? "")).rejects.toThrow(patrolMessages.visitGone)
})

test("[WORK-3] visits of people who left are open to all; the plan names them", async () => {
  const head = await as("head-a1")
  const point = await newPoint("图书馆")
  const [leaver] = await inAll<{ id: string; name: string }>(sql`
    select min(id)::text as id, min(name) as name from person where disabled_at is null and admintype = 0
      and org_id = (select org_id from patrol_point where id = ${point.id}::bigint)
      and id = (select max(id) from person p where p.org_id = person.org_id and p.admintype = 0 and p.account <> 'teacher-a1')`)
  const personId = leaver?.id ?? ""
  const plan = await newPlan([point], { route: [{ pointId: point.id, personId }] })
  const due = await visitIn(5, plan.id, point.id)
  const teacher = await as("teacher-a1")
  await expect(
    teacher.send(patrolAdminCalls.checkIn, { code: point.code, result: "normal" }),
  ).rejects.toThrow(/本次巡查由.*负责/)
  await inAll(sql`update person set disabled_at = now() where id = ${personId}::bigint`)
  try {
    const { visits } = await teacher.send(patrolAdminCalls.mine, {})
    expect(visits.map(({ id }) => id)).toContain(due)
    expect(
      await teacher.send(patrolAdminCalls.checkIn, { code: point.code, result: "normal", visitId: due }),
    ).toMatchObject({ state: "normal" })
    await expect(head.send(patrolAdminCalls.savePlan, plan)).rejects.toThrow(
      patrolMessages.walkerLeft([leaver?.name ?? ""]),
    )
    // Visits scheduled from now on have no assigned person.
    await inAll(sql`delete from patrol_record where plan_id = ${plan.id}::bigint and result = 'due'`)
    await inAll(sql`update patrol_plan set laid_out_to = null where id = ${plan.id}::bigint`)
    await schedulePatrolVisits(app.database)
    const laid = await inAll<{ person: string | null }>(
      sql`select person_id::text as person from patrol_record where plan_id = ${plan.id}::bigint and result = 'due'`,
    )
    expect(laid.length).toBeGreaterThan(0)
    expect(laid.every(({ person }) => person === null)).toBe(true)
    expect(await head.send(patrolAdminCalls.savePlan, { ...plan, isDisabled: true })).toMatchObject({
      isDisabled: true,
    })
  } finally {
    await inAll(sql`update person set disabled_at = null where id = ${personId}::bigint`)
  }
})

test("[WORK-3] an enabled point is visited again; shared visits count for who made them", async () => {
  const head = await as("head-a1")
  const point = await newPoint("操场")
  const plan = await newPlan([point], { route: [{ pointId: point.id, personId: null }] })
  const ahead = async () =>
    (await inAll(sql`select from patrol_record where plan_id = ${plan.id}::bigint and due_at > now()`)).length
  expect(await ahead()).toBeGreaterThan(0)
  const stopped = await head.send(patrolAdminCalls.savePoint, {
    id: point.id,
    name: "操场",
    isDisabled: true,
  })
  expect(await ahead()).toBe(0)
  await schedulePatrolVisits(app.database)
  expect(await ahead()).toBe(0)
  await head.send(patrolAdminCalls.savePoint, { id: point.id, version: stopped.version, name: "操场" })
  await schedulePatrolVisits(app.database)
  expect(await ahead()).toBeGreaterThan(0)

  const teacher = await as("teacher-a1")
  const { id, nickname } = await teacher.send(accountCalls.current, {})
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const mine = async () => {
    const { ranks } = await teacher.send(patrolAdminCalls.ranks, {
      by: "person",
      from: "2000-01-01",
      to: day,
    })
    return ranks.find((rank) => rank.id === id)?.done ?? 0
  }
  const before = await mine()
  // Today, also in the minutes around midnight.
  await visitIn(0, plan.id, point.id)
  await teacher.send(patrolAdminCalls.checkIn, { code: point.code, result: "normal" })
  expect(await mine()).toBe(before + 1)
  const { items } = await head.send(patrolAdminCalls.visits, {
    search: nickname,
    state: "normal",
    limit: 200,
  })
  expect(items.map(({ pointName }) => pointName)).toContain("操场")
})

test("[WORK-3] missed visits notify once; starting ones notify their person", async () => {
  const point = await newPoint("配电房")
  const plan = await newPlan([point], { name: "配电巡查" })
  await visitIn(-31, plan.id, point.id)
  await visitIn(-1, plan.id, point.id)
  await findMissedPatrols(app.database)
  await findMissedPatrols(app.database)
  await remindOfPatrols(app.database)
  await remindOfPatrols(app.database)
  const rings = await inAll<{ title: string; account: string }>(sql`
    select b.title, p.account from bell_ring b join person p on p.id = b.person_id
    where b.title like '%配电巡查%' order by b.title, p.account`)
  expect(rings.filter(({ account }) => account === "teacher-a1").map(({ title }) => title)).toEqual(
    ["巡查漏检：配电巡查，1个点位未按时巡查", "开始巡查：配电巡查，1个点位"].toSorted(),
  )
  expect(rings.filter(({ account }) => account === "head-a1")).toHaveLength(1)
  const head = await as("head-a1")
  const { items } = await head.send(patrolAdminCalls.visits, { state: "missed", search: "配电" })
  expect(items).toHaveLength(1)
})

test("[WORK-3] list, ranking and export show what is in reach", async () => {
  const bureau = await as("bureau-a")
  const all = await bureau.send(patrolAdminCalls.visits, { limit: 200 })
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await bureau.send(patrolAdminCalls.visits, { limit: 7, ...(before && { before }) })
    seen.push(...page.items.map(({ id }) => id))
    before = page.older ?? undefined
  } while (before !== undefined && seen.length < all.items.length)
  expect(seen.slice(0, all.items.length)).toEqual(all.items.map(({ id }) => id).slice(0, seen.length))
  expect(new Set(all.items.map(({ orgname }) => orgname)).size).toBeGreaterThan(1)
  // The farthest date that can be typed.
  expect(
    (await bureau.send(patrolAdminCalls.visits, { before: "99999999999999-1", limit: 1 })).items,
  ).toEqual(all.items.slice(0, 1))

  const period = { from: "2000-01-01", to: "2099-12-31" }
  const { ranks } = await bureau.send(patrolAdminCalls.ranks, { by: "organisation", ...period })
  expect(ranks.map(({ name }) => name)).toContain("甲一小学")
  expect(ranks.map(({ name }) => name)).not.toContain("乙一小学")
  for (const rank of ranks) expect(rank.done + rank.missed).toBeLessThanOrEqual(rank.planned)
  const teacher = await as("teacher-a1")
  const people = await teacher.send(patrolAdminCalls.ranks, { by: "person", ...period })
  const sum = people.ranks.reduce((total, { planned }) => total + planned, 0)
  const school = ranks.find(({ name }) => name === "甲一小学")
  expect(sum).toBeLessThanOrEqual(school?.planned ?? 0)
  expect(sum).toBeGreaterThan(0)

  const file = await (await as("head-a1")).send(patrolAdminCalls.exportVisits, { state: "problem" })
  expect(Buffer.from(file.content, "base64").subarray(0, 2).toString()).toBe("PK")
  expect(file.rows).toBeGreaterThan(0)
})
