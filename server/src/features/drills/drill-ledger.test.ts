import type { InputOf } from "@uc/contract/core/call"
import { drillCalls, executionTypes } from "@uc/contract/drills/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

const plan: InputOf<typeof drillCalls.savePlan> = {
  title: "防汛",
  kind: "weather",
  content: "",
  steps: [],
  timesAYear: 2,
  isShared: true,
}

/** As if it had been held, each lasting five minutes. */
function hold(
  app: TestApp,
  held: { planId: string; org: string; at: string; type?: number; isLive?: boolean },
) {
  const { planId, org, at, type = executionTypes.drill, isLive = false } = held
  return app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into drill (org_id, plan_id, yazx_code, yazx_title, yazx_bdate, ended_at, zx_type, notes)
      select id, ${planId}::bigint, gen_random_uuid(), '=防汛演练', ${at}::timestamptz,
             case when ${isLive} then null else ${at}::timestamptz + interval '5 minutes' end, ${type}, '=1+1'
        from organisation where name = ${org}`),
  )
}

test("[WORK-5] the ledger shows drills held in Shanghai's year and those due by frequency", async () => {
  const app = await testApp()
  const [bureau, head, foreign] = [await app.as("bureau-a"), await app.as("head-a1"), await app.as("head-b1")]
  const { id: planId } = await bureau.send(drillCalls.savePlan, plan)
  // Only what the test holds, in years of its own.
  await app.database.transaction(unrestricted, (db) => db.execute(sql`delete from drill_confirmation`))
  await app.database.transaction(unrestricted, (db) => db.execute(sql`delete from drill`))
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update emergency_plan set created_at = '2020-01-01' where id = ${planId}`),
  )
  for (const [org, at] of [
    ["甲一小学", "2024-01-01 00:00:00+08"],
    ["甲一小学", "2024-12-31 23:59:59+08"],
    ["甲一小学", "2024-06-01 10:00:00+08"],
    ["甲一小学", "2025-01-01 00:00:00+08"],
    ["甲二小学", "2024-05-01 10:00:00+08"],
  ] as const)
    await hold(app, { planId, org, at })
  // Neither an emergency nor what still runs counts as held.
  await hold(app, { planId, org: "甲二小学", at: "2024-05-02 10:00:00+08", type: executionTypes.emergency })
  await hold(app, { planId, org: "甲二小学", at: "2024-05-03 10:00:00+08", isLive: true })

  const rows = async (client: TestClient, year: number, more: object = {}) => {
    const ledger = await client.send(drillCalls.ledger, { year, limit: 200, ...more })
    return ledger.items
      .filter((row) => row.planId === planId)
      .map(({ orgname, held, due }) => [orgname, held, due])
  }
  expect(new Set(await rows(bureau, 2024))).toEqual(
    new Set([
      ["甲一小学", 3, 0],
      ["甲二小学", 1, 1],
      ["甲区教育局", 0, 2],
      ["甲区配送公司", 0, 2],
      ["甲镇小学", 0, 2],
    ]),
  )
  expect(await rows(bureau, 2025, { orgname: "甲一" })).toEqual([["甲一小学", 1, 1]])
  expect(await rows(bureau, 2024, { orgname: "jexx" })).toEqual([["甲二小学", 1, 1]])
  expect(await rows(bureau, 2024, { onlyDue: 1 })).not.toContainEqual(["甲一小学", 3, 0])
  expect(await rows(head, 2024)).toEqual([["甲一小学", 3, 0]])
  expect(await rows(foreign, 2024)).toEqual([])
  // Before it was made it was nobody's duty.
  expect(await rows(bureau, 2019)).toEqual([])

  const all = await bureau.send(drillCalls.ledger, { year: 2024, limit: 200 })
  expect([all.total, all.dueRows, all.organisations]).toEqual([
    all.items.length,
    all.items.filter(({ due }) => due > 0).length,
    new Set(all.items.map(({ orgid }) => orgid)).size,
  ])
  const second = await bureau.send(drillCalls.ledger, { year: 2024, start: 1, limit: 2 })
  expect(second).toEqual({ ...all, items: all.items.slice(1, 3) })

  const held = await bureau.send(drillCalls.held, { year: 2024, orgname: "甲二" })
  expect(held.items.map(({ begunAt, zxType, seconds }) => [begunAt, zxType, seconds])).toEqual([
    ["2024-05-02 10:00:00", executionTypes.emergency, 300],
    ["2024-05-01 10:00:00", executionTypes.drill, 300],
  ])
  expect((await head.send(drillCalls.held, { year: 2024 })).total).toBe(3)
  expect((await foreign.send(drillCalls.held, { year: 2024 })).total).toBe(0)

  const file = await bureau.send(drillCalls.exportLedger, { year: 2024, orgname: "甲二" })
  expect(file).toMatchObject({ name: "2024年应急演练台账.xlsx", isCut: false })
  const [due = [], done = []] = readXlsx(Buffer.from(file.content, "base64")).sheets
  expect(due.find(([, title]) => title === "防汛")).toEqual([
    "甲二小学",
    "防汛",
    "极端天气",
    2,
    1,
    1,
    "2024-05-01 10:00:00",
    "未完成",
  ])
  expect(done.slice(1)).toEqual([
    ["甲二小学", "=防汛演练", "真实应急", "2024-05-02 10:00:00", "2024-05-02 10:05:00", 5, 0, "=1+1"],
    ["甲二小学", "=防汛演练", "演练", "2024-05-01 10:00:00", "2024-05-01 10:05:00", 5, 0, "=1+1"],
  ])
  expect(file.rows).toBe(due.length - 1 + done.length - 1)
  for (const year of [1999, 3000, "2024a"])
    expect((await bureau.request(drillCalls.ledger, { year })).statusCode).toBe(400)
})
