// @vitest-environment jsdom
import { expect, test } from "vitest"
import { nothingMarked } from "./current-page.ts"
import type { MenuEntry } from "../../features/menus/menu-entry.ts"
import { placeAt, showPlace, titleOf } from "./place.ts"

function entry(path: string, id: string, text: string, children: readonly MenuEntry[] = []): MenuEntry {
  return { path, name: `${text}-${id}`, id, text, icon: null, shows: { kind: "group" }, children }
}
const menus = [entry("/1", "1", "安全", [entry("/1/11", "11", "预警")])]

test("[ROUTE-11] a fixed page: its path, its title, its meta id as group", () => {
  expect(placeAt("/main/applications", menus)).toMatchObject({
    path: "/main/applications",
    title: "应用",
    metaId: "home",
  })
  expect(placeAt("/getQrcode", menus)).toMatchObject({ metaId: "domain" })
  expect(placeAt("/main/oldpage", menus)).toMatchObject({ name: "oldpage", metaId: null })
  expect(placeAt("/TASK/", menus)).toMatchObject({ path: "/task", metaId: "task" })
})

test("[ROUTE-11] a menu's page: its entry, its top entry as group", () => {
  expect(placeAt("/1/11", menus)).toMatchObject({
    path: "/1/11",
    title: "预警",
    metaId: "1",
    name: "预警-11",
  })
})

test("[ROUTE-11] the menu marks the entry of a fixed page, or the group of its meta id", () => {
  const domain: MenuEntry = {
    ...entry("/2/21", "21", "授权域名"),
    shows: { kind: "page", page: "domains/domain" },
  }
  const system = entry("/2", "2", "系统管理", [domain])
  const marked = (path: string) => {
    const { group, entry: own } = placeAt(path, [...menus, system]).marked
    return [group.map(({ id }) => id), own?.id ?? null]
  }
  expect(marked("/domain")).toEqual([["2"], "21"])
  expect(marked("/getQrcode")).toEqual([["2"], null])
  expect(marked("/task")).toEqual([[], null])
  expect(marked("/1/11")).toEqual([["1"], "11"])
})

test("[ROUTE-10][ROUTE-11] an unknown path says so", () => {
  expect(placeAt("/9", menus)).toMatchObject({ title: "页面不存在", metaId: null, trail: [] })
})

test("[ROUTE-11] the document's title is the page's and the site's", () => {
  showPlace("/task", "平安校园")
  expect(document.title).toBe("任务 - 平安校园")
  expect(
    titleOf({ path: "", title: "", metaId: null, name: null, trail: [], marked: nothingMarked }, "平安校园"),
  ).toBe("平安校园")
})
