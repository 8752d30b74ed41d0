import { noPermissionMessage } from "@uc/contract/roles/permissions"
import {
  buildingCalls,
  buildingLimits,
  buildingMessages,
  buildingTypes,
  rangeObjectTypes,
} from "@uc/contract/buildings/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { department } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"
import { overlapping } from "../../testing/test-overlap.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { testApp } from "../../testing/test-app.ts"

test("[BUILD-4] the tree comes by level with its ancestors; a search is flat", async () => {
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
  const { orgid } = await head.send(accountCalls.current, {})
  const [first] = await head.send(departmentCalls.tree, { orgid })
  const departmentid = first?.id ?? ""
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

/** A school with its departments, people and layers, to give ranges to. */
async function school() {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const departments = (await head.send(departmentCalls.tree, { orgid })).map(({ id }) => id)
  const people = (await head.send(peopleCalls.search, { orgid, username: "" })).map(({ id }) => id)
  const layers = (await head.send(buildingCalls.layersOfDepartment, { orgid })).map(({ layerId }) => layerId)
  const range = (objects: readonly string[], given = layers, objectType: 1 | 2 = 1) => ({
    orgid,
    objectIds: objects.join(","),
    layerIds: given.join(","),
    objectType,
  })
  return { app, head, orgid, departments, people, layers, range }
}

test("[RANGE-1] [ROLE-2] only administrators save ranges, of their organisation or area", async () => {
  const { app, departments, people, range } = await school()
  const may = async (account: string, asked: ReturnType<typeof range>) =>
    (await (await app.as(account)).request(buildingCalls.saveRelation, asked)).statusCode
  const asked = [range(departments.slice(0, 1)), range(people.slice(0, 1), undefined, 2)]
  for (const account of ["head-a1", "bureau-a", "platform"])
    for (const each of asked) expect([account, await may(account, each)]).toEqual([account, 200])

  const strangers = ["teacher-a1", "clerk-a", "head-a2", "head-b1", "boss-ae"]
  const clients = await Promise.all(strangers.map((account) => app.as(account)))
  const before = await rowsOf(app.url)
  for (const each of [...asked, range(departments, []), range(people, [], 2)])
    for (const [at, client] of clients.entries()) {
      const answer = await client.request(buildingCalls.saveRelation, each)
      expect([strangers[at], answer.statusCode, answer.json().msg]).toEqual([
        strangers[at],
        403,
        at < 2 ? noPermissionMessage("buildings.manage") : replyMessages.outOfReach,
      ])
    }
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

test("[RANGE-1] the audit log has who saved which range, with counts before and after", async () => {
  const { app, head, departments, layers, range } = await school()
  const objects = departments.slice(0, 2)
  await head.send(buildingCalls.saveRelation, range(objects, []))
  await head.send(buildingCalls.saveRelation, range([...objects, ...objects], [...layers, ...layers]))
  await head.send(buildingCalls.saveRelation, range(objects, layers.slice(0, 1)))
  await head.request(buildingCalls.saveRelation, range(["999999"]))
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select p.account, a.result, a.detail from audit_log a join person p on p.id = a.person_id
                   where a.action = 'buildings.saveRelation' order by a.id`),
  )
  const entry = (before: unknown, after: number) => ({
    account: "head-a1",
    result: "done",
    detail: {
      objectType: 1,
      objectIds: objects,
      before: { relations: before },
      after: { relations: after },
    },
  })
  const all = objects.length * layers.length
  expect(rows).toEqual([entry(expect.any(Number), 0), entry(0, all), entry(all, objects.length)])
})

test("[RANGE-1] many who save the same range at once are all answered", async () => {
  const { app, head, departments, layers, range } = await school()
  const clients = [head, (await app.another()).as(head)]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      (clients[at % 2] ?? head).request(
        buildingCalls.saveRelation,
        at % 3 === 0 ? range(departments.toReversed(), layers.toReversed()) : range(departments),
      ),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  const saved = ((await rowsOf(app.url))["building_layer_relation"] ?? [])
    .map((row) => JSON.parse(row))
    .filter((row) => row.object_type === "1" && departments.includes(String(row.object_id)))
  expect(saved).toHaveLength(departments.length * layers.length)
})

test.each([
  ["department", department, 1],
  ["person", person, 2],
] as const)(
  "[RANGE-1] a %s that is removed while a range is saved for it gets none",
  async (_what, table, objectType) => {
    const { app, head, departments, people, range } = await school()
    const id = (objectType === 1 ? departments : people)[1] ?? ""
    const asked = range([id], undefined, objectType)
    await head.send(buildingCalls.saveRelation, range([id], [], objectType))
    const [, meanwhile] = await overlapping(
      app.database,
      (db) =>
        db
          .update(table)
          .set({ disabledAt: sql`now()` })
          .where(eq(table.id, id)),
      () => head.request(buildingCalls.saveRelation, asked),
    )
    const afterwards = await head.request(buildingCalls.saveRelation, asked)
    for (const answer of [meanwhile, afterwards])
      expect([answer.statusCode, answer.json().msg]).toEqual([403, replyMessages.outOfReach])
    const saved = ((await rowsOf(app.url))["building_layer_relation"] ?? []).map((row) => JSON.parse(row))
    expect(saved.filter((row) => String(row.object_id) === id)).toEqual([])
  },
)

test("[RANGE-1] more pairs than the limit are refused; a repeated id counts once", async () => {
  const { app, head, departments, layers, range } = await school()
  const many = (count: number) => Array.from({ length: count }, (_, at) => `${900_000 + at}`)
  const ask = (objects: string[], given: string[]) =>
    head.request(buildingCalls.saveRelation, range(objects, given))
  const before = await rowsOf(app.url)
  const refused = await ask(many(1000), many(buildingLimits.relations / 1000 + 1))
  expect([refused.statusCode, refused.json().msg]).toEqual([
    400,
    expect.stringContaining(buildingMessages.tooManyRelations),
  ])
  // As many as are allowed are looked at, and are nobody's.
  expect((await ask(many(1000), many(buildingLimits.relations / 1000))).statusCode).toBe(403)
  expect(changes(before, await rowsOf(app.url))).toEqual([])
  const thousandTimes = (id = "") => Array.from({ length: 1000 }, () => id)
  expect((await ask(thousandTimes(departments[0]), thousandTimes(layers[0]))).statusCode).toBe(200)
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
    expect(await head.send(buildingCalls.tree, { parentId: id })).toHaveLength(childCount ?? -1)
})

test("[PICK-9] buildings are found by a part of the name, pinyin or initials, in any case", async () => {
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
  const { orgid } = await head.send(accountCalls.current, {})
  const own = await head.send(buildingCalls.layersOfDepartment, {})
  expect(own.length).toBeGreaterThan(1)
  expect(own[0]).toMatchObject({ layerName: "1层", keys: "1ceng 1c" })
  const tree = await head.send(buildingCalls.tree, {})
  const campuses = tree.map(({ buildingname }) => buildingname)
  for (const { campusName } of own) expect(campuses).toContain(campusName)
  expect(await bureau.send(buildingCalls.layersOfDepartment, { orgid })).toEqual(own)
  const stranger = await app.as("head-b1")
  expect((await stranger.request(buildingCalls.layersOfDepartment, { orgid })).statusCode).toBe(403)
})

test("[BUILD-3] foreign places are dropped from remembered ones and refused as a parent", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const [own, other] = await Promise.all(
    ["head-a1", "head-a2"].map(async (account) => {
      const { orgid } = await (await app.as(account)).send(accountCalls.current, {})
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
