import { buildingCalls, buildingTypes, rangeObjectTypes } from "@uc/contract/buildings"
import { departmentCalls } from "@uc/contract/departments"
import { sessionCalls } from "@uc/contract/session"
import { expect, test } from "vitest"
import { searchKeys } from "../../db/search-keys.ts"
import { rowsOf } from "../../db/test-rows.ts"
import { testApp } from "../../test-app.ts"

test("[BUILD-4] the tree comes level by level with the chain of ancestors; by params it is found flat", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  let nodes = await head.send(buildingCalls.tree, {})
  const chain: string[] = []
  while (nodes[0] && !nodes[0].isLeaf) {
    expect(nodes[0].ids).toEqual(chain)
    chain.push(nodes[0].id)
    nodes = await head.send(buildingCalls.tree, { parentId: nodes[0].id })
  }
  expect(nodes[0]?.type).toBe(buildingTypes.room)
  const found = await head.send(buildingCalls.treeByParams, { ids: [...chain, "999999999"].join(",") })
  expect(found.map(({ id }) => id).toSorted()).toEqual(chain.toSorted())
})

test("[RANGE-1] saving a range gives the objects exactly these layers", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(sessionCalls.current, {})
  const [department] = await head.send(departmentCalls.tree, { orgid })
  const departmentid = department?.id ?? ""
  const layers = await head.send(buildingCalls.layersOfDepartment, { departmentid })
  const layerIds = layers.map(({ layerId }) => layerId)
  expect(layerIds.length).toBeGreaterThan(1)
  const save = (ids: string) =>
    head.send(buildingCalls.saveRelation, {
      orgid,
      objectIds: departmentid,
      layerIds: ids,
      objectType: rangeObjectTypes.department,
    })
  const saved = async () =>
    ((await rowsOf(app.url))["building_layer_relation"] ?? [])
      .map((row) => JSON.parse(row))
      .filter((row) => String(row.object_id) === departmentid && row.object_type === "1")
      .map((row) => String(row.layer_id))
  await save(layerIds.join(","))
  expect((await saved()).toSorted()).toEqual(layerIds.toSorted())
  await save(layerIds[0] ?? "")
  expect(await saved()).toEqual([layerIds[0]])
  await save("")
  expect(await saved()).toEqual([])
})

test("[BUILD-2] a node knows how many children it has before they are loaded", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const walk = async (parentId?: string): Promise<number> => {
    const nodes = await head.send(buildingCalls.tree, { parentId })
    for (const { id, childCount, isLeaf } of nodes) {
      expect(childCount).toBe(await walk(id))
      expect(isLeaf).toBe(childCount === 0)
    }
    return nodes.length
  }
  expect(await walk()).toBeGreaterThan(0)
  const found = await head.send(buildingCalls.treeByParams, { buildingname: "层" })
  expect(found.length).toBeGreaterThan(0)
  for (const { id, childCount } of found)
    expect(await head.send(buildingCalls.tree, { parentId: id })).toHaveLength(childCount)
})

test("[PICK-9] buildings are found by a part of the name, its pinyin or its initials, in any case", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const names = async (buildingname: string) =>
    (await head.send(buildingCalls.treeByParams, { buildingname })).map((node) => node.buildingname)
  const all = await names("")
  const some = all.find((name) => /^\p{Script=Han}{3,}$/u.test(name)) ?? ""
  const { pinyin, initials } = searchKeys(some)
  for (const part of [some, some.slice(1), pinyin, pinyin.slice(2).toUpperCase(), initials.slice(1)])
    expect([part, await names(part)]).toEqual([part, expect.arrayContaining([some])])
  for (const part of ["%", "_", "没有这栋楼", "<b>"]) expect(await names(part)).toEqual([])
})

test("[RANGE-1] without a department the layers are the organisation's own; keys find them", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const { orgid } = await head.send(sessionCalls.current, {})
  const own = await head.send(buildingCalls.layersOfDepartment, {})
  expect(own.length).toBeGreaterThan(1)
  expect(own[0]).toMatchObject({ layerName: "1层", keys: "1ceng 1c" })
  expect(await bureau.send(buildingCalls.layersOfDepartment, { orgid })).toEqual(own)
  const stranger = await app.as("head-b1")
  expect((await stranger.request(buildingCalls.layersOfDepartment, { orgid })).statusCode).toBe(403)
})

test("[BUILD-3] places of another organisation are left out of remembered ones, and refused as a parent", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const [own, other] = await Promise.all(
    ["head-a1", "head-a2"].map(async (account) => {
      const { orgid } = await (await app.as(account)).send(sessionCalls.current, {})
      return { orgid, top: (await bureau.send(buildingCalls.tree, { orgid }))[0]?.id ?? "" }
    }),
  )
  const ids = [own?.top, other?.top, own?.top].join(",")
  const found = await bureau.send(buildingCalls.treeByParams, { orgid: own?.orgid, ids })
  expect(found.map(({ id }) => id)).toEqual([own?.top])
  const parent = { orgid: own?.orgid, parentId: other?.top }
  for (const call of [buildingCalls.tree, buildingCalls.treeByParams])
    expect((await bureau.request(call, parent)).statusCode).toBe(403)
})
