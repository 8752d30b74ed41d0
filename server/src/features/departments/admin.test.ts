import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { departmentAdminCalls, departmentAdminMessages } from "@uc/contract/departments/admin-calls"
import { departmentCalls, departmentMessages, type DepartmentNode } from "@uc/contract/departments/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { peopleCalls } from "@uc/contract/people/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { department } from "../../db/schema/organisations.ts"
import { personDepartment } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"

async function school(account = "head-a1") {
  const app = await testApp()
  const head = await app.as(account)
  const { orgid, id: headId } = await head.send(accountCalls.current, {})
  const add = async (name: string, parentId?: string) =>
    (await head.send(departmentCalls.save, { orgid, parentId, name })).id
  const details = (deptid: string) => head.send(departmentAdminCalls.details, { deptid })
  const move = async (deptid: string, toDeptid?: string, by: TestClient = head) => {
    const { version } = await details(deptid)
    return by.send(departmentAdminCalls.move, { orgid, deptid, toDeptid, version })
  }
  return { app, head, headId, orgid, add, details, move }
}

function pathTo(nodes: readonly DepartmentNode[], name: string): string[] | null {
  for (const node of nodes) {
    if (node.name === name) return [name]
    const below = pathTo(node.children, name)
    if (below) return [node.name, ...below]
  }
  return null
}

test("[HOME-6][DEPT-3] a department moves with all below it, at most five levels, never below itself", async () => {
  const { head, orgid, add, details, move } = await school()
  const one = await add("移一")
  const two = await add("移二", one)
  const three = await add("移三", two)
  const target = await add("靶一")
  const low = await add("靶三", await add("靶二", target))

  await move(one, target)
  const tree = await head.send(departmentCalls.tree, { orgid })
  expect(pathTo(tree, "移三")).toEqual(["靶一", "移一", "移二", "移三"])
  expect(await details(three)).toMatchObject({ level: 3, path: ["靶一", "移一", "移二"] })

  await expect(move(one, low)).rejects.toThrow(departmentAdminMessages.tooDeep)
  await expect(move(one, three)).rejects.toThrow(departmentAdminMessages.belowItself)
  await expect(move(one, one)).rejects.toThrow(departmentAdminMessages.belowItself)
  await expect(move(one, target)).rejects.toThrow(departmentAdminMessages.alreadyThere)
  await move(two, low)
  expect(pathTo(await head.send(departmentCalls.tree, { orgid }), "移三")).toEqual([
    "靶一",
    "靶二",
    "靶三",
    "移二",
    "移三",
  ])
  await move(one)
  expect(await details(one)).toMatchObject({ level: 0, parentId: null, path: [] })
})

