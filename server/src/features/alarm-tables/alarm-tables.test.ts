import { accountCalls } from "@uc/contract/account/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { unknownTypeName } from "@uc/contract/alarms/type-name"
import { alarmTableCalls, alarmTableMessages } from "@uc/contract/alarm-tables/calls"
import { alarmSourceCalls, ingestMessages } from "@uc/contract/alarm-sources/calls"
import { importCellMessages } from "@uc/contract/imports/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { alarmOf, signed, sourceOf } from "../../testing/test-alarm-source.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"
import { uploaded, checked, problemsOf } from "../../testing/test-import.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

/** A site that knows neither a type nor a level, as after an empty start. */
async function emptySite() {
  const app = await testApp()
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`delete from alarm_event`)
    await db.execute(sql`delete from alarm_record`)
    await db.execute(sql`delete from alarm_type`)
    await db.execute(sql`delete from alarm_level`)
  })
  const platform = await app.as("platform")
  const level = (number: number, name: string, more: object = {}) =>
    platform.request(alarmTableCalls.saveLevel, {
      level: number,
      name,
      minutesToTake: 10,
      minutesToHandle: null,
      isDisabled: false,
      ...more,
    })
  const type = (code: string, name: string, more: object = {}) =>
    platform.request(alarmTableCalls.saveType, { code, name, isDisabled: false, ...more })
  const types = async () => (await platform.send(alarmTableCalls.types, {})).items
  const levels = () => platform.send(alarmTableCalls.levels, {})
  return { app, platform, level, type, types, levels }
}

/** A school with a source that reports its alarms. */
async function detector(app: TestApp) {
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const source = await sourceOf(app, head, orgid)
  const report = async (items: readonly unknown[]) => {
    const answer = await app.app.inject(signed(source, alarmSourceCalls.report, { items }))
    return alarmSourceCalls.report.output.parse(answer.json().data)
  }
  return { orgid, report }
}

test("[DISTRICT-9] on an empty site a level is added first, then alarms of it come in", async () => {
  const { app, level } = await emptySite()
  const { orgid, report } = await detector(app)
  const before = await report([alarmOf(orgid, { alarm_level: 1 })])
  expect(before.results).toMatchObject([{ is: "refused", msg: ingestMessages.unknownLevel }])
  expect((await level(1, "特别重大")).statusCode).toBe(200)
  const after = await report([alarmOf(orgid, { alarm_level: 1 })])
  expect([after.accepted, after.refused]).toEqual([1, 0])
})

test("[DISTRICT-9] levels have their minutes, are changed by who saw them, and have names of their own", async () => {
  const { platform, level, levels } = await emptySite()
  await level(2, "重大")
  await level(1, "特别重大", { minutesToHandle: 60 })
  expect(await levels()).toMatchObject([
    { level: 1, name: "特别重大", minutesToTake: 10, minutesToHandle: 60 },
    { level: 2, name: "重大", minutesToTake: 10, minutesToHandle: null },
  ])
  const said = async (answer: ReturnType<typeof level>) => (await answer).json().msg
  expect(await said(level(1, "另一个"))).toBe(alarmTableMessages.levelTaken)
  expect(await said(level(3, " 重大"))).toBe(alarmTableMessages.nameTaken)
  expect(await said(level(0, "零"))).toContain(alarmTableMessages.badLevel)
  expect(await said(level(3, "三", { minutesToTake: 10_081 }))).toContain(alarmTableMessages.badMinutes)
  const [first] = await levels()
  await level(1, "特大", { minutesToTake: null, version: first?.version })
  expect((await levels())[0]).toMatchObject({ name: "特大", minutesToTake: null, minutesToHandle: null })
  expect(await said(level(1, "最大", { version: first?.version }))).toBe(alarmTableMessages.changedMeanwhile)
  await platform.send(alarmTableCalls.removeLevel, { level: 2 })
  expect(await levels()).toHaveLength(1)
})

test("[DISTRICT-9] a disabled level takes no alarm; one that alarms have is not deleted", async () => {
  const { app, platform, level, levels } = await emptySite()
  await level(1, "特别重大")
  const { orgid, report } = await detector(app)
  await report([alarmOf(orgid, { alarm_level: 1 })])
  const refused = await platform.request(alarmTableCalls.removeLevel, { level: 1 })
  expect([refused.statusCode, refused.json().msg]).toEqual([409, alarmTableMessages.inUse(1)])
  await level(1, "特别重大", { isDisabled: true, version: (await levels())[0]?.version })
  const late = await report([alarmOf(orgid, { alarm_level: 1 })])
  expect(late.results).toMatchObject([{ is: "refused", msg: ingestMessages.unknownLevel }])
  const { items } = await platform.send(alarmCalls.list, {})
  expect(items.map((item) => item.alarm_level_name)).toEqual(["特别重大"])
})

