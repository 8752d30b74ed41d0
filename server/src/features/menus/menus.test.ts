import { menuCalls, type Menu, type MenuRouteItem } from "@uc/contract/menus/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { openDatabase } from "../../db/open.ts"
import { menu, menuAudience } from "../../db/schema/menus.ts"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"
import { withSeenParents } from "./menus.store.ts"

function flat(items: readonly MenuRouteItem[]): MenuRouteItem[] {
  return items.flatMap((item) => [item, ...flat(item.children)])
}

test("[MENU-1] menus differ by user: an administrator has entries that a teacher has not", async () => {
  const app = await testApp()
  const texts = async (account: string) => {
    const { modulelist } = await (await app.as(account)).send(menuCalls.ofUser, {})
    return flat(modulelist).map(({ text }) => text)
  }
  const head = await texts("head-a1")
  const teacher = await texts("teacher-a1")
  expect(teacher.length).toBeGreaterThan(0)
  expect(head).toEqual(expect.arrayContaining(teacher))
  expect(head.length).toBeGreaterThan(teacher.length)
  expect(await texts("platform")).not.toEqual(head)
})

test("[MENU-3] a router item carries its path, every other one its address", async () => {
  const app = await testApp()
  const { modulelist } = await (await app.as("platform")).send(menuCalls.ofUser, {})
  const leaves = flat(modulelist).filter(({ children }) => children.length === 0)
  for (const { text, module_type: type, path } of leaves)
    expect([text, path]).toEqual([text, expect.stringMatching(type === "router" ? /^\// : /^(https?:|\/)/)])
})

test("the picker's tree has the same menus, as value, text and modulelist", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const asRoutes = await head.send(menuCalls.ofUser, {})
  const asPicker = await head.send(menuCalls.forPicker, {})
  const values = (menus: readonly Menu[]): string[] =>
    menus.flatMap(({ value, modulelist }) => [value, ...values(modulelist)])
  expect(values(asPicker.modulelist)).toEqual(flat(asRoutes.modulelist).map(({ id }) => id))
})

test("a changed menu is there after a second without signing in again", async () => {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const head = await app.as("head-a1")
  await head.send(menuCalls.ofUser, {})
  const database = openDatabase(app.url, () => {})
  await database.transaction(unrestricted, (db) =>
    db.update(menu).set({ text: sql`${menu.text} || '（新）'` }),
  )
  await database.close()
  nowMs += 1001
  const { modulelist } = await head.send(menuCalls.ofUser, {})
  expect(modulelist.every(({ text }) => text.endsWith("（新）"))).toBe(true)
})

test("[MENU-1] a menu that is meant for one school is not shown to another out of memory", async () => {
  const app = await testApp({ nowMs: () => 0 })
  const [head, other] = [await app.as("head-a1"), await app.as("head-a2")]
  const { orgid } = await head.send(accountCalls.current, {})
  await app.database.transaction(unrestricted, async (db) => {
    const [made] = await db.insert(menu).values({ text: "只有甲一小学", path: "/x" }).returning()
    await db.insert(menuAudience).values({ menuId: made?.id ?? "", onlyOrgId: orgid })
  })
  const texts = async (client: TestClient) =>
    (await client.send(menuCalls.ofUser, {})).modulelist.map(({ text }) => text)
  expect(await texts(head)).toContain("只有甲一小学")
  expect(await texts(other)).not.toContain("只有甲一小学")
})

test("what hangs below an entry that is not seen, or in a cycle, is not seen either", () => {
  const rows = [
    { id: "1", parentId: null },
    { id: "2", parentId: "1" },
    { id: "3", parentId: "9" },
    { id: "4", parentId: "3" },
    { id: "5", parentId: "6" },
    { id: "6", parentId: "5" },
  ]
  expect(withSeenParents(rows).map(({ id }) => id)).toEqual(["1", "2"])
})

test("[MENUP-1] [DISTRICT-15] with a department, only what its staff sees too", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const [first] = await head.send(departmentCalls.tree, { orgid })
  const values = (menus: readonly Menu[]): string[] =>
    menus.flatMap(({ value, modulelist }) => [value, ...values(modulelist)])
  const of = async (account: string, departmentid?: string) =>
    values((await (await app.as(account)).send(menuCalls.forPicker, { departmentid })).modulelist)
  const staff = await of("teacher-a1")
  expect(await of("head-a1", first?.id)).toEqual(staff)
  expect(await of("head-a1")).not.toEqual(staff)
})
