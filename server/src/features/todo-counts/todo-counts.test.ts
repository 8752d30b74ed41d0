import { taskCalls, taskStates } from "@uc/contract/tasks/calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { todoCountAtMost, todoBadge, todoCountCalls, type TodoCounts } from "@uc/contract/todo-counts/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"

test("[HOME-5] open work is counted for its person: own tasks, unread notices", async () => {
  const app = await testApp()
  const run = (statement: ReturnType<typeof sql>) =>
    app.database.transaction(unrestricted, (db) => db.execute(statement))
  const counts = async (account: string) => (await app.as(account)).send(todoCountCalls.counts, {})
  await run(sql`delete from task_assignee`)
  await run(sql`delete from hazard`)
  await run(sql`delete from notice`)
  await run(sql`delete from assessment_score`)
  await run(sql`delete from assessment`)
  await run(sql`update emergency_plan set times_a_year = null`)
  await run(sql`update alarm_record set state = 'closed', taken_by = null, escalated_to = null`)
  const none: TodoCounts = { tasks: 0, alarms: 0, notices: 0, drills: 0, assessments: 0, hazards: 0 }
  expect(await counts("head-a2")).toEqual(none)

  await run(sql`insert into task_assignee (org_id, task_id, person_id)
    select p.org_id, (select min(id) from task), p.id from person p where p.account = 'teacher-a1'`)
  await run(sql`insert into task_assignee (org_id, task_id, person_id)
    select p.org_id, (select min(id) from task), null from person p where p.account = 'teacher-a1'`)
  await run(sql`insert into notice (org_id, shared_path, category, title, body, published_at)
    select id, area_path, '通知公告', 'x', 'x', now() + at * interval '1 hour' from organisation, (values (-1), (1), (null)) n (at)
     where name = '甲区教育局'`)
  await run(
    sql`update emergency_plan set times_a_year = 9 where org_id = (select org_id from person where account = 'teacher-a1')`,
  )
  await run(sql`insert into assessment (org_id, scheme_id, period, starts_on, due_on)
    select p.org_id, (select min(id) from assessment_scheme), 'x', '2020-01-01', '2099-01-01' from person p where p.account = 'teacher-a1'`)
  await run(sql`update alarm_record set state = 'open' where id = (select min(a.id) from alarm_record a
    join person p on p.org_id = a.org_id where p.account = 'teacher-a1')`)

  expect(await counts("teacher-a1")).toEqual({ ...none, tasks: 1, alarms: 1, notices: 1 })
  const head = await counts("head-a1")
  expect(head).toMatchObject({ tasks: 1, alarms: 1, notices: 1, assessments: 1 })
  expect(head.drills).toBeGreaterThan(0)
  expect(await counts("head-b1")).toEqual(none)

  // The list behind the number shows as many, whoever asks: one that has escalated to a bureau, one that a person has taken.
  await run(sql`update alarm_record set state = 'handling', escalated_to = (select org_id from person where account = 'bureau-a')
    where id = (select max(a.id) from alarm_record a join person p on p.org_id = a.org_id where p.account = 'teacher-a2')`)
  await run(sql`update alarm_record set state = 'acknowledged', taken_by = (select id from person where account = 'clerk-a')
    where id = (select min(a.id) from alarm_record a join person p on p.org_id = a.org_id where p.account = 'teacher-a2')`)
  for (const [account, alarms] of [
    ["teacher-a1", 1],
    ["teacher-a2", 0],
    ["bureau-a", 1],
    ["clerk-a", 2],
    ["head-b1", 0],
  ] as const) {
    const { items } = await (await app.as(account)).send(alarmCalls.list, { waiting: 1 })
    expect([account, items.length, (await counts(account)).alarms]).toEqual([account, alarms, alarms])
  }
})

test("[DAY-10] the badge of tasks counts what the list of open tasks shows, not what was handed back", async () => {
  const app = await testApp()
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`delete from task_assignee`)
    await db.execute(sql`insert into task_assignee (org_id, task_id, person_id, state)
      select p.org_id, t.id, p.id, s.state from person p
      join lateral (select id, row_number() over (order by id) as no from task limit 3) t on true
      join (values (1, 'new'), (2, 'doing'), (3, 'returned')) s (no, state) on s.no = t.no where p.account = 'teacher-a1'`)
  })
  const teacher = await app.as("teacher-a1")
  const { total } = await teacher.send(taskCalls.list, { view: "mine", state: taskStates.open })
  const { tasks } = await teacher.send(todoCountCalls.counts, {})
  expect([total, tasks]).toEqual([2, 2])
})

test("[HOME-5] it is counted up to what a badge shows", async () => {
  const app = await testApp()
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
      select gen_random_uuid(), o.id, o.area_path, 'smoke', 1, now() from organisation o, generate_series(1, 300) where o.name = '甲一小学'`),
  )
  const head = await app.as("head-a1")
  const { alarms } = await head.send(todoCountCalls.counts, {})
  expect([alarms, todoBadge(alarms), todoBadge(7), todoBadge(0)]).toEqual([todoCountAtMost, "99+", "7", null])
})
