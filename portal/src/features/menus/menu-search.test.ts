// @vitest-environment node
import { expect, test } from "vitest"
import type { MenuEntry } from "./menu-entry.ts"
import { notAmong, searchMenus } from "./menu-search.ts"

function entry(path: string, text: string, children: readonly MenuEntry[] = []): MenuEntry {
  const shows = children.length > 0 ? { kind: "group" as const } : { kind: "hosted" as const, address: "/x" }
  return { path, name: `${text}-${path}`, id: path, text, icon: null, shows, children }
}
const menus = [
  entry("/1", "安全管理", [entry("/1/11", "预警记录"), entry("/1/12", "隐患排查")]),
  entry("/2", "重庆分校", [entry("/2/21", "保安")]),
  entry("/3", "OA 办公"),
]
const below = ["安全管理 / 预警记录", "安全管理 / 隐患排查"]

async function found(query: string): Promise<readonly string[]> {
  const trails = await searchMenus(menus, query)
  return trails.map((trail) => trail.map(({ text }) => text).join(" / "))
}

test.each([
  ["text", "预警", ["安全管理 / 预警记录"]],
  ["full pinyin", "yujing", ["安全管理 / 预警记录"]],
  ["initials", "yjjl", ["安全管理 / 预警记录"]],
  ["initials in capitals", "YJJL", ["安全管理 / 预警记录"]],
  ["pinyin that has begun", "yinhu", ["安全管理 / 隐患排查"]],
  ["a character with several readings", "chongqing", ["重庆分校", "重庆分校 / 保安"]],
  ["Latin letters", "oa", ["OA 办公"]],
  ["a group, and below it what it holds", "安全管理", ["安全管理", ...below]],
  ["a group's initials", "aqgl", ["安全管理", ...below]],
  ["an entry before what only stands below one", "安", ["安全管理", "重庆分校 / 保安", ...below]],
  ["what is nowhere", "xyz", []],
  ["nothing", "  ", []],
])("[MENU-7] by %s", async (_title, query, expected) => expect(await found(query)).toEqual(expected))

test("[MENU-7] a page that a menu leads to is found once, in the menu", () => {
  const page = (path: string, name: string): MenuEntry => ({
    ...entry(path, "页"),
    shows: { kind: "page", page: name },
  })
  const domains = page("/domain", "domains/domain")
  const home = page("/main/home", "home/home")
  expect(notAmong([[page("/1/2", "domains/domain")]], [[domains], [home]])).toEqual([[home]])
  expect(notAmong([[entry("/2", "OA")]], [[domains], [home]])).toEqual([[domains], [home]])
})
