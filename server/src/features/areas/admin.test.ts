import { areaAdminCalls } from "@uc/contract/areas/admin-calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { areaCalls } from "@uc/contract/areas/calls"
import { importCellMessages } from "@uc/contract/imports/calls"
import { inUseMessage, treeMessages } from "@uc/contract/trees/tree-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { checked, problemsOf } from "../../testing/test-import.ts"

const names = async (client: TestClient, areaid?: string) =>
  (await client.send(areaCalls.below, { areaid })).map(({ areaname }) => areaname)
const list = (client: TestClient) => client.send(areaAdminCalls.list, {})
const add = (client: TestClient, code: string, name: string, parentId: string | null) =>
  client.send(areaAdminCalls.save, { code, name, parentId })
const move = async (client: TestClient, id: string, parentId: string | null) =>
  client.request(areaAdminCalls.move, { id, parentId, before: null, version: (await list(client)).version })
const pathOf = async (app: TestApp, id: string) => {
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ path: string; level: number }>(sql`select path, level from area where id = ${id}`),
  )
  return rows[0]
}

test("[DISTRICT-9] an area that is added stands below its parent and is offered by the picker", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  await add(platform, "330103", "丙区", "330100")
  await add(platform, "330103001", "丙镇", "330103")
  expect(await names(platform, "330100")).toEqual(["甲区", "乙区", "丙区"])
  expect(await pathOf(app, "330103001")).toEqual({ path: "330100/330103/330103001/", level: 2 })
  await add(platform, "440000", "另一省", null)
  expect(await names(platform)).toEqual(["澜州市", "另一省"])
})

test("[DISTRICT-9] an area's administrator adds and renames only below the own area", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  expect((await list(bureau)).items.map(({ name, isFixed }) => [name, isFixed])).toEqual([
    ["甲区", true],
    ["甲镇", false],
  ])
  await add(bureau, "330101002", "乙镇", "330101")
  expect(await names(bureau, "330101")).toEqual(["甲镇", "乙镇"])
  const said = async (input: object, call = areaAdminCalls.save) => {
    const answer = await bureau.request(call, { ...input })
    return [answer.statusCode, answer.json().msg]
  }
  expect(await said({ code: "550000", name: "新省", parentId: null })).toEqual([400, treeMessages.topRefused])
  expect(await said({ code: "330102009", name: "外镇", parentId: "330102" })).toEqual([
    409,
    treeMessages.parentGone,
  ])
  const own = { id: "330101", name: "改名", version: (await list(bureau)).items[0]?.version }
  expect(await said(own)).toEqual([403, treeMessages.fixed])
  expect(await said({ id: "330102", name: "改名", version: "" })).toEqual([409, treeMessages.gone])
  // Taken where the bureau does not see it.
  expect(await said({ code: "330102", name: "重复", parentId: "330101" })).toEqual([
    400,
    treeMessages.codeTaken("区域代码"),
  ])
})

test("[DISTRICT-9] an area without organisations is moved with all below it, one with them is refused", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  await add(platform, "330103", "丙区", "330100")
  await add(platform, "330103001", "丙镇", "330103")
  expect((await move(platform, "330103001", "330102")).statusCode).toBe(200)
  expect(await pathOf(app, "330103001")).toEqual({ path: "330100/330102/330103001/", level: 2 })
  const refused = await move(platform, "330101", "330103")
  expect([refused.statusCode, refused.json().msg]).toEqual([
    409,
    expect.stringMatching(/还有\d+个单位，不能更改上级区域/),
  ])
  expect(await pathOf(app, "330101")).toEqual({ path: "330100/330101/", level: 1 })
})

test("[DISTRICT-9] an area with organisations is not deleted and names them; an empty one is", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ name: string }>(
      sql`select name from organisation where area_id = 330101001 order by sort_no, id`,
    ),
  )
  const refused = await platform.request(areaAdminCalls.remove, { id: "330101001" })
  const uses = [{ what: "单位", names: rows.slice(0, 3).map(({ name }) => name), count: rows.length }]
  expect([refused.statusCode, refused.json().msg]).toEqual([409, inUseMessage(uses)])
  await add(platform, "330103", "丙区", "330100")
  await platform.send(areaAdminCalls.remove, { id: "330103" })
  expect(await names(platform, "330100")).toEqual(["甲区", "乙区"])
})

test("[DISTRICT-9] a disabled area and those below it are not offered", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  const version = (await list(platform)).items.find(({ id }) => id === "330101")?.version ?? ""
  await platform.send(areaAdminCalls.setState, { id: "330101", isDisabled: true, version })
  expect(await names(platform, "330100")).toEqual(["乙区"])
  const found = async (asked: { ids?: string; areaname?: string }) =>
    (await platform.send(areaCalls.found, asked)).map(({ areaname }) => areaname)
  expect(await found({ areaname: "甲" })).toEqual([])
  expect(await found({ ids: "330101" })).toEqual(["甲区"])
  // Whoever works there still sees where they are.
  expect(await names(await app.as("bureau-a"))).toEqual(["甲区"])
  const faulty = await checked(
    app,
    platform,
    "areas",
    "区域代码,区域名称,上级区域代码\n330101009,新镇,330101\n",
  )
  expect(problemsOf(faulty)).toEqual([`C2 上级区域代码：${importCellMessages.isDisabled("甲区")}`])
})

test("[DISTRICT-9] [ROLE-2] whoever administers an organisation alone does not arrange areas", async () => {
  const app = await testApp()
  for (const account of ["head-a1", "clerk-a", "teacher-a1"]) {
    const answer = await (await app.as(account)).request(areaAdminCalls.list, {})
    expect([account, answer.statusCode, answer.json().msg]).toEqual([
      account,
      403,
      noPermissionMessage("areas.manage"),
    ])
  }
})
