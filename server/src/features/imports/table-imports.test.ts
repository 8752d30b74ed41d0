import { accountCalls } from "@uc/contract/account/calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { assessmentMessages } from "@uc/contract/assessments/messages"
import { buildingAdminCalls } from "@uc/contract/buildings/admin-calls"
import { importCalls, importCellMessages } from "@uc/contract/imports/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { nextMonth, testApp } from "../../testing/test-app.ts"
import { uploaded, checked, problemsOf } from "../../testing/test-import.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

/** A school with one building and neither a point nor a scheme. */
async function school() {
  const app = await testApp()
  await app.database.transaction(unrestricted, async (db) => {
    for (const table of ["patrol_record", "patrol_plan_point", "patrol_point", "building_layer_relation"])
      await db.execute(sql`delete from ${sql.identifier(table)}`)
    for (const table of [
      "building",
      "assessment_score",
      "assessment",
      "assessment_item",
      "assessment_scheme",
    ])
      await db.execute(sql`delete from ${sql.identifier(table)}`)
  })
  const head = await app.as("head-a1")
  const add = async (name: string, parentId: string | null, kind?: string) =>
    (await head.send(buildingAdminCalls.save, { name, parentId, kind })).id
  const house = await add("博学楼", null, "building")
  await add("1层", house)
  await add("2层", house)
  const points = async () => (await head.send(patrolAdminCalls.points, {})).points
  const schemes = async () => (await head.send(assessmentAdminCalls.schemes, {})).schemes
  return { app, head, add, points, schemes }
}

test.each(["patrolPoints", "assessmentItems"] as const)(
  "[DISTRICT-11] the template of %s has the titles, an example and an explanation",
  async (kind) => {
    const { head } = await school()
    const { name, content } = await head.send(importCalls.template, { kind })
    expect(name).toMatch(/导入模板\.xlsx$/)
    const [sheet] = readXlsx(Buffer.from(content, "base64")).sheets
    expect(sheet?.flat().some((cell) => String(cell).startsWith("示例："))).toBe(true)
  },
)

test("[DISTRICT-11] patrol points come in by spreadsheet with their place, each with a code of its own", async () => {
  const { app, head, points } = await school()
  const file = "点位名称,位置,排序号\n楼梯口,博学楼/2层,20\n楼梯口,博学楼/1层,10\n东门,,30\n"
  expect(await uploaded(app, head, "patrolPoints", file)).toMatchObject({ counts: { new: 3 } })
  const found = await points()
  expect(found.map(({ name, placeName }) => [name, placeName])).toEqual([
    ["楼梯口", "博学楼 1层"],
    ["楼梯口", "博学楼 2层"],
    ["东门", null],
  ])
  expect(new Set(found.map(({ code }) => code)).size).toBe(3)
  const codes = found.map(({ code }) => code)
  await uploaded(app, head, "patrolPoints", "点位名称,位置\n东门,博学楼/1层\n")
  const [, , gate] = await points()
  // Printed codes stay valid.
  expect([gate?.placeName, gate?.code]).toEqual(["博学楼 1层", codes[2]])
})

test("[DISTRICT-11] every bad cell of a sheet of points is named, and nothing is written", async () => {
  const { app, head, add, points } = await school()
  for (const campus of ["东校区", "西校区"]) await add("科技楼", await add(campus, null, "campus"))
  await uploaded(app, head, "patrolPoints", "点位名称,位置\n旧门,\n楼梯口,博学楼/1层\n楼梯口,博学楼/2层\n")
  const old = (await points()).find(({ name }) => name === "旧门")
  const { orgid } = await head.send(accountCalls.current, {})
  await head.send(patrolAdminCalls.savePoint, {
    orgid,
    id: old?.id ?? "",
    name: "旧门",
    isDisabled: true,
    version: old?.version ?? 0,
  })
  const before = await points()
  const lines = ["甲,没有的楼/1层,", "乙,科技楼,", "丙,,很后", "丁,,", "丁,,", "旧门,,", "楼梯口,,"]
  const faulty = await checked(app, head, "patrolPoints", `点位名称,位置,排序号\n${lines.join("\n")}\n`)
  expect(problemsOf(faulty).toSorted()).toEqual(
    [
      `B2 位置：${importCellMessages.placeUnknown("没有的楼/1层")}`,
      `B3 位置：${importCellMessages.placesAlike("科技楼")}`,
      "C4 排序号：应为0到999999的整数",
      `A5 点位名称：${importCellMessages.twice(6)}`,
      `A6 点位名称：${importCellMessages.twice(5)}`,
      `A7 点位名称：${importCellMessages.isDisabled("旧门")}`,
      `A8 点位名称：${importCellMessages.pointsAlike("楼梯口")}`,
    ].toSorted(),
  )
  expect(await points()).toEqual(before)
})

