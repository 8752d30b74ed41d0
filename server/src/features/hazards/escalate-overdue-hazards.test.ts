import { accountCalls } from "@uc/contract/account/calls"
import { hazardCalls } from "@uc/contract/hazards/calls"
import { hazardLimits, hazardRings } from "@uc/contract/hazards/messages"
import { noticeCalls } from "@uc/contract/notices/calls"
import { todoCountCalls } from "@uc/contract/todo-counts/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { openDatabase } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { dayOf } from "../../demo/world.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { escalateOverdueHazards } from "./escalate-overdue-hazards.ts"

const day = (days: number) => dayOf(new Date(Date.now() + days * 24 * 60 * 60 * 1000))

interface Planted {
  readonly school: string
  readonly account: string
  readonly due: number
  readonly state?: string
}

/** Only these are there, each assigned to this person. */
async function plantOnly({ database }: TestApp, planted: readonly Planted[]): Promise<string[]> {
  return database.transaction(unrestricted, async (db) => {
    await db.execute(sql`delete from hazard`)
    const ids: string[] = []
    for (const { school, account, due, state = "assigned" } of planted) {
      const { rows } = await db.execute<{ id: string }>(sql`
        insert into hazard (org_id, title, place, level, source, reporter_id, reporter_name, reporter_org_name, state,
          assignee_id, due_on)
        select o.id, '护栏松动', '东楼', 'general', 'report', p.id, p.name, o.name, ${state}, p.id, ${day(due)}::date
        from organisation o join person p on p.org_id = o.id and p.account = ${account} where o.name = ${school}
        returning id::text`)
      ids.push(rows[0]?.id ?? "")
    }
    return ids
  })
}

async function ringsOf(client: TestClient): Promise<string[]> {
  const { items } = await client.send(noticeCalls.bell, {})
  return items.filter(({ topic }) => topic === "hazard").map(({ title }) => title)
}

test("[DAY-6] what is overdue and not rectified escalates to the bureau, once", async () => {
  const app = await testApp()
  const ids = await plantOnly(app, [
    { school: "甲一小学", account: "teacher-a1", due: -1 },
    { school: "甲一小学", account: "teacher-a1", due: 0 },
    { school: "甲一小学", account: "teacher-a1", due: -3, state: "rectified" },
    { school: "甲一小学", account: "teacher-a1", due: -3, state: "closed" },
    { school: "甲镇小学", account: "teacher-town", due: -2 },
    { school: "甲区教育局", account: "clerk-a", due: -2 },
  ])
  const [bureau, clerk, school] = [await app.as("bureau-a"), await app.as("clerk-a"), await app.as("head-a1")]
  const { version } = await school.send(hazardCalls.detail, { id: ids[0] ?? "" })
  expect(await escalateOverdueHazards(app.database)).toBe(2)
  expect(await escalateOverdueHazards(app.database)).toBe(0)

  const escalated = await clerk.send(hazardCalls.list, { escalated: 1 })
  expect(new Set(escalated.items.map(({ id }) => ids.indexOf(id)))).toEqual(new Set([0, 4]))
  expect((await (await app.as("bureau-b")).send(hazardCalls.list, { escalated: 1 })).items).toEqual([])
  expect(await ringsOf(bureau)).toEqual([hazardRings.escalatedMany(2)])
  // A clerk who manages no hazards is not told, and nothing waits for them but their own.
  expect(await ringsOf(clerk)).toEqual([])
  expect(await ringsOf(school)).toEqual([hazardRings.overdue("护栏松动", "甲区教育局")])
  expect(await ringsOf(await app.as("teacher-a1"))).toEqual([hazardRings.overdue("护栏松动", "甲区教育局")])
  expect((await bureau.send(todoCountCalls.counts, {})).hazards).toBe(2)
  expect((await bureau.send(hazardCalls.list, { waiting: 1 })).total).toBe(2)

  // The bureau urges, and the school, which saw the hazard before all this, goes on.
  const first = ids[0] ?? ""
  const urged = await bureau.send(hazardCalls.urge, { id: first, version, note: "三天内完成" })
  expect(urged.state).toBe("assigned")
  const [told] = await ringsOf(await app.as("teacher-a1"))
  expect(told).toBe(hazardRings.urged("甲区教育局", "护栏松动"))
  const moved = await school.send(hazardCalls.assign, {
    id: first,
    version: urged.version,
    personid: urged.assigneeId ?? "",
    deadline: day(2),
  })
  expect(moved.history.map(({ deed, whom }) => [deed, whom])).toEqual([
    ["escalated", "甲区教育局"],
    ["urged", null],
    ["assigned", moved.assignee],
  ])
  expect([moved.isOverdue, moved.escalatedAt === null]).toEqual([false, false])
})