test("[DISTRICT-9] types are added, renamed, put in order and disabled, and whoever asks for them is told so", async () => {
  const { platform, type, types } = await emptySite()
  await type("smoke", "烟感")
  await type("gas", "燃气")
  const [smoke] = await types()
  await type("smoke", "烟雾报警", { version: smoke?.version })
  await platform.send(alarmTableCalls.arrangeTypes, { codes: ["gas", "smoke"] })
  const asked = async () =>
    (await platform.send(alarmCalls.types, { limit: 200 })).items.map(({ name, isDisabled }) => [
      name,
      isDisabled ?? false,
    ])
  expect(await asked()).toEqual([
    ["燃气", false],
    ["烟雾报警", false],
  ])
  const renamed = (await types()).find(({ code }) => code === "smoke")
  await type("smoke", "烟雾报警", { isDisabled: true, version: renamed?.version })
  expect(await asked()).toEqual([
    ["燃气", false],
    ["烟雾报警", true],
  ])
  const missing = await platform.request(alarmTableCalls.arrangeTypes, { codes: ["gas"] })
  expect(missing.json().msg).toBe(alarmTableMessages.arrangedMeanwhile)
})

test("[DISTRICT-9] an unknown type has one name in list, detail, statistics and export", async () => {
  const { app, platform, level, type } = await emptySite()
  await level(1, "特别重大")
  const { orgid, report } = await detector(app)
  const alarm = alarmOf(orgid, { alarm_level: 1, model_code: "<x>" })
  await report([alarm])
  const shown = async () => {
    const { items } = await platform.send(alarmCalls.list, {})
    const detail = await platform.send(alarmAdminCalls.detail, { uuid: alarm.uuid })
    const { types } = await platform.send(alarmCalls.riskStatistics, {})
    const { content } = await platform.send(alarmAdminCalls.exportList, {})
    const cells = readXlsx(Buffer.from(content, "base64")).sheets.flat(2)
    return {
      list: items[0]?.model_name,
      detail: detail.model_name,
      statistics: types[0]?.name,
      isExported: cells.includes(items[0]?.model_name ?? ""),
      isKnown: items[0]?.is_known_type,
    }
  }
  const name = unknownTypeName("<x>")
  expect(name).toBe("未知类型预警（<x>）")
  expect(await shown()).toEqual({
    list: name,
    detail: name,
    statistics: name,
    isExported: true,
    isKnown: false,
  })
  expect((await platform.send(alarmTableCalls.types, {})).unknown).toEqual([{ code: "<x>", total: 1 }])
  await type("<x>", "新设备")
  expect(await shown()).toMatchObject({
    list: "新设备",
    detail: "新设备",
    statistics: "新设备",
    isKnown: true,
  })
  expect((await platform.send(alarmTableCalls.types, {})).unknown).toEqual([])
  const inUse = await platform.request(alarmTableCalls.removeType, { code: "<x>" })
  expect([inUse.statusCode, inUse.json().msg]).toEqual([409, alarmTableMessages.inUse(1)])
})

test("[DISTRICT-9] types and levels come in by spreadsheet; every bad cell is named", async () => {
  const { app, platform, levels, types } = await emptySite()
  await uploaded(app, platform, "alarmTypes", "类型代码,类型名称\nsmoke,烟雾报警\ngas,燃气泄漏\n")
  expect((await types()).map(({ code, name }) => `${code} ${name}`)).toEqual([
    "smoke 烟雾报警",
    "gas 燃气泄漏",
  ])
  const file = "等级,等级名称,确认时限（分钟）,处置时限（分钟）\n1,特别重大,5,30\n2,重大,,\n"
  await uploaded(app, platform, "alarmLevels", file)
  expect(await levels()).toMatchObject([
    { level: 1, minutesToTake: 5, minutesToHandle: 30 },
    { level: 2, minutesToTake: null, minutesToHandle: null },
  ])
  const lines = ["0,零,1,1", "3,重大,0,1", "4,四,1,99999", "5,五,,", "5,五五,,"]
  const faulty = await checked(
    app,
    platform,
    "alarmLevels",
    `等级,等级名称,确认时限,处置时限\n${lines.join("\n")}`,
  )
  expect(problemsOf(faulty).toSorted()).toEqual(
    [
      `A2 等级：${alarmTableMessages.badLevel}`,
      `B3 等级名称：${alarmTableMessages.nameTaken}`,
      `C3 确认时限（分钟）：${alarmTableMessages.badMinutes}`,
      `D4 处置时限（分钟）：${alarmTableMessages.badMinutes}`,
      `A5 等级：${importCellMessages.twice(6)}`,
      `A6 等级：${importCellMessages.twice(5)}`,
    ].toSorted(),
  )
})

test("[DISTRICT-9] [ROLE-2] only the platform's administrators see and change the tables, and each change is logged", async () => {
  const { app, type } = await emptySite()
  for (const account of ["bureau-a", "head-a1", "teacher-a1"]) {
    const client = await app.as(account)
    for (const [call, input] of [
      [alarmTableCalls.types, {}],
      [alarmTableCalls.levels, {}],
      [alarmTableCalls.saveType, { code: "a", name: "甲", isDisabled: false }],
      [alarmTableCalls.removeLevel, { level: 1 }],
    ] as const) {
      const answer = await client.request(call, input)
      expect([account, answer.statusCode, answer.json().msg]).toEqual([
        account,
        403,
        noPermissionMessage("alarmTables.manage"),
      ])
    }
  }
  await type("smoke", "烟雾报警")
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select action, detail from audit_log where action like 'alarmTables.%'`),
  )
  expect(rows).toEqual([
    {
      action: "alarmTables.saveType",
      detail: { before: null, after: { name: "烟雾报警", code: "smoke", state: "启用" } },
    },
  ])
})
