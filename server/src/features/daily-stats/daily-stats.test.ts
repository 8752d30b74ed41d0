import { alarmCalls } from "@uc/contract/alarms/calls"
import { dailyNumberNames, dailyStatCalls } from "@uc/contract/daily-stats/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { testApp, type TestClient } from "../../testing/test-app.ts"

/** Without row-level security: the test's own count. */
async function outside(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query("select set_config('uc.reach', 'all', false)")
  return client
}

const day = "2031-05-06"
const at = (time: string) => `${time}+08`
const org = "(select id from organisation where name = $1)"

/** The lists that the home card leads to, each with the filters of its link. */
async function behind(client: TestClient, view: "all" | "mine" = "all"): Promise<Record<string, number>> {
  const [from, to] = [`${day} 00:00:00`, `${day} 23:59:59`]
  const happened = await client.send(alarmCalls.list, { starttime: from, endtime: to })
  const closed = await client.send(alarmCalls.list, { closedstart: from, closedend: to })
  const visits = (state: "done" | "missed") =>
    client.send(patrolAdminCalls.visits, { state, from: day, to: day })
  const drills = await client.send(drillCalls.held, { year: 2031, day, zxType: 2 })
  // Who may not read the logs is not shown the number either.
  const signIns =
    view === "all"
      ? await client.send(logCalls.signIns, { starttime: from, endtime: to, result: "signed-in" })
      : null
  return {
    alarms: happened.items.length,
    handled: closed.items.length,
    patrols: (await visits("done")).items.length,
    missed: (await visits("missed")).items.length,
    tasks: (await client.send(taskCalls.list, { view, finished: day })).total,
    drills: drills.total,
    ...(signIns && { signIns: signIns.items.length }),
  }
}

