import { buildingCalls, rangeObjectTypes } from "@uc/contract/buildings/calls"
import {
  departmentCalls,
  departmentLimits,
  departmentMessages,
  type DepartmentNode,
} from "@uc/contract/departments/calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { and, eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { department } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

async function school(account = "head-a1") {
  const app = await testApp()
  const head = await app.as(account)
  const { orgid, id: headId } = await head.send(accountCalls.current, {})
  return {
    app,
    head,
    orgid,
    headId,
    tree: () => head.send(departmentCalls.tree, { orgid }),
    add: (name: string, parentId?: string) => head.send(departmentCalls.save, { orgid, parentId, name }),
    rename: (id: string, name: string) => head.send(departmentCalls.save, { orgid, id, name }),
    remove: (id: string) => head.send(departmentCalls.remove, { orgid, id }),
  }
}

function flat(nodes: readonly DepartmentNode[]): DepartmentNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)])
}

test("[DEPT-1] the tree is ordered by sortNo and can be filtered by pinyin and initials", async () => {
  const { tree } = await school()
  const all = flat(await tree())
  for (const { children } of all)
    expect(children.map(({ sortNo }) => sortNo)).toEqual(
      children.map(({ sortNo }) => sortNo).toSorted((a, b) => a - b),
    )
  expect(all.find(({ name }) => name === "教务处")?.keys).toBe("jiaowuchu jwc")
})

test("[DEPT-3] a department is added last of its level, down to the fifth and no deeper", async () => {
  const { add, tree } = await school()
  let parent: string | undefined
  for (let level = 0; level < departmentLimits.levels; level++) {
    const made: DepartmentNode = await add(`  第${level + 1}级 `, parent)
    expect(made).toMatchObject({
      name: `第${level + 1}级`,
      keys: `di${level + 1}ji d${level + 1}j`,
      children: [],
    })
    parent = made.id
  }
  await expect(add("第六级", parent)).rejects.toThrow(departmentMessages.tooDeep)
  const roots = await tree()
  expect(roots.at(-1)?.name).toBe("第1级")
  expect(flat(roots.slice(-1)).map(({ name }) => name)).toEqual(["第1级", "第2级", "第3级", "第4级", "第5级"])
})

test("[DEPT-3] the database itself holds no sixth level", async () => {
  const { app, orgid } = await school()
  const rows = await app.database.transaction(unrestricted, (db) =>
    db
      .select()
      .from(department)
      .where(and(eq(department.orgId, orgid), eq(department.level, 4))),
  )
  const last = rows[0]
  const deeper = app.database.transaction(unrestricted, (db) =>
    db.insert(department).values({
      orgId: orgid,
      name: "第六级",
      parentId: last?.id ?? "",
      ids: [...(last?.ids ?? []), last?.id ?? ""],
      level: 5,
    }),
  )
  await expect(deeper).rejects.toMatchObject({ cause: { constraint: "department_level" } })
})

test("a renamed department keeps its position, people and children", async () => {
  const { rename, tree } = await school()
  const before = (await tree()).find(({ name }) => name === "教学管理中心")
  const renamed = await rename(before?.id ?? "", "课程中心")
  expect(renamed).toEqual({ ...before, name: "课程中心", keys: "kechengzhongxin kczx" })
  expect(await tree()).toContainEqual(renamed)
  // Its own name is no obstacle.
  expect(await rename(renamed.id, "课程中心")).toEqual(renamed)
})

test("two departments side by side never share a name; below another parent it is free", async () => {
  const { add, rename, tree } = await school()
  const [first, second] = await tree()
  await expect(add(first?.name ?? "")).rejects.toThrow(departmentMessages.nameTaken)
  await expect(rename(second?.id ?? "", ` ${first?.name} `)).rejects.toThrow(departmentMessages.nameTaken)
  await add(first?.name ?? "", second?.id)
})

