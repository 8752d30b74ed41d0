import { dictionaryCalls, informationDictionary } from "@uc/contract/dictionary/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import {
  codeInUseMessage,
  dictionaryAdminCalls,
  dictionaryAdminMessages,
} from "@uc/contract/dictionary/admin-calls"
import { logCalls } from "@uc/contract/logs/calls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

let app: TestApp
let platform: TestClient

beforeAll(async () => {
  app = await testApp({}, afterAll)
  platform = await app.as("platform")
})

const messages = dictionaryAdminMessages

function entry(table: string | null, code: string, name: string) {
  return { table, code, name, remark: null, isDisabled: false }
}

const save = async (given: Parameters<typeof platform.send<typeof dictionaryAdminCalls.save>>[1]) =>
  (await platform.send(dictionaryAdminCalls.save, given)).id

async function found(table: string, code: string) {
  const entries = await platform.send(dictionaryAdminCalls.entries, { table })
  const one = entries.find((each) => each.code === code)
  if (!one) throw new Error(`${table} ${code} is not there`)
  return one
}

const offered = async (table: string) =>
  (await platform.send(dictionaryCalls.codesByParent, { parentcode: table })).map(({ code }) => code)

test("[ROLE-2] only the platform reads all dictionaries and changes them", async () => {
  const before = await rowsOf(app.url)
  const sex = await found("sex", "男")
  for (const account of ["bureau-a", "head-a1", "teacher-a1"]) {
    const client = await app.as(account)
    for (const refused of [
      () => client.send(dictionaryAdminCalls.tables, {}),
      () => client.send(dictionaryAdminCalls.entries, { table: "sex" }),
      () => client.send(dictionaryAdminCalls.save, entry("sex", "9", "越权")),
      () =>
        client.send(dictionaryAdminCalls.save, {
          ...entry("sex", "男", "越权"),
          ...sex,
          name: "越权",
          table: "sex",
        }),
      () => client.send(dictionaryAdminCalls.arrange, { table: "sex", ids: sex.id }),
      () => client.send(dictionaryAdminCalls.remove, { id: sex.id }),
    ])
      await expect(refused()).rejects.toThrow(noPermissionMessage("dictionary.manage"))
  }
  expect(changes(before, await rowsOf(app.url))).toEqual([])
})

test("[HOME-4] a table is added, renamed and ordered, and everybody's lists follow", async () => {
  await save(entry(null, "campusKind", "校区类型"))
  for (const [code, name] of [
    ["main", "主校区"],
    ["branch", "分校区"],
    ["farm", "劳动基地"],
  ] as const)
    await save(entry("campusKind", code, name))
  await expect(save(entry("campusKind", "main", "又一个"))).rejects.toThrow(messages.taken)
  await expect(save(entry(null, "campusKind", "又一个"))).rejects.toThrow(messages.taken)
  await expect(save(entry("campusKind", "坏 码", "x"))).rejects.toThrow(messages.badCode)
  await expect(save(entry("campusKind", "x", " "))).rejects.toThrow(messages.nameMissing)

  const ids = (await platform.send(dictionaryAdminCalls.entries, { table: "campusKind" })).map(({ id }) => id)
  await platform.send(dictionaryAdminCalls.arrange, { table: "campusKind", ids: ids.toReversed().join() })
  expect(await offered("campusKind")).toEqual(["farm", "branch", "main"])
  for (const stale of [ids.slice(1), [...ids, "1"], [ids[0], ids[0], ids[1]]])
    await expect(
      platform.send(dictionaryAdminCalls.arrange, { table: "campusKind", ids: stale.join() }),
    ).rejects.toThrow(messages.arrangedMeanwhile)

  const { id, version } = await found("campusKind", "farm")
  await save({ id, ...entry("campusKind", "farm", "实践基地"), version })
  await expect(save({ id, ...entry("campusKind", "farm", "后到"), version })).rejects.toThrow(
    messages.changedMeanwhile,
  )
  expect((await found("campusKind", "farm")).name).toBe("实践基地")
  const { items } = await platform.send(logCalls.audit, { action: "dictionaryAdmin.save", limit: 1 })
  expect(items[0]?.change).toMatchObject({ before: { name: "劳动基地" }, after: { name: "实践基地" } })
})

test("[HOME-4] a disabled code is no longer offered but keeps its label in old data", async () => {
  await save(entry(null, "duty", "值班类型"))
  const id = await save(entry("duty", "night", "夜班"))
  const { version } = await found("duty", "night")
  await save({ id, ...entry("duty", "night", "夜班"), isDisabled: true, version })
  expect(await offered("duty")).toEqual([])
  const labels = await platform.send(dictionaryCalls.codesByParent, { parentcode: "duty", all: 1 })
  expect(labels).toMatchObject([{ code: "night", name: "夜班", isDisabled: true }])
})

test("[HOME-4] an entry in use can't be deleted, and the sentence says where it is used", async () => {
  const remove = async (table: string, code: string) =>
    platform.send(dictionaryAdminCalls.remove, { id: (await found(table, code)).id })
  const sexes = ((await rowsOf(app.url))["person"] ?? []).filter((row) => row.includes('"sex": "男"')).length
  await expect(remove("sex", "男")).rejects.toThrow(codeInUseMessage([{ words: "人员的性别", rows: sexes }]))
  await expect(remove("usertype", "40")).rejects.toThrow("菜单的可见范围")
  // What the program itself knows stays although no row has it at the moment.
  await expect(remove("planKind", "food")).rejects.toThrow(/正在使用|系统程序使用/)
  await expect(save(entry("alarmState", "lost", "丢失"))).rejects.toThrow(messages.builtInAdd)

  await save(entry(null, "blood", "血型"))
  const unused = await save(entry("blood", "AB", "AB型"))
  await platform.send(dictionaryAdminCalls.remove, { id: unused })
  await expect(platform.send(dictionaryAdminCalls.remove, { id: unused })).rejects.toThrow(messages.gone)

  const table = await save(entry(null, "weather", "天气"))
  const only = await save(entry("weather", "rain", "雨"))
  await expect(platform.send(dictionaryAdminCalls.remove, { id: table })).rejects.toThrow(
    messages.tableNotEmpty(1),
  )
  await platform.send(dictionaryAdminCalls.remove, { id: only })
  await platform.send(dictionaryAdminCalls.remove, { id: table })
})

test("[SHELL-4] the portal's start dictionary can be changed, not disabled or deleted", async () => {
  const tables = await platform.send(dictionaryAdminCalls.tables, {})
  const own = tables.find(({ kind }) => kind === "dictionary")
  expect(own).toMatchObject({ code: informationDictionary.code, isBuiltIn: true })
  expect(tables).toContainEqual(
    expect.objectContaining({ kind: "table", code: "usertype", entries: 4, isBuiltIn: true }),
  )
  const [id, version] = [own?.id ?? "", own?.version]
  const changed = { ...entry(null, informationDictionary.code, "信息"), remark: "通知,政策", id, version }
  await expect(save({ ...changed, isDisabled: true })).rejects.toThrow(messages.builtInDisable)
  await expect(platform.send(dictionaryAdminCalls.remove, { id })).rejects.toThrow(messages.builtInRemove)
  await save(changed)
  const [first] = await app.anonymous.send(dictionaryCalls.information, informationDictionary)
  expect(first?.remark).toBe("通知,政策")
})
