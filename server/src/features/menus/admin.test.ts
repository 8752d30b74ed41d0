import { builtInMenus } from "@uc/contract/menus/built-in-menus"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { logCalls } from "@uc/contract/logs/calls"
import {
  menuAdminCalls,
  menuGrewMessage,
  menuLimits,
  menuMessages,
  type AdministeredMenu,
} from "@uc/contract/menus/admin-calls"
import { moduleCalls } from "@uc/contract/modules/calls"
import { menuCalls, type MenuRouteItem } from "@uc/contract/menus/calls"
import { errtypes } from "@uc/contract/core/reply"
import { accountCalls, usertypes } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { module } from "../../db/schema/menus.ts"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { below, heightOf, trailOf, withPlaced } from "./menu-position.ts"

let app: TestApp
let platform: TestClient

beforeAll(async () => {
  app = await testApp({}, afterAll)
  platform = await app.as("platform")
})

const everyone = [{ usertype: null, minAdmintype: 0, orgid: null }] as const

function content(text: string, more: Partial<AdministeredMenu> = {}) {
  return {
    text,
    kind: "group" as const,
    path: "",
    icon: "folder",
    isDisabled: false,
    audience: [...everyone],
    ...more,
  }
}

async function save(given: Parameters<typeof platform.send<typeof menuAdminCalls.save>>[1]): Promise<string> {
  await grantFor(app, platform, "menu")
  return (await platform.send(menuAdminCalls.save, given)).id
}

async function found(id: string): Promise<AdministeredMenu> {
  const { items } = await platform.send(menuAdminCalls.list, {})
  const item = items.find((each) => each.id === id)
  if (!item) throw new Error(`menu ${id} is not there`)
  return item
}

async function move(id: string, parentId: string | null, before: string | null = null): Promise<void> {
  const { version } = await platform.send(menuAdminCalls.list, {})
  await grantFor(app, platform, "menu")
  await platform.send(menuAdminCalls.move, { id, parentId, before, version })
}

function texts(items: readonly MenuRouteItem[]): string[] {
  return items.flatMap(({ text, children }) => [text, ...texts(children)])
}

const seenBy = async (client: TestClient) => texts((await client.send(menuCalls.ofUser, {})).modulelist)

test("[ROLE-2] menus are the platform's: nobody else reads or changes the list", async () => {
  const before = await rowsOf(app.url)
  const { items, version } = await platform.send(menuAdminCalls.list, {})
  const id = items[0]?.id ?? ""
  for (const account of ["bureau-a", "head-a1", "teacher-a1"]) {
    const client = await app.as(account)
    await expect(client.send(menuAdminCalls.list, {})).rejects.toThrow(noPermissionMessage("menus.manage"))
    for (const mid of ["menu", "menu-delete"] as const) await grantFor(app, client, mid)
    for (const refused of [
      () => client.send(menuAdminCalls.save, content("越权")),
      () => client.send(menuAdminCalls.save, { id, ...content("越权"), version: items[0]?.version }),
      () => client.send(menuAdminCalls.arrange, { id, before: null, version }),
      () => client.send(menuAdminCalls.move, { id, parentId: null, before: null, version }),
      () => client.send(menuAdminCalls.remove, { id, below: below(items, id).length }),
    ])
      await expect(refused()).rejects.toThrow(noPermissionMessage("menus.manage"))
  }
  expect(changes(before, await rowsOf(app.url)).filter((line) => !line.startsWith("reauth_grant"))).toEqual(
    [],
  )
})