test("[DEPT-1] names that look the same are the same: width, case, spaces, invisible", async () => {
  const { add, rename, tree } = await school()
  await add("IT 中心（A）")
  const other = await add("另一个")
  for (const alike of [
    "IT中心(A)",
    "it 中心（a）",
    "ＩＴ中心（Ａ）",
    "I T　中 心(A)",
    "IT\u00a0中心\ufe0f（A）",
  ]) {
    await expect(add(alike)).rejects.toThrow(departmentMessages.nameTaken)
    await expect(rename(other.id, alike)).rejects.toThrow(departmentMessages.nameTaken)
  }
  await add("IT中心（B）")
  // An old form of a character is written with a selector, and a rare one may have no place in Unicode yet.
  await add("葛\u{e0100}组")
  await expect(add("葛组")).rejects.toThrow(departmentMessages.nameTaken)
  await add("\ue000")
  expect((await tree()).slice(-5).map(({ name }) => name)).toEqual([
    "IT 中心（A）",
    "另一个",
    "IT中心（B）",
    "葛\u{e0100}组",
    "\ue000",
  ])
})

test("a department with people or departments stays; an empty one goes with its range", async () => {
  const { add, remove, tree, head, orgid } = await school()
  const staffed = flat(await tree()).find(({ name }) => name === "校领导班子")
  await expect(remove(staffed?.id ?? "")).rejects.toThrow(departmentMessages.hasPeople)
  const made = await add("新部门")
  const below = await add("下级", made.id)
  await expect(remove(made.id)).rejects.toThrow(departmentMessages.hasChildren)
  const [layer] = await head.send(buildingCalls.layersOfDepartment, { departmentid: made.id })
  const range = {
    orgid,
    objectIds: made.id,
    layerIds: layer?.layerId ?? "",
    objectType: rangeObjectTypes.department,
  }
  await head.send(buildingCalls.saveRelation, range)
  await remove(below.id)
  await remove(made.id)
  expect(flat(await tree()).map(({ id }) => id)).not.toContain(made.id)

  // A stale screen gets the sentence that it is gone.
  for (const answer of [
    await head.request(departmentCalls.remove, { orgid, id: made.id }),
    await head.request(departmentCalls.save, { orgid, id: made.id, name: "又一个" }),
    await head.request(departmentCalls.save, { orgid, parentId: made.id, name: "又一个" }),
    await head.request(buildingCalls.layersOfDepartment, { departmentid: made.id }),
    await head.request(buildingCalls.saveRelation, range),
    await head.request(peopleCalls.departmentTree, { orgid, deptid: made.id }),
  ])
    expect([answer.statusCode, answer.json().msg]).toEqual([403, replyMessages.outOfReach])
  // Its name is free again.
  await add("新部门")
})

test("those who left don't keep a department, and its range is gone with it", async () => {
  const { app, add, remove, orgid, headId } = await school()
  const made = await add("旧部门")
  await app.database.transaction(unrestricted, async (db) => {
    const [left] = await db
      .insert(person)
      .values({ orgId: orgid, account: "left1", name: "已离职", usertype: 40, disabledAt: sql`now()` })
      .returning()
    for (const personId of [left?.id ?? "", headId])
      await db.insert(personDepartment).values({ orgId: orgid, personId, departmentId: made.id })
  })
  await expect(remove(made.id)).rejects.toThrow(departmentMessages.hasPeople)
  await app.database.transaction(unrestricted, (db) =>
    db
      .delete(personDepartment)
      .where(and(eq(personDepartment.departmentId, made.id), eq(personDepartment.personId, headId))),
  )
  await remove(made.id)
  const left = (await rowsOf(app.url))["building_layer_relation"] ?? []
  expect(left.filter((row) => String(JSON.parse(row).object_id) === made.id)).toEqual([])
})

const badNames: readonly (readonly [what: string, name: string, sentence: string])[] = [
  ["nothing", "", departmentMessages.nameMissing],
  ["spaces", "   ", departmentMessages.nameMissing],
  ["51 characters", "长".repeat(51), "不能超过50个字符"],
  ["what can't be stored", "部门\0", ""],
  ["a line break inside", "教务\n处", departmentMessages.nameHidden],
  ["an escape", "教务\u001b[31m处", departmentMessages.nameHidden],
  ["a delete character", "教务\u007f处", departmentMessages.nameHidden],
  ["a zero-width space", "教务\u200b处", departmentMessages.nameHidden],
  ["a zero-width joiner", "教务\u200d处", departmentMessages.nameHidden],
  ["a soft hyphen", "教务\u00ad处", departmentMessages.nameHidden],
  ["a turn to the left", "\u202e处务教", departmentMessages.nameHidden],
  ["an isolate", "教务处\u2066", departmentMessages.nameHidden],
  ["a byte order mark inside", "教务\ufeff处", departmentMessages.nameHidden],
  ["a tag character", "教务处\u{e0041}", departmentMessages.nameHidden],
  ["a line separator inside", "教务\u2028处", departmentMessages.nameHidden],
  ["a Hangul filler", "\u3164", departmentMessages.nameHidden],
  ["a Hangul filler beside letters", "教务处\u3164", departmentMessages.nameHidden],
  ["a half-width filler", "教务处\uffa0", departmentMessages.nameHidden],
  ["a variation selector alone", "\ufe0f", departmentMessages.nameMissing],
  ["blank Braille", "\u2800\u2800", departmentMessages.nameMissing],
  ["a mark without a letter", "\u0301", departmentMessages.nameMissing],
]