test("[DAY-6] a report that nobody is assigned to escalates after some hours, a major one sooner", async () => {
  const app = await testApp()
  const { general, major } = hazardLimits.unassignedHours
  const [school, bureau, teacher] = [
    await app.as("head-a1"),
    await app.as("bureau-a"),
    await app.as("teacher-a1"),
  ]
  const report = async (level: "general" | "major", hoursAgo: number) => {
    const { id } = await teacher.send(hazardCalls.report, { title: "护栏松动", place: "东楼", level })
    await app.database.transaction(unrestricted, (db) =>
      db.execute(
        sql`update hazard set created_at = now() - make_interval(mins => ${Math.round(hoursAgo * 60)}) where id = ${id}`,
      ),
    )
    return id
  }
  await plantOnly(app, [])
  const [late, urgent, , released] = [
    await report("general", general + 0.1),
    await report("major", major + 0.1),
    await report("general", general - 0.1),
    await report("major", general * 10),
    await report("major", major - 0.1),
  ]
  // Somebody who left had it until now: the hours begin again.
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into hazard_event (org_id, hazard_id, deed)
      select org_id, id, 'released' from hazard where id = ${released}`),
  )
  expect(await escalateOverdueHazards(app.database)).toBe(2)
  expect(await escalateOverdueHazards(app.database)).toBe(0)
  const escalated = await bureau.send(hazardCalls.list, { escalated: 1 })
  expect(new Set(escalated.items.map(({ id }) => id))).toEqual(new Set([late, urgent]))
  // Overdue for everybody: in the list, the numbers and the to-dos of the bureau, which may urge.
  expect(escalated.items.map(({ isOverdue, state }) => [isOverdue, state])).toEqual([
    [true, "reported"],
    [true, "reported"],
  ])
  expect((await bureau.send(todoCountCalls.counts, {})).hazards).toBe(2)
  expect((await bureau.send(hazardCalls.list, { overdue: 1 })).total).toBe(2)
  expect(await ringsOf(bureau)).toEqual([hazardRings.escalatedMany(2)])
  expect(await ringsOf(school)).toContain(hazardRings.unassigned("护栏松动", "甲区教育局"))
  const { version, history } = await bureau.send(hazardCalls.detail, { id: late })
  expect(history.at(-1)).toMatchObject({ deed: "escalated", whom: "甲区教育局" })
  await bureau.send(hazardCalls.urge, { id: late, version, note: "请今天指派" })
  // Assigned it is the school's again, with its deadline.
  const now = await school.send(hazardCalls.detail, { id: late })
  const { id: personid } = await teacher.send(accountCalls.current, {})
  await school.send(hazardCalls.assign, { id: late, version: now.version, personid, deadline: day(3) })
  expect((await bureau.send(hazardCalls.list, { waiting: 1 })).total).toBe(1)
})

test("[DAY-6] two processes escalate each hazard once", async () => {
  const app = await testApp()
  await plantOnly(
    app,
    Array.from({ length: 12 }, () => ({ school: "甲一小学", account: "teacher-a1", due: -1 })),
  )
  const other = openDatabase(app.url, () => {})
  try {
    const [one, two] = await Promise.all([
      escalateOverdueHazards(app.database),
      escalateOverdueHazards(other),
    ])
    expect(one + two).toBe(12)
  } finally {
    await other.close()
  }
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ n: number }>(sql`select count(*)::int as n from hazard_event where deed = 'escalated'`),
  )
  expect(rows[0]?.n).toBe(12)
})
