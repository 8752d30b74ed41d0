import { alarmCalls } from "@uc/contract/alarms/calls"
import { areaCalls } from "@uc/contract/areas/calls"
import { drillCalls, executionTypes } from "@uc/contract/drills/calls"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

test("[WARN-1] warnings come newest first, page by page, with the total of all that match", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const all = await bureau.send(alarmCalls.records, { limit: 200 })
  expect(all.total).toBe(all.items.length)
  const times = all.items.map(({ createtime }) => createtime)
  expect(times).toEqual(times.toSorted().toReversed())
  const second = await bureau.send(alarmCalls.records, { start: 1, limit: 1 })
  expect(second).toEqual({ total: all.total, items: [all.items[1]] })
  const [newest] = all.items
  expect(await bureau.send(alarmCalls.newest, {})).toEqual({ createtime: newest?.createtime })

  const moment = newest?.createtime ?? ""
  const since = await bureau.send(alarmCalls.records, { starttime: moment, limit: 200 })
  expect(since.items.every(({ createtime }) => createtime >= moment)).toBe(true)
  expect(since.total).toBeGreaterThan(0)
})

test("[WARN-1] a bureau may narrow the list to an area below it", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const [own] = await bureau.send(areaCalls.below, {})
  const [town] = await bureau.send(areaCalls.below, { areaid: own?.areaid ?? "" })
  const inTown = await bureau.send(alarmCalls.records, { areaid: town?.areaid ?? "", limit: 200 })
  expect(inTown.total).toBeGreaterThan(0)
  expect(new Set(inTown.items.map(({ school_name: name }) => name))).toEqual(new Set(["甲镇小学"]))
})

test("drills that have ended are not among those that are carried out", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const { total, items } = await bureau.send(drillCalls.executions, {
    zxType: executionTypes.drill,
    limit: 200,
  })
  expect(total).toBe(items.length)
  expect(total).toBeGreaterThan(0)
})

test("warning types page by start or by page number alike", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const byStart = await head.send(alarmCalls.types, { start: 2, limit: 2 })
  const byPage = await head.send(alarmCalls.types, { pageindex: 2, pagesize: 2 })
  expect(byPage).toEqual(byStart)
  const [type] = byStart.items
  expect((await head.send(alarmCalls.types, { code: type?.code ?? "" })).items).toEqual([type])
})

test("[WARN-1] [DISTRICT-15] the monitor's further parameters narrow the list", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const all = await bureau.send(alarmCalls.records, { limit: 200 })
  for (const name of ["orgid", "model_code", "alarm_level_name"] as const) {
    const wanted = all.items[0]?.[name]
    const narrowed = await bureau.send(alarmCalls.records, { limit: 200, [name]: wanted })
    expect([name, narrowed.items]).toEqual([name, all.items.filter((item) => item[name] === wanted)])
    expect([name, narrowed.items.length]).not.toEqual([name, all.items.length])
  }
})

test("[WARN-1] [SPEC-2] a parameter that is not known is ignored", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const known = await bureau.send(alarmCalls.records, { limit: 10 })
  const answer = await bureau.request(alarmCalls.records, { limit: 10, modelcode: "gas", _: 1_791_441_123 })
  expect(answer.json().data).toEqual(known)
})