test("[HOME-1] a day is compared with the day before, within the viewer's reach", async () => {
  const app = await testApp()
  const db = await outside(app.url)
  const alarm = (name: string, uuid: number, created: string, closed: string | null) =>
    db.query(
      `insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, state, closed_at)
       select ('00000000-0000-4000-8000-' || lpad($2::text, 12, '0'))::uuid, o.id, o.area_path, 'x', 1, $3,
         case when $4::timestamptz is null then 'open' else 'closed' end, $4
       from organisation o where o.name = $1`,
      [name, uuid, created, closed],
    )
  // The last second of the day before, the first of the day, the last of it, and the first of the next.
  await alarm("甲一小学", 1, at("2031-05-05 23:59:59"), at("2031-05-06 00:00:00"))
  await alarm("甲一小学", 2, at("2031-05-06 00:00:00"), null)
  await alarm("甲镇小学", 3, at("2031-05-06 23:59:59"), at("2031-05-07 00:00:00"))
  await alarm("甲一小学", 4, at("2031-05-07 00:00:00"), null)
  await alarm("乙一小学", 5, at("2031-05-06 12:00:00"), at("2031-05-06 12:30:00"))
  for (const [due, result] of [
    ["2031-05-06 08:00:00", "normal"],
    ["2031-05-06 09:00:00", "problem"],
    ["2031-05-06 10:00:00", "missed"],
    ["2031-05-06 16:00:00", "due"],
    ["2031-05-05 16:00:00", "missed"],
  ])
    await db.query(
      `insert into patrol_record (org_id, point_id, due_at, result)
       select org_id, id, $2, $3 from patrol_point where org_id = ${org} limit 1`,
      ["甲一小学", at(String(due)), result],
    )
  await db.query(
    `update task_assignee set state = 'done', finished_at = $2
     where id = (select min(id) from task_assignee where org_id = ${org})`,
    ["甲一小学", at("2031-05-05 10:00:00")],
  )
  // One that goes on, one that was held, and an emergency.
  await db.query(
    `insert into drill (org_id, yazx_code, yazx_title, yazx_bdate, zx_type, ended_at)
     select ${org}, no::text, 'x', $2::timestamptz, type, $2::timestamptz + ended
     from (values (901, 2, null), (902, 2, interval '1 hour'), (903, 1, interval '1 hour')) held (no, type, ended)`,
    ["甲一小学", at("2031-05-06 10:00:00")],
  )
  await db.query(
    `insert into login_log (at, org_id, account, result) select $2, ${org}, 'a', r
     from unnest(array['signed-in', 'signed-in', 'refused']) r`,
    ["甲一小学", at("2031-05-06 10:00:00")],
  )

  const head = await app.as("head-a1")
  const ofSchool = await head.send(dailyStatCalls.ofDay, { day })
  expect(
    Object.fromEntries(ofSchool.map(({ code, current, previous }) => [code, [current, previous]])),
  ).toEqual({
    alarms: [1, 1],
    handled: [1, 0],
    patrols: [2, 0],
    missed: [1, 1],
    tasks: [0, 1],
    drills: [1, 0],
    signIns: [2, 0],
  })
  expect(ofSchool.map(({ name }) => name)).toEqual(Object.values(dailyNumberNames))

  for (const account of ["head-a1", "bureau-a", "platform"]) {
    const client = await app.as(account)
    const numbers = await client.send(dailyStatCalls.ofDay, { day })
    const shown = Object.fromEntries(numbers.map(({ code, current }) => [code, current]))
    expect(shown, account).toMatchObject(await behind(client))
  }

  const alarms = async (account: string, wish: object = {}) => {
    const [first] = await (await app.as(account)).send(dailyStatCalls.ofDay, { day, ...wish })
    return first?.current
  }
  const idOf = async (name: string) =>
    (
      await db.query<{ id: string; area_id: string }>(
        "select id, area_id from organisation where name = $1",
        [name],
      )
    ).rows[0]
  expect(await alarms("bureau-a")).toBe(2)
  expect(await alarms("platform")).toBe(3)
  expect(await alarms("bureau-a", { orgid: (await idOf("甲镇小学"))?.id })).toBe(1)
  expect(await alarms("bureau-a", { areaid: (await idOf("甲镇小学"))?.area_id })).toBe(1)
  await expect(alarms("bureau-a", { orgid: (await idOf("乙一小学"))?.id })).rejects.toMatchObject({
    status: 403,
  })
  await expect(alarms("bureau-a", { areaid: (await idOf("乙一小学"))?.area_id })).rejects.toMatchObject({
    status: 403,
  })
})

test("[HOME-1] without a day it is today's, in Shanghai", async () => {
  const app = await testApp()
  const db = await outside(app.url)
  const { rows } = await db.query<{ today: string }>(
    "select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today",
  )
  // One of its own: right after midnight the demo data has none yet.
  await db.query(
    `insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, state)
     select '00000000-0000-4000-8000-000000000001', id, area_path, 'x', 1, now(), 'open'
     from organisation where name = '甲一小学'`,
  )
  const viewer = await app.as("platform")
  const unnamed = await viewer.send(dailyStatCalls.ofDay, {})
  expect(unnamed).toEqual(await viewer.send(dailyStatCalls.ofDay, { day: rows[0]?.today }))
  expect(unnamed[0]?.current).toBeGreaterThan(0)
})