test("[AUTH-8] changing visibility needs re-authentication, ordering siblings does not", async () => {
  const plain = await app.as("platform")
  const refused = await plain.request(menuAdminCalls.save, content("无凭据"))
  expect(refused.json()).toMatchObject({ errtype: errtypes.grantNeeded, mid: "menu" })
  const { items, version } = await plain.send(menuAdminCalls.list, {})
  const [first, second] = items.filter(({ parentId }) => parentId === null)
  await plain.send(menuAdminCalls.arrange, { id: second?.id ?? "", before: first?.id ?? "", version })
  const after = await plain.send(menuAdminCalls.list, {})
  expect(
    after.items
      .filter(({ parentId }) => parentId === null)
      .map(({ id }) => id)
      .slice(0, 2),
  ).toEqual([second?.id, first?.id])
  await plain.send(accountCalls.signOut, {})
})

test("[MENU-1] an item appears when saved and disappears when disabled", async () => {
  const [head, other, teacher] = [
    await app.as("head-a1"),
    await app.as("head-a2"),
    await app.as("teacher-a1"),
  ]
  const { orgid } = await head.send(accountCalls.current, {})
  await seenBy(head)
  const id = await save(
    content("校长专用", {
      kind: "router",
      path: "/main/home",
      audience: [{ usertype: usertypes.school, minAdmintype: 1, orgid, orgname: null }],
    }),
  )
  // Immediately, not after the second that an answer is cached: an event drops it.
  await expect.poll(() => seenBy(head)).toContain("校长专用")
  expect(await seenBy(other)).not.toContain("校长专用")
  expect(await seenBy(teacher)).not.toContain("校长专用")
  const { version, audience } = await found(id)
  expect(audience).toEqual([{ usertype: 40, minAdmintype: 1, orgid, orgname: "甲一小学" }])
  await save({ id, ...content("校长专用", { isDisabled: true }), version })
  await expect.poll(() => seenBy(head)).not.toContain("校长专用")
})

test("of two administrators at once the second is refused, nothing is overwritten", async () => {
  const id = await save(content("并发"))
  const { version } = await found(id)
  await save({ id, ...content("先到"), version })
  await grantFor(app, platform, "menu")
  await expect(platform.send(menuAdminCalls.save, { id, ...content("后到"), version })).rejects.toThrow(
    menuMessages.changedMeanwhile,
  )
  expect((await found(id)).text).toBe("先到")
  // The version of the structure changed with the added item.
  const { version: structure } = await platform.send(menuAdminCalls.list, {})
  await save(content("又一项"))
  await grantFor(app, platform, "menu")
  for (const stale of [
    () => platform.send(menuAdminCalls.move, { id, parentId: null, before: null, version: structure }),
    () => platform.send(menuAdminCalls.arrange, { id, before: null, version: structure }),
  ])
    await expect(stale()).rejects.toThrow(menuMessages.movedMeanwhile)
})

test("[MENU-5] an item is never moved under itself, its child or too deep", async () => {
  const [a, b] = [await save(content("甲项")), await save(content("乙项"))]
  const child = await save({ ...content("甲的下级"), parentId: a })
  await move(b, a, child)
  const { items } = await platform.send(menuAdminCalls.list, {})
  expect(items.filter(({ parentId }) => parentId === a).map(({ id }) => id)).toEqual([b, child])
  for (const parent of [a, child]) await expect(move(a, parent)).rejects.toThrow(menuMessages.underItself)
  await expect(move(a, "999999999999999999")).rejects.toThrow(menuMessages.parentGone)
  await expect(move("999999999999999999", null)).rejects.toThrow(menuMessages.gone)
  let deepest = b
  for (let level = 3; level <= menuLimits.depth; level++)
    deepest = await save({ ...content(`第${level}级`), parentId: deepest })
  await expect(save({ ...content("太深"), parentId: deepest })).rejects.toThrow(menuMessages.tooDeep)
  const two = await save(content("两级"))
  await save({ ...content("两级之下"), parentId: two })
  const fourth = trailOf((await platform.send(menuAdminCalls.list, {})).items, deepest)[3]?.id ?? ""
  await expect(move(two, fourth)).rejects.toThrow(menuMessages.tooDeep)
  await move(b, null)
  expect((await found(b)).parentId).toBeNull()
})

