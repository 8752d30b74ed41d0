import { accountCalls } from "@uc/contract/account/calls"
import { buildingAdminCalls } from "@uc/contract/buildings/admin-calls"
import { buildingCalls, rangeObjectTypes } from "@uc/contract/buildings/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { importCellMessages } from "@uc/contract/imports/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { inUseMessage, treeMessages } from "@uc/contract/trees/tree-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"
import { checked, problemsOf } from "../../testing/test-import.ts"

/** A school without any building, and one that is then made by hand. */
async function school() {
  const app = await testApp()
  await app.database.transaction(unrestricted, async (db) => {
    for (const table of ["patrol_record", "patrol_plan_point", "patrol_point", "building_layer_relation"])
      await db.execute(sql`delete from ${sql.identifier(table)}`)
    await db.execute(sql`delete from building`)
  })
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const add = async (name: string, parentId: string | null, kind?: string) =>
    (await head.send(buildingAdminCalls.save, { name, parentId, kind })).id
  const house = await add("博学楼", null, "building")
  const [first, second] = [await add("1层", house), await add("2层", house)]
  const room = await add("101", first)
  const list = async () => (await head.send(buildingAdminCalls.list, {})).items
  const turn = async (id: string, isDisabled: boolean) => {
    const version = (await list()).find((item) => item.id === id)?.version ?? ""
    await head.send(buildingAdminCalls.setState, { id, isDisabled, version })
  }
  const layers = async () =>
    (await head.send(buildingCalls.layersOfDepartment, {})).map(({ layerName }) => layerName)
  const move = async (id: string, parentId: string | null) => {
    const { version } = await head.send(buildingAdminCalls.list, {})
    return head.request(buildingAdminCalls.move, { id, parentId, before: null, version })
  }
  return { app, head, orgid, add, house, first, second, room, list, turn, layers, move }
}

test("[DISTRICT-9] a building with layers and rooms that are added by hand is offered by both pickers", async () => {
  const { head, house, first, layers, list } = await school()
  expect(await layers()).toEqual(["1层", "2层"])
  const [top] = await head.send(buildingCalls.tree, {})
  expect(top).toMatchObject({ id: house, type: 1, childCount: 2, isLeaf: false })
  const below = await head.send(buildingCalls.tree, { parentId: first })
  expect(below).toMatchObject([{ buildingname: "101", type: 3, ids: [house, first], isLeaf: true }])
  expect((await list()).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "building 博学楼",
    "layer 1层",
    "layer 2层",
    "room 101",
  ])
})

test("[DISTRICT-9] a place stands below its own kind of place alone, added or moved", async () => {
  const { head, add, house, first, second, room, move } = await school()
  for (const wrong of [
    { name: "一号楼", parentId: null, kind: "layer" },
    { name: "一号楼", parentId: null },
    { name: "3层", parentId: room },
    { name: "西楼", parentId: house, kind: "building" },
  ])
    expect((await head.request(buildingAdminCalls.save, wrong)).json().msg).toMatch(/不能放在这里/)
  expect((await move(room, house)).json().msg).toBe(treeMessages.wrongParent("房间"))
  expect((await move(first, null)).json().msg).toBe(treeMessages.wrongParent("楼层"))
  expect((await move(room, second)).statusCode).toBe(200)
  const campus = await add("东校区", null, "campus")
  expect((await move(house, campus)).statusCode).toBe(200)
  const [found] = await head.send(buildingCalls.treeByParams, { buildingname: "101" })
  expect(found?.ids).toEqual([campus, house, second])
  expect(await head.send(buildingCalls.tree, { parentId: first })).toEqual([])
})

test("[DISTRICT-9] a layer in use by a patrol point or a range is not deleted and says by which", async () => {
  const { app, head, orgid, first, second, room } = await school()
  const [department] = await head.send(departmentCalls.tree, { orgid })
  const [one] = await head.send(peopleCalls.search, { orgid, username: "" })
  await head.send(buildingAdminCalls.remove, { id: room })
  await head.send(patrolAdminCalls.savePoint, { orgid, name: "楼梯口", placeId: first })
  const give = (objectIds: string, objectType: 1 | 2) =>
    head.send(buildingCalls.saveRelation, { orgid, objectIds, objectType, layerIds: first })
  await give(department?.id ?? "", rangeObjectTypes.department)
  await give(one?.id ?? "", rangeObjectTypes.person)
  const person = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ name: string }>(sql`select name from person where id = ${one?.id}`),
  )
  const refused = await head.request(buildingAdminCalls.remove, { id: first })
  const uses = [
    { what: "巡查点位", names: ["楼梯口"], count: 1 },
    { what: "部门的负责范围", names: [department?.name ?? ""], count: 1 },
    { what: "人员的负责范围", names: [person.rows[0]?.name ?? ""], count: 1 },
  ]
  expect([refused.statusCode, refused.json().msg]).toEqual([409, inUseMessage(uses)])
  await head.send(buildingAdminCalls.remove, { id: second })
})

test("[DISTRICT-9] a disabled building is not offered but stays where it was chosen", async () => {
  const { head, orgid, house, first, second, turn, layers } = await school()
  const [department] = await head.send(departmentCalls.tree, { orgid })
  const asked = { orgid, objectIds: department?.id ?? "", objectType: rangeObjectTypes.department }
  await head.send(buildingCalls.saveRelation, { ...asked, layerIds: first })
  await turn(first, true)
  expect(await layers()).toEqual(["2层"])
  expect((await head.send(buildingCalls.tree, { parentId: house })).map(({ id }) => id)).toEqual([second])
  expect((await head.send(buildingCalls.tree, {}))[0]?.childCount).toBe(1)
  const found = async (input: { buildingname?: string; ids?: string }) =>
    (await head.send(buildingCalls.treeByParams, input)).map(({ buildingname }) => buildingname)
  expect(await found({ buildingname: "101" })).toEqual([])
  expect(await found({ ids: first })).toEqual(["1层"])
  const [range] = await head.send(buildingCalls.relations, asked)
  expect(range?.layers.map(({ layerName }) => layerName)).toEqual(["1层"])
  await turn(first, false)
  expect(await found({ buildingname: "101" })).toEqual(["101"])
})

test("[DISTRICT-9] a sheet that names a place out of use is told at its cell", async () => {
  const { app, head, first, turn } = await school()
  await turn(first, true)
  const faulty = await checked(app, head, "buildings", "楼宇,楼层,房间\n博学楼,1层,102\n博学楼,2层,201\n")
  expect(problemsOf(faulty)).toEqual([`B2 楼层：${importCellMessages.isDisabled("1层")}`])
})
