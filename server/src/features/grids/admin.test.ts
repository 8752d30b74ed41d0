import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { accountCalls } from "@uc/contract/account/calls"
import { parameterMessages } from "@uc/contract/core/parameter-messages"
import { gridAdminCalls } from "@uc/contract/grids/admin-calls"
import { gridCalls, type GridNode } from "@uc/contract/grids/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { inUseMessage, treeMessages } from "@uc/contract/trees/tree-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"

/** A school that has no grid yet, as after an empty start. */
async function emptySchool() {
  const app = await testApp()
  await app.database.transaction(unrestricted, (db) => db.execute(sql`delete from grid`))
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const add = async (name: string, parentId: string | null = null, note?: string) =>
    (await head.send(gridAdminCalls.save, { name, parentId, note })).id
  return { app, head, orgid, add }
}

const list = (client: TestClient) => client.send(gridAdminCalls.list, {})
const entry = async (client: TestClient, id: string) => {
  const found = (await list(client)).items.find((item) => item.id === id)
  if (!found) throw new Error("the grid is not there")
  return found
}
/** `校园(教学区 生活区(食堂))` as the picker offers it. */
const offered = async (client: TestClient) => {
  const written = (nodes: readonly GridNode[]): string =>
    nodes
      .map(({ name, childList }) => (childList.length === 0 ? name : `${name}(${written(childList)})`))
      .join(" ")
  return written(await client.send(gridCalls.tree, {}))
}

test("[DISTRICT-9] grids that are added on an empty site are offered by the picker, with their space", async () => {
  const { head, add } = await emptySchool()
  const campus = await add("校园")
  await add("教学区", campus, "一号楼")
  await add("生活区", campus)
  expect(await offered(head)).toBe("校园(教学区 生活区)")
  const [top] = await head.send(gridCalls.tree, { ifCallBackSpaceName: 1 })
  expect(top?.childList[0]?.name).toBe("教学区（一号楼）")
})

test("[DISTRICT-9] a grid is renamed; who saw an older one is refused, and a name stands once among siblings", async () => {
  const { head, add } = await emptySchool()
  const campus = await add("校园")
  const { version } = await entry(head, campus)
  await head.send(gridAdminCalls.save, { id: campus, name: "本部", note: "全校", version })
  expect(await entry(head, campus)).toMatchObject({ name: "本部", note: "全校" })
  const late = await head.request(gridAdminCalls.save, { id: campus, name: "分部", version })
  expect([late.statusCode, late.json().msg]).toEqual([409, treeMessages.changedMeanwhile])
  const twice = await head.request(gridAdminCalls.save, { name: " 本 部", parentId: null })
  expect([twice.json().msg, twice.json().field]).toEqual([treeMessages.nameTaken, "name"])
})

test("[DISTRICT-15] a change with another parent or kind, a code or a version of nothing is refused", async () => {
  const { head, add } = await emptySchool()
  const [campus, gate] = [await add("校园"), await add("校门")]
  const { version, kind } = await entry(head, gate)
  const said = async (given: object) => {
    const answer = await head.request(gridAdminCalls.save, { name: "东门", ...given })
    return [answer.json().field, answer.json().msg]
  }
  const change = { id: gate, version }
  expect(await said({ ...change, parentId: campus })).toEqual(["parentId", treeMessages.parentByMove])
  expect(await said({ ...change, kind: "room" })).toEqual(["kind", treeMessages.kindStays])
  expect(await said({ ...change, code: "g-1" })).toEqual(["code", treeMessages.noCode])
  expect(await said({ parentId: campus, version })).toEqual(["version", parameterMessages.versionOfNew])
  expect((await list(head)).items.map(({ name }) => name)).toEqual(["校园", "校门"])
  // What is as it was says nothing new.
  expect(
    (await head.request(gridAdminCalls.save, { ...change, name: "东门", parentId: null, kind })).statusCode,
  ).toBe(200)
})

