import { alarmCalls } from "@uc/contract/alarms/calls"
import type { ListedAlarm } from "@uc/contract/alarms/admin-calls"
import { statisticsLimits, statisticsMessages } from "@uc/contract/core/statistics-period"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"

function countedBy(rows: readonly ListedAlarm[], key: (row: ListedAlarm) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1
  return counts
}

test("[WORK-4] statistics count the alarms in reach by day, type, level and organisation", async () => {
  const app = await testApp()
  for (const account of ["platform", "bureau-a", "head-a1", "bureau-b"]) {
    const viewer = await app.as(account)
    const { items } = await viewer.send(alarmCalls.list, { limit: 200 })
    const starttime = `${items.at(-1)?.createtime.slice(0, 10)} 00:00:00`
    const counted = await viewer.send(alarmCalls.riskStatistics, { starttime })
    const pairs = <T extends { total: number }>(rows: readonly T[], key: (row: T) => string) =>
      Object.fromEntries(rows.filter(({ total }) => total > 0).map((row) => [key(row), row.total]))
    expect(counted.total).toBe(items.length)
    expect(pairs(counted.days, ({ day }) => day)).toEqual(
      countedBy(items, ({ createtime }) => createtime.slice(0, 10)),
    )
    expect(pairs(counted.types, ({ code }) => code)).toEqual(countedBy(items, (row) => row.model_code))
    expect(pairs(counted.levels, ({ name }) => name)).toEqual(countedBy(items, (row) => row.alarm_level_name))
    expect(pairs(counted.organisations, ({ orgid }) => orgid)).toEqual(countedBy(items, (row) => row.orgid))
    const totals = counted.organisations.map(({ total }) => total)
    expect(totals).toEqual(totals.toSorted((one, other) => other - one))
  }
})

test("[WORK-4] every day of the period is listed; no period means 30 days, years are refused", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { days } = await head.send(alarmCalls.riskStatistics, {})
  expect(days).toHaveLength(statisticsLimits.days)
  const some = await head.send(alarmCalls.riskStatistics, {
    starttime: "2020-02-28 12:00:00",
    endtime: "2020-03-01 00:00:00",
  })
  expect(some).toEqual({
    total: 0,
    levels: [],
    types: [],
    organisations: [],
    days: ["2020-02-28", "2020-02-29", "2020-03-01"].map((day) => ({ day, total: 0 })),
  })
  await expect(head.send(alarmCalls.riskStatistics, { starttime: "2000-01-01 00:00:00" })).rejects.toThrow(
    statisticsMessages.periodTooLong,
  )
})

test("[WORK-4] a period from mid-day to mid-day counts exactly what is in it", async () => {
  const app = await testApp()
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`
      insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
      select gen_random_uuid(), o.id, o.area_path, 'type-' || n % 5, 1 + n % 4,
        timestamptz '2030-11-20 07:00:00+08' + n * interval '4 hours 13 minutes'
      from generate_series(0, 600) n
      join lateral (select * from organisation where kind = 'school' order by id offset n % 4 limit 1) o on true`),
  )
  const bureau = await app.as("bureau-a")
  for (const [starttime, endtime] of [
    ["2030-11-25 11:00:00", "2031-02-10 17:30:00"],
    ["2030-12-01 00:00:00", "2030-12-31 23:59:59"],
    ["2030-12-05 03:00:00", "2030-12-05 21:00:00"],
    ["2031-01-31 23:00:00", "2031-02-01 09:00:00"],
  ] as const) {
    const rows: ListedAlarm[] = []
    let before: string | undefined
    do {
      const page = await bureau.send(alarmCalls.list, { starttime, endtime, limit: 200, before })
      rows.push(...page.items)
      before = page.older ?? undefined
    } while (before !== undefined)
    const counted = await bureau.send(alarmCalls.riskStatistics, { starttime, endtime })
    expect(rows.length).toBeGreaterThan(0)
    expect(counted.total).toBe(rows.length)
    expect(Object.fromEntries(counted.types.map(({ code, total }) => [code, total]))).toEqual(
      countedBy(rows, (row) => row.model_code),
    )
    expect(Object.fromEntries(counted.levels.map(({ name, total }) => [name, total]))).toEqual(
      countedBy(rows, (row) => row.alarm_level_name),
    )
    expect(
      Object.fromEntries(counted.days.filter(({ total }) => total > 0).map(({ day, total }) => [day, total])),
    ).toEqual(countedBy(rows, ({ createtime }) => createtime.slice(0, 10)))
    expect(Object.fromEntries(counted.organisations.map(({ orgid, total }) => [orgid, total]))).toEqual(
      countedBy(rows, ({ orgid }) => orgid),
    )
  }
})

test("[WORK-4] a type that occurs in some months is found there, and an unknown one nowhere", async () => {
  const app = await testApp()
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`
      insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
      select gen_random_uuid(), o.id, o.area_path, 'rare', 1, at::timestamptz
      from unnest(array['2029-01-31 23:59:59+08', '2029-02-01 00:00:00+08', '2029-03-31 23:59:59.999+08']) at,
        organisation o where o.name = '甲一小学'`),
  )
  const head = await app.as("head-a1")
  expect((await head.send(alarmCalls.list, { model_code: "rare" })).items).toHaveLength(3)
  expect((await head.send(alarmCalls.list, { model_code: "nobody-knows" })).items).toEqual([])
})
