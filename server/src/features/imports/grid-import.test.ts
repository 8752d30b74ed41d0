import { accountCalls } from "@uc/contract/account/calls"
import { gridAdminCalls } from "@uc/contract/grids/admin-calls"
import { gridCalls } from "@uc/contract/grids/calls"
import { importCalls, importCellMessages, importMessages } from "@uc/contract/imports/calls"
import { treeMessages } from "@uc/contract/trees/tree-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"
import { uploaded, checked, problemsOf } from "../../testing/test-import.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

/** A school that has no grid yet. */
async function emptySchool() {
  const app = await testApp()
  await app.database.transaction(unrestricted, (db) => db.execute(sql`delete from grid`))
  return { app, head: await app.as("head-a1") }
}

test("[DISTRICT-9] grids come in by spreadsheet, those above in any line, and are offered by the picker", async () => {
  const { app, head } = await emptySchool()
  const file =
    "网格名称,上级网格,覆盖空间,排序号\n一层,校园/教学区,东侧,\n教学区,校园,,20\n生活区,校园,,10\n校园,,,"
  expect(await uploaded(app, head, "grids", file)).toMatchObject({ state: "done", counts: { new: 4 } })
  const [campus] = await head.send(gridCalls.tree, { ifCallBackSpaceName: 1 })
  expect(campus?.childList.map(({ name }) => name)).toEqual(["生活区", "教学区"])
  expect(campus?.childList[1]?.childList[0]?.name).toBe("一层（东侧）")
})

test("[DISTRICT-9] every bad cell of a sheet of grids is named, and nothing is written", async () => {
  const { app, head } = await emptySchool()
  const off = await head.send(gridAdminCalls.save, { name: "旧网格", parentId: null })
  const { items } = await head.send(gridAdminCalls.list, {})
  await head.send(gridAdminCalls.setState, { id: off.id, isDisabled: true, version: items[0]?.version ?? "" })
  const deep = Array.from({ length: 8 }, (_, at) => `第${at}级`).join("/")
  const lines = ["东/区,,", "甲,没有的,", "乙,旧网格,", `丙,${deep},`, "丁,,很多", "戊,,", "戊,,"]
  const faulty = await checked(app, head, "grids", `网格名称,上级网格,排序号\n${lines.join("\n")}`)
  expect(faulty.state).toBe("faulty")
  expect(problemsOf(faulty).toSorted()).toEqual(
    [
      `A2 网格名称：${importCellMessages.pathSign}`,
      `B3 上级网格：${importCellMessages.aboveUnknown("没有的")}`,
      `B4 上级网格：${importCellMessages.isDisabled("旧网格")}`,
      `B5 上级网格：${treeMessages.tooDeep(8)}`,
      "C6 排序号：应为0到999999的整数",
      `A7 网格名称：${importCellMessages.twice(8)}`,
      `A8 网格名称：${importCellMessages.twice(7)}`,
    ].toSorted(),
  )
  expect(await head.send(gridCalls.tree, {})).toEqual([])
})

test("[DISTRICT-9] an export is of one organisation where one is named, and refused of a foreign one", async () => {
  const { app, head } = await emptySchool()
  const bureau = await app.as("bureau-a")
  const { orgid } = await head.send(accountCalls.current, {})
  await head.send(gridAdminCalls.save, { name: "校园", parentId: null })
  await bureau.send(gridAdminCalls.save, { name: "机关", parentId: null })
  const names = async (asked: { orgid?: string }) => {
    const { content } = await bureau.send(importCalls.exportPresent, { kind: "grids", ...asked })
    return readXlsx(Buffer.from(content, "base64"))
      .sheets[0]?.slice(1)
      .map(([name]) => name)
  }
  expect(await names({ orgid })).toEqual(["校园"])
  expect((await names({}))?.toSorted()).toEqual(["机关", "校园"].toSorted())
  const stranger = await app.as("head-b1")
  expect((await stranger.request(importCalls.exportPresent, { kind: "grids", orgid })).statusCode).toBe(403)
  const areas = await bureau.request(importCalls.exportPresent, { kind: "areas", orgid })
  expect(areas.json().msg).toBe(importMessages.notOfOrganisation)
})