test("[DISTRICT-11] assessment items come in by spreadsheet: new schemes are made, known items changed", async () => {
  const { app, head, schemes } = await school()
  const titles = "考核方案,分组,考核项,权重,满分,佐证要求\n"
  const file = `${titles}年度考核,消防,通道畅通,1.5,10,照片\n年度考核,,制度健全,,20,\n月度检查,,值班记录,,5.25,\n`
  expect(await uploaded(app, head, "assessmentItems", file)).toMatchObject({ counts: { new: 3 } })
  const shown = async () =>
    Object.fromEntries(
      (await schemes()).map(({ title, items }) => [title, items.map(({ id: _id, ...item }) => item)]),
    )
  const inspected = { group: "", name: "值班记录", weight: 1, fullScore: 5.25, asked: "" }
  expect(await shown()).toEqual({
    年度考核: [
      { group: "消防", name: "通道畅通", weight: 1.5, fullScore: 10, asked: "照片" },
      { group: "", name: "制度健全", weight: 1, fullScore: 20, asked: "" },
    ],
    月度检查: [inspected],
  })
  await uploaded(
    app,
    head,
    "assessmentItems",
    `${titles}年度考核,消防,通道畅通,,15,\n年度考核,消防,器材完好,,8,\n`,
  )
  expect(await shown()).toEqual({
    年度考核: [
      { group: "消防", name: "通道畅通", weight: 1.5, fullScore: 15, asked: "照片" },
      { group: "", name: "制度健全", weight: 1, fullScore: 20, asked: "" },
      { group: "消防", name: "器材完好", weight: 1, fullScore: 8, asked: "" },
    ],
    月度检查: [inspected],
  })
  // What is taken away and uploaded back as it is changes nothing.
  const taken = await head.send(importCalls.exportPresent, { kind: "assessmentItems" })
  const back = await checked(app, head, "assessmentItems", Buffer.from(taken.content, "base64"))
  expect(back.preview).toMatchObject({ new: 0, changed: 0, unchanged: 4, gone: 0 })
})

test("[DISTRICT-11] every bad cell of a sheet of items is named; a scheme that was given changes no more", async () => {
  const { app, head, schemes } = await school()
  const titles = "考核方案,分组,考核项,权重,满分,佐证要求\n"
  await uploaded(app, head, "assessmentItems", `${titles}年度考核,,通道畅通,,10,\n`)
  const [scheme] = await schemes()
  const { orgid } = await head.send(accountCalls.current, {})
  const ends = nextMonth.slice(0, 10)
  await head.send(assessmentAdminCalls.give, {
    schemeId: scheme?.id ?? "",
    period: "2030",
    begins: ends,
    ends,
    orgids: orgid,
  })
  const lines = [
    "年度考核,,新的一项,,10,",
    "新方案,,甲,0,10,",
    "新方案,,乙,1,10.123,",
    "新方案,,丙,,10,",
    "新方案,,丙,,9,",
  ]
  const faulty = await checked(app, head, "assessmentItems", `${titles}${lines.join("\n")}\n`)
  expect(problemsOf(faulty).toSorted()).toEqual(
    [
      `A2 考核方案：${assessmentMessages.schemeGiven}`,
      `D3 权重：${assessmentMessages.weightWrong}`,
      `E4 满分：${assessmentMessages.fullScoreWrong}，最多两位小数`,
      `C5 考核项：${importCellMessages.twice(6)}`,
      `C6 考核项：${importCellMessages.twice(5)}`,
    ].toSorted(),
  )
  expect((await schemes()).map(({ title }) => title)).toEqual(["年度考核"])
})
