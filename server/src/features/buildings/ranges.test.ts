import { accountCalls } from "@uc/contract/account/calls"
import { buildingCalls, rangeObjectTypes, type RangeObjectType } from "@uc/contract/buildings/calls"
import { departmentCalls, type DepartmentNode } from "@uc/contract/departments/calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

/** A school where no department is limited yet, with a department that has one below it. */
async function school() {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const departments = await head.send(departmentCalls.tree, { orgid })
  const all = (await head.send(buildingCalls.layersOfDepartment, { orgid })).map(({ layerId }) => layerId)
  const flat = (nodes: readonly DepartmentNode[]): string[] =>
    nodes.flatMap(({ id, children }) => [id, ...flat(children)])
  const save = (objectIds: readonly string[], layerIds: readonly string[], objectType: RangeObjectType = 1) =>
    head.send(buildingCalls.saveRelation, {
      orgid,
      objectIds: objectIds.join(","),
      layerIds: layerIds.join(","),
      objectType,
    })
  await save(flat(departments), [])
  const above = departments.find(({ children }) => children.length > 0)
  const below = above?.children[0]
  if (!above || !below || all.length < 3) throw new Error("the test's school needs departments and layers")
  const layersOf = async (departmentid: string) =>
    (await head.send(buildingCalls.layersOfDepartment, { departmentid })).map(({ layerId }) => layerId)
  return { app, head, orgid, all, above: above.id, below: below.id, save, layersOf }
}

test("[DISTRICT-10] the layers of a department are those that were saved for it", async () => {
  const { all, above, below, save, layersOf } = await school()
  await save([above], all.slice(0, 2))
  await save([below], all.slice(2, 3))
  expect(await layersOf(above)).toEqual(all.slice(0, 2))
  expect(await layersOf(below)).toEqual(all.slice(2, 3))
})

test("[DISTRICT-10] a department without a range of its own has that of the nearest one above", async () => {
  const { all, above, below, save, layersOf } = await school()
  expect(await layersOf(below)).toEqual(all)
  await save([above], all.slice(1, 3))
  expect(await layersOf(below)).toEqual(all.slice(1, 3))
})

test("[DISTRICT-10] [DISTRICT-15] a department that is not of the named organisation is refused", async () => {
  const { app, above } = await school()
  const bureau = await app.as("bureau-a")
  const { orgid } = await bureau.send(accountCalls.current, {})
  const answer = await bureau.request(buildingCalls.layersOfDepartment, { departmentid: above, orgid })
  expect([answer.statusCode, answer.json().msg]).toEqual([403, replyMessages.outOfReach])
})

test("[DISTRICT-10] what was saved is read back for each object, in the order asked", async () => {
  const { head, orgid, all, above, below, save } = await school()
  const [one] = await head.send(peopleCalls.search, { orgid, username: "" })
  await save([below], all.slice(0, 1))
  await save([one?.id ?? ""], all.slice(1, 2), rangeObjectTypes.person)
  const read = async (objectIds: string, objectType: RangeObjectType) =>
    (await head.send(buildingCalls.relations, { orgid, objectIds, objectType })).map(
      ({ objectId, layers }) => [objectId, layers.map(({ layerId }) => layerId)],
    )
  expect(await read(`${above},${below}`, 1)).toEqual([
    [above, []],
    [below, all.slice(0, 1)],
  ])
  expect(await read(one?.id ?? "", 2)).toEqual([[one?.id, all.slice(1, 2)]])
})

test("[DISTRICT-10] [ROLE-2] nobody reads the ranges of a foreign organisation", async () => {
  const { app, head, orgid, above } = await school()
  const asked = { objectIds: above, objectType: rangeObjectTypes.department }
  const stranger = await app.as("head-b1")
  const status = async (client: typeof head, orgOf: { orgid?: string }) =>
    (await client.request(buildingCalls.relations, { ...asked, ...orgOf })).statusCode
  expect(await status(stranger, { orgid })).toBe(403)
  expect(await status(stranger, {})).toBe(403)
  expect(await status(head, {})).toBe(200)
})