test("[DEPT-1] an unreadable or indistinguishable name is refused", async () => {
  const { app, head, orgid, tree } = await school()
  const [first] = await tree()
  const before = await rowsOf(app.url)
  for (const [what, name, sentence] of badNames)
    for (const id of [undefined, first?.id]) {
      const answer = await head.request(departmentCalls.save, { orgid, id, name })
      expect([what, answer.statusCode, answer.json().msg]).toEqual([
        what,
        400,
        expect.stringContaining(sentence),
      ])
    }
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

test("markup in a name is a name", async () => {
  const { add, tree } = await school()
  const name = "<img src=x onerror=alert(1)>'; drop table department; --"
  await add(name.slice(0, departmentLimits.name))
  expect(flat(await tree()).map((node) => node.name)).toContain(name.slice(0, departmentLimits.name))
})

test("a department is not moved by naming another parent", async () => {
  const { head, orgid, tree } = await school()
  const [first, second] = await tree()
  const move = { orgid, id: second?.id ?? "", parentId: first?.id, name: "改名" }
  await expect(head.send(departmentCalls.save, move)).rejects.toThrow(departmentMessages.cannotMove)
  const child = flat(await tree()).find(({ name }) => name === "教务处")
  const parent = (await tree()).find(({ children }) => children.some(({ id }) => id === child?.id))
  await head.send(departmentCalls.save, { orgid, id: child?.id, parentId: parent?.id, name: "教务中心" })
})

test("[ROLE-2] administrators change departments of their organisation or area only", async () => {
  const app = await testApp()
  const orgOf = async (client: TestClient) => (await client.send(accountCalls.current, {})).orgid
  const [a1, a2, b1] = await Promise.all(
    ["head-a1", "head-a2", "head-b1"].map(async (account) => orgOf(await app.as(account))),
  )
  const may = async (account: string, orgid: string | undefined) => {
    const client = await app.as(account)
    const { statusCode } = await client.request(departmentCalls.save, { orgid, name: `由${account}` })
    return statusCode
  }
  expect([await may("head-a1", a1), await may("head-a1", a2), await may("head-a1", b1)]).toEqual([
    200, 403, 403,
  ])
  expect([await may("bureau-a", a1), await may("bureau-a", a2), await may("bureau-a", b1)]).toEqual([
    200, 200, 403,
  ])
  expect([await may("platform", a1), await may("platform", b1)]).toEqual([200, 200])
  for (const account of ["teacher-a1", "clerk-a"]) expect(await may(account, a1)).toBe(403)
})

test("[ROLE-2] ids of another organisation among the own are refused, and nothing is written", async () => {
  const app = await testApp()
  // She reaches both schools; a department still belongs to one of them.
  const bureau = await app.as("bureau-a")
  const { orgid: own } = await (await app.as("head-a1")).send(accountCalls.current, {})
  const { orgid: other } = await (await app.as("head-a2")).send(accountCalls.current, {})
  const foreign = flat(await bureau.send(departmentCalls.tree, { orgid: other }))
  const leaf = foreign.find(({ children }) => children.length === 0)?.id ?? ""
  const [ownTop] = await bureau.send(departmentCalls.tree, { orgid: own })
  const before = await rowsOf(app.url)
  for (const input of [
    { orgid: own, id: leaf, name: "改名" },
    { orgid: own, parentId: leaf, name: "新增" },
    { orgid: own, id: ownTop?.id, parentId: leaf, name: "改名" },
  ])
    expect((await bureau.request(departmentCalls.save, input)).statusCode).toBe(403)
  expect((await bureau.request(departmentCalls.remove, { orgid: own, id: leaf })).statusCode).toBe(403)
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

test("the audit log has what was done to a department, not what was refused", async () => {
  const { app, add, rename, remove, headId } = await school()
  const made = await add("新部门")
  await rename(made.id, "改名部门")
  await remove(made.id)
  await expect(remove(made.id)).rejects.toThrow(replyMessages.outOfReach)
  const logged = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select action, result, person_id::text as who, detail->>'id' as id from audit_log
                   where action like 'departments.%' order by id`),
  )
  const entry = { result: "done", who: headId, id: made.id }
  expect(logged.rows).toEqual([
    { action: "departments.save", ...entry },
    { action: "departments.save", ...entry },
    { action: "departments.remove", ...entry },
  ])
})

const settled = async (attempts: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map((one) =>
    one.status === "fulfilled" ? "done" : (one.reason as Error).message,
  )

/** Two processes: nothing in memory can decide it. */
async function twoProcesses(app: TestApp, head: TestClient): Promise<[TestClient, TestClient]> {
  return [head, (await app.another()).as(head)]
}

test("of many who add the same name at once one does", async () => {
  const { app, head, orgid, tree } = await school()
  const [one, other] = await twoProcesses(app, head)
  const [top] = await tree()
  for (const parentId of [undefined, top?.id]) {
    const attempts = Array.from({ length: 8 }, (_, at) =>
      (at % 2 ? one : other).send(departmentCalls.save, { orgid, parentId, name: "抢名" }),
    )
    expect((await settled(attempts)).toSorted()).toEqual(
      ["done", ...Array.from({ length: 7 }, () => departmentMessages.nameTaken)].toSorted(),
    )
  }
})

test("of many who add at once everybody gets a place of their own", async () => {
  const { app, head, orgid, tree } = await school()
  const [one, other] = await twoProcesses(app, head)
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      (at % 2 ? one : other).send(departmentCalls.save, { orgid, name: `并行${at}` }),
    ),
  )
  const places = (await tree()).map(({ sortNo }) => sortNo)
  expect(new Set(places).size).toBe(places.length)
})

test("of adding below a department and removing it at once, one is refused", async () => {
  const { app, head, orgid, add, tree } = await school()
  const [one, other] = await twoProcesses(app, head)
  for (let round = 0; round < 10; round++) {
    const made = await add(`轮${round}`)
    const outcomes = await settled([
      one.send(departmentCalls.save, { orgid, parentId: made.id, name: "下级" }),
      other.send(departmentCalls.remove, { orgid, id: made.id }),
    ])
    expect([
      ["done", departmentMessages.hasChildren],
      [replyMessages.outOfReach, "done"],
    ]).toContainEqual(outcomes)
    const isThere = flat(await tree()).some(({ id }) => id === made.id)
    expect(isThere).toBe(outcomes[0] === "done")
  }
})

test("[DEPT-1] the number of departments is limited, also when many are added at once", async () => {
  const { app, head, orgid, add, rename, remove, tree } = await school()
  const [one, other] = await twoProcesses(app, head)
  const parents = (await tree()).map(({ id }) => id)
  const room = departmentLimits.departments - flat(await tree()).length
  await app.database.transaction(unrestricted, (db) =>
    db
      .insert(department)
      .values(Array.from({ length: room - 1 }, (_, at) => ({ orgId: orgid, name: `批量${at}` }))),
  )
  const attempts = Array.from({ length: 8 }, (_, at) =>
    (at % 2 ? one : other).send(departmentCalls.save, {
      orgid,
      parentId: parents[at % parents.length],
      name: `最后${at}`,
    }),
  )
  expect((await settled(attempts)).toSorted()).toEqual(
    ["done", ...Array.from({ length: 7 }, () => departmentMessages.tooMany)].toSorted(),
  )
  const all = flat(await tree())
  expect(all).toHaveLength(departmentLimits.departments)
  await expect(add("再来一个")).rejects.toThrow(departmentMessages.tooMany)
  // What is there can still be renamed, and a removed one makes room.
  const last = all.find(({ name }) => name === "批量0")?.id ?? ""
  await rename(last, "改名")
  await remove(last)
  await add("再来一个")
})

test("[SPEC-6][DEPT-1] [DISTRICT-15] with a type, only the departments of organisations with such staff", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const all = await head.send(departmentCalls.tree, { orgid })
  expect(all.length).toBeGreaterThan(0)
  expect(await head.send(departmentCalls.tree, { orgid, type: "T" })).toEqual(all)
  expect(await head.send(departmentCalls.tree, { orgid, type: "E" })).toEqual([])
})
