import { alarmCalls } from "@uc/contract/alarms"
import type { ListedAlarm } from "@uc/contract/alarms-at-work"
import { statisticsLimits, statisticsMessages } from "@uc/contract/statistics"
import { expect, test } from "vitest"
import { testApp } from "../../test-app.ts"

function countedBy(rows: readonly ListedAlarm[], key: (row: ListedAlarm) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1
  return counts
}

test("[WORK-4] risk statistics count the same alarms by day, type, level and organisation, as far as one reaches", async () => {
  const app = await testApp()
  for (const account of ["platform", "bureau-a", "head-a1", "bureau-b"]) {
    const asker = await app.as(account)
    const { items } = await asker.send(alarmCalls.list, { limit: 200 })
    const starttime = `${items.at(-1)?.createtime.slice(0, 10)} 00:00:00`
    const counted = await asker.send(alarmCalls.riskStatistics, { starttime })
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

test("[WORK-4] every day of the period is there, without one the last 30; a period of many years is refused", async () => {
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