test("[DOM-7] a hosted address must be the site's own or authorised", async () => {
  const hosted = (path: string) => save(content("外部", { kind: "hosted", path }))
  for (const path of ["https://evil.example/x", "javascript:alert(1)", "https://a@b.c", "//evil.example"])
    await expect(hosted(path)).rejects.toThrow(menuMessages.notPermitted)
  await expect(hosted(" ")).rejects.toThrow(menuMessages.addressMissing)
  await hosted("/openapi.json")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into auth_domain (org_id, name, domain_ip, origin)
      select id, '新站', 'https://new.example', 'https://new.example' from organisation where name = '甲二小学'`),
  )
  const id = await hosted("https://new.example/page")
  const { authorised, organisations, people } = await platform.send(menuAdminCalls.list, {})
  expect(authorised).toContainEqual({ origin: "https://new.example", usertype: 40, organisations: 1 })
  expect(organisations).toContainEqual({ usertype: usertypes.school, organisations: 4 })
  expect(people.filter(({ admintype }) => admintype === 9)).toMatchObject([{ usertype: 10, orgid: null }])
  const { version } = await found(id)
  const bad = (more: Partial<AdministeredMenu>) => save({ id, ...content("外部", more), version })
  await expect(bad({ text: "  " })).rejects.toThrow(menuMessages.textMissing)
  await expect(bad({ kind: "router" })).rejects.toThrow(menuMessages.pageMissing)
  const row = { usertype: null, minAdmintype: 0, orgid: null, orgname: null } as const
  await expect(bad({ audience: [row, row] })).rejects.toThrow(menuMessages.audienceTwice)
  await expect(bad({ audience: [{ ...row, orgid: "999999999999" }] })).rejects.toThrow(
    menuMessages.organisationGone,
  )
})

test("deleting takes children along, as announced, and the log has them all", async () => {
  const top = await save(content("要删的"))
  const child = await save({ ...content("要删的下级"), parentId: top })
  await save({ ...content("再下级"), parentId: child })
  const remove = async (told: number) => {
    await grantFor(app, platform, "menu-delete")
    await platform.send(menuAdminCalls.remove, { id: top, below: told })
  }
  await expect(remove(1)).rejects.toThrow(menuGrewMessage(2))
  expect((await found(top)).text).toBe("要删的")
  await remove(2)
  await expect(found(child)).rejects.toThrow("is not there")
  await expect(remove(0)).rejects.toThrow(menuMessages.gone)
  const { items } = await platform.send(logCalls.audit, { action: "menuAdmin.", limit: 1 })
  expect(items[0]).toMatchObject({
    action: "menuAdmin.remove",
    mid: "menu-delete",
    change: { before: { place: "要删的", below: ["要删的下级", "再下级"] }, after: null },
  })
})

test("[HOME-5] an administrator previews a person's menu, and that is audited", async () => {
  const [head, teacher, other] = [
    await app.as("head-a1"),
    await app.as("teacher-a1"),
    await app.as("head-a2"),
  ]
  const { id, nickname } = await teacher.send(accountCalls.current, {})
  const looked = await head.send(menuAdminCalls.lookAs, { personid: id })
  expect(looked).toMatchObject({ nickname, orgname: "甲一小学", usertype: 40, admintype: 0 })
  expect(texts(looked.modulelist)).toEqual(await seenBy(teacher))
  expect(texts(looked.modulelist)).not.toEqual(await seenBy(head))
  await expect(teacher.send(menuAdminCalls.lookAs, { personid: id })).rejects.toThrow(
    noPermissionMessage("menus.preview"),
  )
  for (const stranger of [other, await app.as("bureau-b")])
    expect((await stranger.request(menuAdminCalls.lookAs, { personid: id })).statusCode).toBe(403)
  const { items } = await head.send(logCalls.audit, { action: "menuAdmin.lookAs" })
  expect(items).toMatchObject([{ result: "done", change: { before: null, after: { nickname } } }])
})

test("a tree that somebody has tied into a knot by hand is walked to an end", () => {
  const knot = [
    { id: "1", parentId: "2" },
    { id: "2", parentId: "1" },
    { id: "3", parentId: "2" },
  ]
  expect(trailOf(knot, "3").map(({ id }) => id)).toEqual(["1", "2", "3"])
  expect(below(knot, "1").map(({ id }) => id)).toEqual(["2", "3"])
  expect(heightOf(knot, "3")).toBe(1)
  expect(withPlaced(knot, { id: "3", parentId: null, before: "9" })).toBeNull()
})

test("[MENU-5] missing default menus are added once, below the group of their name", async () => {
  const gone = ["/main/drills", "/main/logs", "/main/dictionary"]
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`delete from menu where path = any (${sql.param(gone)}::text[])`),
  )
  const top = (await platform.send(menuAdminCalls.list, {})).items.find(({ text }) => text === "系统管理")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update menu set text = '后台' where id = ${top?.id}`),
  )
  const add = async (client: TestClient, paths: string[]) => {
    await grantFor(app, client, "menu")
    return client.send(menuAdminCalls.addBuiltIn, { paths })
  }
  const head = await app.as("head-a1")
  await expect(add(head, gone)).rejects.toThrow(noPermissionMessage("menus.manage"))
  // Pages that have a menu already, and what is no page, are skipped.
  const { ids } = await add(platform, [...gone, "/task", "/etc/passwd"])
  const { items } = await platform.send(menuAdminCalls.list, {})
  const placed = ids.map((id) => trailOf(items, id).map(({ text }) => text))
  expect(placed).toEqual([
    ["平安校园", "应急演练"],
    ["系统管理", "安全日志"],
    ["系统管理", "数据字典"],
  ])
  expect(items.filter(({ text }) => text === "系统管理")).toHaveLength(1)
  const sees = async (client: TestClient) =>
    texts((await client.send(menuCalls.ofUser, {})).modulelist).filter((text) =>
      ["应急演练", "安全日志", "数据字典"].includes(text),
    )
  expect(await sees(head)).toEqual(["应急演练", "安全日志"])
  expect(await sees(await app.as("teacher-a1"))).toEqual(["应急演练"])
  await expect(add(platform, gone)).rejects.toThrow(menuMessages.builtInThere)
  const { items: logged } = await platform.send(logCalls.audit, { action: "menuAdmin.addBuiltIn" })
  expect(JSON.stringify(logged)).toContain("系统管理 / 安全日志")
})

test("[MENU-1] a new site has a menu for every page that belongs into one", async () => {
  const fresh = await testApp()
  const { items } = await (await fresh.as("platform")).send(menuAdminCalls.list, {})
  const paths = new Set(items.map(({ path }) => path))
  expect(builtInMenus.filter(({ path }) => !paths.has(path))).toEqual([])
})

test("[DISTRICT-9] [MODULE-1] a menu's module is in the module picker of those who see the menu", async () => {
  const rows = await app.database.transaction(unrestricted, (db) =>
    db
      .insert(module)
      .values({ name: "食堂管理", identifier: "canteen", sortNo: 10 })
      .returning({ id: module.id }),
  )
  const [{ id: moduleid }] = rows as [{ id: string }]
  const teacher = await app.as("teacher-a1")
  const offered = async () => (await teacher.send(moduleCalls.tree, {})).map(({ name }) => name)
  expect(await offered()).not.toContain("食堂管理")
  const id = await save({ ...content("食堂"), moduleid })
  expect(await found(id)).toMatchObject({ moduleid, modulename: "食堂管理" })
  expect(await offered()).toContain("食堂管理")
  await expect(save({ ...content("没有"), moduleid: "999999" })).rejects.toThrow(menuMessages.moduleGone)
})
