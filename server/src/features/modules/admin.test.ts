import { moduleAdminCalls, moduleAdminMessages } from "@uc/contract/modules/admin-calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { moduleCalls, type Module } from "@uc/contract/modules/calls"
import { importCellMessages } from "@uc/contract/imports/calls"
import { inUseMessage, treeMessages } from "@uc/contract/trees/tree-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"
import { uploaded, checked, problemsOf } from "../../testing/test-import.ts"

/** A site without modules, as after an empty start. */
async function emptySite() {
  const app = await testApp()
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`update menu set module_id = null`)
    await db.execute(sql`delete from module`)
  })
  const platform = await app.as("platform")
  const add = async (name: string, code: string, parentId: string | null = null) =>
    (await platform.send(moduleAdminCalls.save, { name, code, parentId })).id
  const offered = async () => {
    const written = (nodes: readonly Module[]): string =>
      nodes
        .map(({ name, children }) => (children.length === 0 ? name : `${name}(${written(children)})`))
        .join(" ")
    return written(await platform.send(moduleCalls.tree, { ifAll: 1 }))
  }
  const list = () => platform.send(moduleAdminCalls.list, {})
  return { app, platform, add, offered, list }
}

test("[DISTRICT-9] modules are added, moved and disabled; the picker and its identifier follow", async () => {
  const { platform, add, offered, list } = await emptySite()
  const safety = await add("平安校园", "safety")
  const patrol = await add("安全巡查", "safety.patrol")
  await add("巡查点位", "safety.patrol.points", patrol)
  await platform.send(moduleAdminCalls.move, {
    id: patrol,
    parentId: safety,
    before: null,
    version: (await list()).version,
  })
  expect(await offered()).toBe("平安校园(安全巡查(巡查点位))")
  const named = await platform.send(moduleCalls.tree, { ifAll: 1, identifier: "safety.patrol" })
  expect(named.map(({ name }) => name)).toEqual(["安全巡查"])
  const version = (await list()).items.find(({ id }) => id === patrol)?.version ?? ""
  await platform.send(moduleAdminCalls.setState, { id: patrol, isDisabled: true, version })
  expect(await offered()).toBe("平安校园")
})

test("[DISTRICT-9] an identifier is wanted, of its letters, and given once", async () => {
  const { platform, add } = await emptySite()
  await add("平安校园", "safety")
  const said = async (code?: string) => {
    const answer = await platform.request(moduleAdminCalls.save, { name: "另一个", parentId: null, code })
    return [answer.json().msg, answer.json().field]
  }
  expect(await said()).toEqual([treeMessages.codeMissing("标识"), "code"])
  expect(await said("平安")).toEqual([expect.stringContaining("标识格式不正确"), "code"])
  expect(await said("safety")).toEqual([treeMessages.codeTaken("标识"), "code"])
})

test("[DISTRICT-15] an identifier is not changed later, and a note is not taken where there is none", async () => {
  const { platform, add, list } = await emptySite()
  const id = await add("平安校园", "safety")
  const version = (await list()).items.find((item) => item.id === id)?.version ?? ""
  const said = async (given: object) => {
    const answer = await platform.request(moduleAdminCalls.save, { id, version, name: "平安", ...given })
    return [answer.json().field, answer.json().msg]
  }
  expect(await said({ code: "other" })).toEqual(["code", treeMessages.codeStays("标识")])
  expect(await said({ note: "说明" })).toEqual(["note", treeMessages.noNote])
  expect((await list()).items[0]?.name).toBe("平安校园")
})

test("[DISTRICT-9] a module that menus belong to is not deleted and names them", async () => {
  const { app, platform, add } = await emptySite()
  const id = await add("平安校园", "safety")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into menu (text, module_id) values ('演练台账', ${id})`),
  )
  const refused = await platform.request(moduleAdminCalls.remove, { id })
  const uses = [{ what: "菜单", names: ["演练台账"], count: 1 }]
  expect([refused.statusCode, refused.json().msg]).toEqual([409, inUseMessage(uses)])
})

test("[DISTRICT-9] [ROLE-2] nobody but the platform lists or changes modules", async () => {
  const { app, platform } = await emptySite()
  for (const account of ["bureau-a", "head-a1", "teacher-a1"]) {
    const answer = await (await app.as(account)).request(moduleAdminCalls.list, {})
    expect([account, answer.statusCode, answer.json().msg]).toEqual([
      account,
      403,
      noPermissionMessage("modules.manage"),
    ])
  }
  const ofOne = await platform.request(moduleAdminCalls.list, { orgid: "1" })
  expect(ofOne.json().msg).toBe(moduleAdminMessages.notOfOrganisation)
})

test("[DISTRICT-9] modules come in by spreadsheet; a bad cell is named and nothing is written", async () => {
  const { app, platform, add, offered } = await emptySite()
  const file = "标识,模块名称,上级模块标识\nsafety.patrol,安全巡查,safety\nsafety,平安校园,\n"
  expect(await uploaded(app, platform, "modules", file)).toMatchObject({ counts: { new: 2 } })
  expect(await offered()).toBe("平安校园(安全巡查)")
  await add("办公", "office")
  const lines = ["safety.patrol,安全巡查,office", "a.b,甲,none", "c d!,乙,", "e,平安校园,"]
  const faulty = await checked(app, platform, "modules", `标识,模块名称,上级模块标识\n${lines.join("\n")}\n`)
  expect(problemsOf(faulty).toSorted()).toEqual(
    [
      `C2 上级模块标识：${importCellMessages.moduleMoved}`,
      `C3 上级模块标识：${importCellMessages.aboveUnknown("none")}`,
      "A4 标识：只能由字母、数字、点、下划线和连字符组成",
      `B5 模块名称：${treeMessages.nameTaken}`,
    ].toSorted(),
  )
})
