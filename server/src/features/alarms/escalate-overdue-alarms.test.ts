import { alarmCalls } from "@uc/contract/alarms/calls"
import { alarmRings, alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { openDatabase } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { escalateOverdueAlarms } from "./escalate-overdue-alarms.ts"

/** Only these are there, each so old; with one that was taken, when that was. */
async function plantOnly(
  { database }: TestApp,
  alarms: readonly { level: number; school: string; minutesAgo: number; takenAgo?: number; state?: string }[],
): Promise<string[]> {
  return database.transaction(unrestricted, async (db) => {
    await db.execute(sql`delete from alarm_record`)
    const uuids: string[] = []
    for (const {
      level,
      school,
      minutesAgo,
      takenAgo,
      state = takenAgo === undefined ? "open" : "acknowledged",
    } of alarms) {
      const { rows } = await db.execute<{ uuid: string; id: string; org: string }>(sql`
        insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, received_at, state)
        select gen_random_uuid(), id, area_path, 'gas', ${level}, at, at, ${state}
        from organisation, (select now() - make_interval(mins => ${minutesAgo}) as at) t where name = ${school}
        returning uuid, id, org_id as org`)
      const [row] = rows
      uuids.push(row?.uuid ?? "")
      if (takenAgo !== undefined)
        await db.execute(sql`
          insert into alarm_event (org_id, alarm_id, at, action)
          values (${row?.org}, ${row?.id}, now() - make_interval(mins => ${takenAgo}), 'acknowledged')`)
    }
    return uuids
  })
}

test("[WORK-4] an alarm that nobody handles in time escalates to the bureau", async () => {
  const app = await testApp()
  const uuids = await plantOnly(app, [
    { school: "甲一小学", level: 1, minutesAgo: 3 },
    { school: "甲一小学", level: 1, minutesAgo: 1 },
    { school: "甲镇小学", level: 3, minutesAgo: 14 },
    { school: "甲镇小学", level: 3, minutesAgo: 16 },
    { school: "甲区配送公司", level: 2, minutesAgo: 60, takenAgo: 16 },
    { school: "甲区配送公司", level: 2, minutesAgo: 60, takenAgo: 14 },
    { school: "甲一小学", level: 1, minutesAgo: 60, state: "handling" },
    { school: "甲一小学", level: 1, minutesAgo: 60, state: "closed" },
    { school: "甲区教育局", level: 1, minutesAgo: 60 },
  ])
  expect(await escalateOverdueAlarms(app.database)).toBe(3)
  expect(await escalateOverdueAlarms(app.database)).toBe(0)

  const [bureau, school, other] = [await app.as("clerk-a"), await app.as("head-a1"), await app.as("bureau-b")]
  const escalated = await bureau.send(alarmCalls.list, { escalated: 1 })
  const places = escalated.items.map(({ uuid }) => uuids.indexOf(uuid))
  expect(new Set(places)).toEqual(new Set([0, 3, 4]))
  expect(escalated.items.every((row) => row.escalated_here && row.escalated_at !== null)).toBe(true)
  expect((await bureau.send(alarmAdminCalls.pulse, {})).escalated).toBe(3)
  // DAY-4: the monitor of that bureau knows them too, and no other's.
  const watched = async (client: TestClient) =>
    (await client.send(alarmCalls.records, { limit: 200 })).items
      .filter((row) => row.escalated_here)
      .map((row) => uuids.indexOf(row.uuid))
  expect(new Set(await watched(bureau))).toEqual(new Set([0, 3, 4]))
  expect([await watched(school), await watched(other), await watched(await app.as("platform"))]).toEqual([
    [],
    [],
    [],
  ])
  expect((await other.send(alarmCalls.list, { escalated: 1 })).items).toEqual([])

  const ofSchool = await school.send(alarmCalls.list, { escalated: 1 })
  expect(ofSchool.items.map(({ uuid, escalated_here: here }) => [uuids.indexOf(uuid), here])).toEqual([
    [0, false],
  ])
  const uuid = uuids[0] ?? ""
  const { history } = await school.send(alarmAdminCalls.detail, { uuid })
  expect(history).toMatchObject([{ deed: "escalated", who: null, whom: "甲区教育局" }])

  // Escalation does not change the version: who saw the alarm before it has missed no action.
  await school.send(alarmAdminCalls.acknowledge, { uuid, seen: 0 })
  const handled = await bureau.send(alarmAdminCalls.handle, { uuid, note: "教育局派人到场" })
  expect(handled.history.map(({ deed }) => deed)).toEqual(["escalated", "acknowledged", "handling"])
})

test("[WORK-4] the minutes are data: a level without any waits for ever", async () => {
  const app = await testApp()
  await plantOnly(app, [
    { school: "甲一小学", level: 1, minutesAgo: 500 },
    { school: "甲一小学", level: 4, minutesAgo: 2 },
  ])
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`update alarm_level set minutes_to_take = null where level = 1`)
    await db.execute(sql`update alarm_level set minutes_to_take = 1 where level = 4`)
  })
  expect(await escalateOverdueAlarms(app.database)).toBe(1)
})

test("[WORK-4] several processes at once: each alarm is escalated once", async () => {
  const app = await testApp()
  await plantOnly(
    app,
    Array.from({ length: 40 }, () => ({ school: "甲一小学", level: 1, minutesAgo: 10 })),
  )
  const second = openDatabase(app.url, () => {})
  try {
    const jobs = await Promise.all(
      [app.database, second, app.database, second].map((database) => escalateOverdueAlarms(database)),
    )
    expect(jobs.reduce((sum, one) => sum + one, 0)).toBe(40)
  } finally {
    await second.close()
  }
  const told = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ n: number }>(sql`select count(*)::int as n from alarm_event where action = 'escalated'`),
  )
  expect(told.rows).toEqual([{ n: 40 }])
})

test("[WORK-4][HOME-1] escalated alarms ring the bureau's administrators, many with one ring", async () => {
  const app = await testApp()
  const late = { school: "甲一小学", level: 1, minutesAgo: 3 }
  const [uuid] = await plantOnly(app, [late])
  await escalateOverdueAlarms(app.database)
  const [bureau, clerk, other] = [await app.as("bureau-a"), await app.as("clerk-a"), await app.as("bureau-b")]
  const rung = async (client: typeof bureau) =>
    (await client.send(noticeCalls.bell, {})).items.filter(({ topic }) => topic === "alarm")
  const [first] = await rung(bureau)
  expect(first?.place).toBe(`/main/alarms?alarm=${uuid}`)
  expect(first?.title).toContain("甲一小学")
  await plantOnly(app, [late, late, late])
  await escalateOverdueAlarms(app.database)
  expect((await rung(bureau)).map(({ title }) => title)).toEqual([alarmRings.escalatedMany(3), first?.title])
  expect([await rung(clerk), await rung(other)]).toEqual([[], []])
})

test("[DAY-5] the bureau is told of a taken alarm as 已确认、未处置, not as 超时未处理", async () => {
  const app = await testApp()
  await plantOnly(app, [{ school: "甲一小学", level: 2, minutesAgo: 60, takenAgo: 16 }])
  const bureau = await app.as("bureau-a")
  await escalateOverdueAlarms(app.database)
  const { items } = await bureau.send(noticeCalls.bell, {})
  const titles = items.filter(({ topic }) => topic === "alarm").map(({ title }) => title)
  expect(titles[0]).toMatch(/^预警已确认、未处置，已上报到本单位：甲一小学，/)
})
