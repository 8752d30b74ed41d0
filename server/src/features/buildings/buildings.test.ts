import { buildingCalls, buildingTypes, rangeObjectTypes } from "@uc/contract/buildings"
import { departmentCalls } from "@uc/contract/departments"
import { sessionCalls } from "@uc/contract/session"
import { expect, test } from "vitest"
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