test("[DAY-10] today is compared with yesterday up to the same hour", async () => {
  const app = await testApp()
  const db = await outside(app.url)
  await db.query("truncate alarm_record, alarm_day, patrol_record, patrol_day, drill, login_log cascade")
  await db.query("update task_assignee set state = 'new', finished_at = null")
  // The first and the last moment of yesterday: one is before the same hour, one after it, at whatever hour this runs.
  const today = "(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')"
  const moments = `(select ${today} - interval '1 day' as at, 1 as no
    union all select ${today} - interval '1 millisecond', 2) moments`
  await db.query(
    `insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, state, closed_at)
     select gen_random_uuid(), o.id, o.area_path, 'x', 1, at, 'closed', at from organisation o, ${moments} where o.name = $1`,
    ["甲一小学"],
  )
  await db.query(
    `insert into patrol_record (org_id, point_id, due_at, checked_at, result)
     select org_id, id, at, case when result = 'normal' then at end, result
     from (select * from patrol_point where org_id = ${org} limit 1) point, ${moments}, unnest(array['normal', 'missed']) result`,
    ["甲一小学"],
  )
  await db.query(
    `update task_assignee set state = 'done', finished_at = at from (
       select a.id, a.task_id, row_number() over (order by a.id) as no from (select distinct on (task_id) id, task_id
       from task_assignee where org_id = ${org} order by task_id) a limit 2) two join ${moments} using (no)
     where task_assignee.id = two.id`,
    ["甲一小学"],
  )
  await db.query(
    `insert into drill (org_id, yazx_code, yazx_title, yazx_bdate, zx_type, ended_at)
     select ${org}, gen_random_uuid()::text, 'x', at, 2, now() from ${moments}`,
    ["甲一小学"],
  )
  await db.query(
    `insert into login_log (at, org_id, account, result) select at, ${org}, 'a', 'signed-in' from ${moments}`,
    ["甲一小学"],
  )
  const numbers = await (await app.as("head-a1")).send(dailyStatCalls.ofDay, {})
  expect(Object.fromEntries(numbers.map(({ code, previous }) => [code, previous]))).toEqual({
    alarms: 1,
    handled: 1,
    patrols: 1,
    missed: 1,
    tasks: 1,
    drills: 1,
    signIns: 1,
  })
})

test("[DAY-10] each number of the day is that of its list, for staff as for administrators", async () => {
  const app = await testApp()
  const db = await outside(app.url)
  await db.query("update task_assignee set state = 'new', finished_at = null")
  await db.query(
    `insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, state, closed_at)
     select gen_random_uuid(), id, area_path, 'x', 1, $1, 'closed', $1 from organisation, generate_series(1, 3)
     where name in ('甲一小学', '甲镇小学')`,
    [at("2031-05-06 10:00:00")],
  )
  await db.query(
    `insert into patrol_record (org_id, point_id, due_at, result)
     select org_id, id, $1::timestamptz + no * interval '1 minute', case when no < 3 then 'normal' else 'missed' end
     from (select distinct on (org_id) * from patrol_point order by org_id, id) point, generate_series(1, 3) no`,
    [at("2031-05-06 08:00:00")],
  )
  // One of the teacher's own, and one of a colleague, whose list the teacher does not see.
  for (const account of ["teacher-a1", "head-a1"])
    await db.query(
      `insert into task_assignee (org_id, task_id, person_id, state, finished_at)
       select org_id, (select max(t.id) from task t where t.org_id = person.org_id), id, 'done', $2
       from person where account = $1
       on conflict (task_id, person_id) do update set state = excluded.state, finished_at = excluded.finished_at`,
      [account, at("2031-05-06 09:00:00")],
    )
  await db.query(
    `insert into drill (org_id, yazx_code, yazx_title, yazx_bdate, zx_type, ended_at)
     select ${org}, gen_random_uuid()::text, 'x', $2::timestamptz, 2, $2::timestamptz from generate_series(1, 2)`,
    ["甲一小学", at("2031-05-06 10:00:00")],
  )
  for (const [account, view] of [
    ["teacher-a1", "mine"],
    ["clerk-a", "mine"],
    ["head-a1", "all"],
    ["bureau-a", "all"],
    ["platform", "all"],
  ] as const) {
    const client = await app.as(account)
    const numbers = await client.send(dailyStatCalls.ofDay, { day })
    const shown = Object.fromEntries(numbers.map(({ code, current }) => [code, current]))
    expect(shown, account).toMatchObject(await behind(client, view))
    if (account === "teacher-a1")
      expect(shown).toMatchObject({ alarms: 3, patrols: 2, missed: 1, tasks: 1, drills: 2 })
  }
})