test("[DISTRICT-9] a grid is moved with all below it, and put into another order", async () => {
  const { head, add } = await emptySchool()
  const [east, west] = [await add("东区"), await add("西区")]
  const house = await add("一号楼", east)
  await add("1层", house)
  const { version } = await list(head)
  await head.send(gridAdminCalls.move, { id: house, parentId: west, before: null, version })
  expect(await offered(head)).toBe("东区 西区(一号楼(1层))")
  const second = await list(head)
  await head.send(gridAdminCalls.move, { id: west, parentId: null, before: east, version: second.version })
  expect(await offered(head)).toBe("西区(一号楼(1层)) 东区")
  const stale = await head.request(gridAdminCalls.move, { id: east, parentId: west, before: null, version })
  expect([stale.statusCode, stale.json().msg]).toEqual([409, treeMessages.movedMeanwhile])
})

test("[DISTRICT-9] a grid goes neither below itself nor deeper than the tree may be", async () => {
  const { head, add } = await emptySchool()
  const trail: string[] = []
  for (let level = 1; level <= 8; level++) trail.push(await add(`第${level}级`, trail.at(-1) ?? null))
  const deeper = await head.request(gridAdminCalls.save, { name: "第9级", parentId: trail.at(-1) })
  expect(deeper.json().msg).toBe(treeMessages.tooDeep(8))
  const { version } = await list(head)
  const below = { id: trail[0], parentId: trail[3], before: null, version }
  expect((await head.request(gridAdminCalls.move, below)).json().msg).toBe(treeMessages.belowItself)
  const other = await add("另一棵")
  const now = (await list(head)).version
  const tooDeep = { id: trail[0], parentId: other, before: null, version: now }
  expect((await head.request(gridAdminCalls.move, tooDeep)).json().msg).toBe(treeMessages.tooDeep(8))
})

test("[DISTRICT-9] a disabled grid and what stands below it are not offered, and are again once it is enabled", async () => {
  const { head, add } = await emptySchool()
  const east = await add("东区")
  await add("一号楼", east)
  await add("西区")
  const turn = async (isDisabled: boolean) =>
    head.send(gridAdminCalls.setState, { id: east, isDisabled, version: (await entry(head, east)).version })
  await turn(true)
  expect(await offered(head)).toBe("西区")
  const below = await head.request(gridAdminCalls.save, { name: "二号楼", parentId: east })
  expect(below.json().msg).toBe(treeMessages.parentDisabled)
  expect((await list(head)).items).toHaveLength(3)
  await turn(false)
  expect(await offered(head)).toBe("东区(一号楼) 西区")
})

test("[DISTRICT-9] a grid with others below it is not deleted and says which; an empty one is", async () => {
  const { head, add } = await emptySchool()
  const east = await add("东区")
  const below = [await add("一号楼", east), await add("二号楼", east)]
  const refused = await head.request(gridAdminCalls.remove, { id: east })
  const uses = [{ what: "下级", names: ["一号楼", "二号楼"], count: 2 }]
  expect([refused.statusCode, refused.json().msg]).toEqual([409, inUseMessage(uses)])
  for (const id of [...below, east]) await head.send(gridAdminCalls.remove, { id })
  expect((await list(head)).items).toEqual([])
  expect((await head.request(gridAdminCalls.remove, { id: east })).json().msg).toBe(treeMessages.gone)
})

test("[DISTRICT-9] [ROLE-2] only who administers an organisation lists and changes its grids", async () => {
  const { app, orgid, head, add } = await emptySchool()
  const id = await add("校园")
  for (const account of ["teacher-a1", "head-b1", "clerk-a"]) {
    const client = await app.as(account)
    for (const [call, input] of [
      [gridAdminCalls.list, {}],
      [gridAdminCalls.save, { name: "后门" }],
      [gridAdminCalls.remove, { id }],
    ] as const) {
      const answer = await client.request(call, { orgid, ...input })
      expect([account, answer.statusCode, answer.json().msg]).toEqual([
        account,
        403,
        account === "head-b1" ? replyMessages.outOfReach : noPermissionMessage("grids.manage"),
      ])
    }
  }
  const bureau = await app.as("bureau-a")
  await bureau.send(gridAdminCalls.save, { orgid, name: "周边", parentId: null })
  expect(await offered(head)).toBe("校园 周边")
})

test("[DISTRICT-9] two who change one organisation's grids at the same time do it one after the other", async () => {
  const { head } = await emptySchool()
  const answers = await Promise.all(
    ["甲", "乙", "丙", "甲"].map((name) => head.request(gridAdminCalls.save, { name, parentId: null })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect((await list(head)).items).toHaveLength(3)
})