test("[HOME-6] an older version, or a taken name, stops a move", async () => {
  const { head, app, orgid, add, details, move } = await school()
  const moved = await add("甲组")
  const [left, right] = [await add("左处"), await add("右处")]
  const { version } = await details(moved)
  const bureau = await app.as("bureau-a")
  const answers = await Promise.allSettled([
    head.send(departmentAdminCalls.move, { orgid, deptid: moved, toDeptid: left, version }),
    bureau.send(departmentAdminCalls.move, { orgid, deptid: moved, toDeptid: right, version }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  const refused = answers.find(({ status }) => status === "rejected") as PromiseRejectedResult
  expect(String(refused.reason)).toContain(departmentAdminMessages.changedMeanwhile)
  const { parentId } = await details(moved)
  const other = parentId === left ? right : left
  await add("甲组", other)
  await expect(move(moved, other)).rejects.toThrow(departmentAdminMessages.nameTaken)
})

test("[HOME-6] of two renames of one department the second is refused", async () => {
  const { head, app, orgid, add, details } = await school()
  const id = await add("旧名")
  const { version } = await details(id)
  const bureau = await app.as("bureau-a")
  const answers = await Promise.allSettled([
    head.send(departmentCalls.save, { orgid, id, name: "一名", version }),
    bureau.send(departmentCalls.save, { orgid, id, name: "二名", version }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  const refused = answers.find(({ status }) => status === "rejected") as PromiseRejectedResult
  expect(String(refused.reason)).toContain(departmentMessages.changedMeanwhile)
  const now = await details(id)
  expect(now).toMatchObject({
    name: answers[0].status === "fulfilled" ? "一名" : "二名",
    version: version + 1,
  })
  await head.send(departmentCalls.save, { orgid, id, name: "三名", version: now.version })
})

test("[HOME-6] two departments that are moved below each other at once make no circle", async () => {
  const { app, head, orgid, add, details } = await school()
  const [a, b] = [await add("环甲"), await add("环乙")]
  const bureau = await app.as("bureau-a")
  const [va, vb] = [(await details(a)).version, (await details(b)).version]
  const answers = await Promise.allSettled([
    head.send(departmentAdminCalls.move, { orgid, deptid: a, toDeptid: b, version: va }),
    bureau.send(departmentAdminCalls.move, { orgid, deptid: b, toDeptid: a, version: vb }),
  ])
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  const tree = await head.send(departmentCalls.tree, { orgid })
  expect(new Set([pathTo(tree, "环甲"), pathTo(tree, "环乙")].map((path) => path?.length))).toEqual(
    new Set([1, 2]),
  )
})

test("[HOME-6][AUTH-8] a merge shows its plan, moves people and departments once and disables the first", async () => {
  const { app, head, headId, orgid, add, details } = await school()
  const from = await add("并出处")
  const into = await add("并入处")
  await add("同名组", from)
  await add("独名组", from)
  await add("同名组", into)
  const people = await app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id::text from person where org_id = ${orgid} and id <> ${headId} and disabled_at is null order by id limit 2`,
    )
    const ids = rows.map(({ id }) => id)
    await db
      .update(personDepartment)
      .set({ isMain: false })
      .where(eq(personDepartment.personId, ids[0] ?? ""))
    const place = { orgId: orgid, isMain: false }
    await db.insert(personDepartment).values([
      { ...place, personId: ids[0] ?? "", departmentId: from, isMain: true },
      { ...place, personId: ids[0] ?? "", departmentId: into },
      { ...place, personId: ids[1] ?? "", departmentId: from },
    ])
    return ids
  })
  const plan = await head.send(departmentAdminCalls.mergePlan, { orgid, deptid: from, toDeptid: into })
  expect(plan).toMatchObject({
    from: "并出处",
    into: "并入处",
    moves: [
      { what: "人员", count: 2 },
      { what: "子部门", count: 2 },
    ],
    renamed: [{ from: "同名组", to: "同名组（并出处）" }],
  })
  const asked = {
    orgid,
    deptid: from,
    toDeptid: into,
    version: plan.version,
    intoVersion: plan.intoVersion,
  }
  expect((await head.request(departmentAdminCalls.merge, asked)).statusCode).toBe(403)
  await grantFor(app, head, "department")
  await expect(
    head.send(departmentAdminCalls.merge, { ...asked, intoVersion: plan.intoVersion + 7 }),
  ).rejects.toThrow(departmentAdminMessages.changedMeanwhile)
  await head.send(departmentAdminCalls.merge, asked)
  const inIt = await head.send(peopleCalls.departmentTree, { orgid, deptid: into, leveldept: 1 })
  expect(inIt.flatMap(({ jid }) => jid ?? []).toSorted((a, b) => Number(BigInt(a) - BigInt(b)))).toEqual(
    people,
  )
  expect(
    await app.database.transaction(unrestricted, (db) =>
      db
        .select({ id: personDepartment.departmentId })
        .from(personDepartment)
        .where(sql`${personDepartment.personId} = ${people[0]} and ${personDepartment.isMain}`),
    ),
  ).toEqual([{ id: into }])
  const tree = await head.send(departmentCalls.tree, { orgid })
  expect(pathTo(tree, "并出处")).toBeNull()
  expect(pathTo(tree, "同名组（并出处）")).toEqual(["并入处", "同名组（并出处）"])
  expect(await details(from)).toMatchObject({ isDisabled: true, people: 0 })
  const logged = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select detail from audit_log where action = 'departmentAdmin.merge' and result = 'done'`),
  )
  expect(logged.rows).toEqual([
    { detail: expect.objectContaining({ before: { name: "并出处" }, id: from }) as unknown },
  ])
})

test("[HOME-6] an empty department is disabled, and enabled in its old position", async () => {
  const { app, head, orgid, add, details } = await school()
  const parent = await add("停用处")
  const child = await add("停用组", parent)
  await grantFor(app, head, "department")
  const set = async (deptid: string, isDisabled: 0 | 1) =>
    head.send(departmentAdminCalls.setState, {
      orgid,
      deptid,
      isDisabled,
      version: (await details(deptid)).version,
    })
  await expect(set(parent, 1)).rejects.toThrow(departmentAdminMessages.disableHasChildren)
  const full = (await head.send(departmentCalls.tree, { orgid })).find(({ name }) => name !== "停用处")
  const inhabited = await app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ id: string }>(sql`select d.id::text from department d
      where d.org_id = ${orgid} and d.disabled_at is null
        and exists (select from person_department pd where pd.department_id = d.id)
        and not exists (select from department c where c.parent_id = d.id) limit 1`)
    return rows[0]?.id ?? full?.id ?? ""
  })
  await expect(set(inhabited, 1)).rejects.toThrow(departmentAdminMessages.disableHasPeople)
  await set(child, 1)
  await set(parent, 1)
  expect(pathTo(await head.send(departmentCalls.tree, { orgid }), "停用处")).toBeNull()
  await expect(set(child, 0)).rejects.toThrow(departmentAdminMessages.parentDisabled)
  await set(parent, 0)
  await set(child, 0)
  expect(pathTo(await head.send(departmentCalls.tree, { orgid }), "停用组")).toEqual(["停用处", "停用组"])
  const teacher = await app.as("teacher-a1")
  await expect(
    teacher.send(departmentAdminCalls.setState, { orgid, deptid: child, isDisabled: 1, version: 9 }),
  ).rejects.toThrow(noPermissionMessage("departments.manage"))
})

test("[HOME-6][ROLE-2] a foreign department is neither moved nor merged nor a target", async () => {
  const { app, head, orgid, add, details } = await school()
  const own = await add("自己的")
  const [foreign] = await app.database.transaction(unrestricted, (db) =>
    db
      .select({ id: department.id, orgId: department.orgId })
      .from(department)
      .where(sql`${department.orgId} <> ${orgid}`)
      .limit(1),
  )
  if (!foreign) throw new Error("no foreign department")
  await grantFor(app, head, "department")
  const { version } = await details(own)
  const teacher = await app.as("teacher-a1")
  const before = await rowsOf(app.url)
  const tries = [
    head.request(departmentAdminCalls.details, { deptid: foreign.id }),
    head.request(departmentAdminCalls.move, { orgid: foreign.orgId, deptid: foreign.id, version: 1 }),
    head.request(departmentAdminCalls.move, { orgid, deptid: foreign.id, version: 1 }),
    head.request(departmentAdminCalls.move, { orgid, deptid: own, toDeptid: foreign.id, version }),
    head.request(departmentAdminCalls.merge, {
      orgid,
      deptid: own,
      toDeptid: foreign.id,
      version,
      intoVersion: 1,
    }),
    head.request(departmentAdminCalls.merge, {
      orgid,
      deptid: foreign.id,
      toDeptid: own,
      version: 1,
      intoVersion: version,
    }),
    teacher.request(departmentAdminCalls.move, { orgid, deptid: own, version }),
  ]
  for (const { statusCode, body } of await Promise.all(tries)) {
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(statusCode).toBeLessThan(500)
    expect([
      replyMessages.outOfReach,
      departmentAdminMessages.targetGone,
      noPermissionMessage("departments.manage"),
    ]).toContain((JSON.parse(body) as { msg: string }).msg)
  }
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

test("[HOME-6][DEPT-1] a department moves up and down, also among equal numbers, not beyond the ends", async () => {
  const { app, head, orgid, add, details } = await school()
  const parent = await add("排序处")
  const [a, b, c] = [await add("甲", parent), await add("乙", parent), await add("丙", parent)]
  await app.database.transaction(unrestricted, (db) =>
    db.update(department).set({ sortNo: 7 }).where(eq(department.parentId, parent)),
  )
  const order = async () => {
    const tree = await head.send(departmentCalls.tree, { orgid })
    return tree.find(({ id }) => id === parent)?.children.map(({ name }) => name)
  }
  const shift = async (deptid: string, by: "up" | "down", client: TestClient = head) => {
    const { version } = await details(deptid)
    return client.send(departmentAdminCalls.shift, { orgid, deptid, version, by })
  }
  expect(await details(a)).toMatchObject({ isFirst: true, isLast: false })
  await shift(c, "up")
  expect(await order()).toEqual(["甲", "丙", "乙"])
  await shift(a, "down")
  expect(await order()).toEqual(["丙", "甲", "乙"])
  expect(await details(b)).toMatchObject({ isFirst: false, isLast: true })
  await expect(shift(c, "up")).rejects.toThrow(departmentAdminMessages.alreadyFirst)
  await expect(shift(b, "down")).rejects.toThrow(departmentAdminMessages.alreadyLast)

  const { version } = await details(a)
  const bureau = await app.as("bureau-a")
  const answers = await Promise.allSettled(
    [head, bureau].map((client) =>
      client.send(departmentAdminCalls.shift, { orgid, deptid: a, version, by: "up" }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  expect(
    String((answers.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason),
  ).toContain(departmentAdminMessages.changedMeanwhile)
  expect(await order()).toEqual(["甲", "丙", "乙"])

  const before = await rowsOf(app.url)
  for (const account of ["teacher-a1", "head-a2", "head-b1"]) {
    const refused = await (
      await app.as(account)
    ).request(departmentAdminCalls.shift, { orgid, deptid: b, version: 1, by: "up" })
    expect([account, refused.statusCode]).toEqual([account, 403])
  }
  expect(changes(before, await rowsOf(app.url))).toEqual([])
  await shift(b, "up")
  expect(await order()).toEqual(["甲", "乙", "丙"])
  const { items } = await head.send(logCalls.audit, { action: "departmentAdmin.shift" })
  expect(items[0]?.change).toEqual({
    before: { name: "乙", place: "第3个" },
    after: { name: "乙", place: "第2个" },
  })
})
