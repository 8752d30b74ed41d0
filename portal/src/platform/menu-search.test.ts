// @vitest-environment node
import { expect, test } from "vitest"
import type { MenuEntry } from "./menu-entry.ts"
import { searchMenus } from "./menu-search.ts"

function entry(path: string, text: string, children: readonly MenuEntry[] = []): MenuEntry {
  const shows = children.length > 0 ? { kind: "group" as const } : { kind: "hosted" as const, address: "/x" }
  return { path, name: `${text}-${path}`, id: path, text, icon: null, shows, children }
}
const menus = [
  entry("/1", "安全管理", [entry("/1/11", "预警记录"), entry("/1/12", "隐患排查")]),
  entry("/2", "重庆分校"),
  entry("/3", "OA 办公"),
]

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
  ["a character with several readings", "chongqing", ["重庆分校"]],
  ["Latin letters", "oa", ["OA 办公"]],
  ["a group, which is no place to go", "安全管理", []],
  ["what is nowhere", "xyz", []],
  ["nothing", "  ", []],
])("[MENU-7] by %s", async (_title, query, expected) => expect(await found(query)).toEqual(expected))
