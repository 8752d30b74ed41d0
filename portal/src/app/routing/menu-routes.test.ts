// @vitest-environment node
import type { MenuRouteItem } from "@uc/contract/menus/calls"
import { matchRoutes } from "react-router"
import { describe, expect, test } from "vitest"
import { trails, trailTo, type MenuEntry } from "../../features/menus/menu-entry.ts"
import { menuRoutes, planMenu, type MenuMap } from "./menu-routes.ts"

function item(id: string, more: Partial<MenuRouteItem> = {}): MenuRouteItem {
  return { id, text: `菜单${id}`, module_type: null, path: null, icon: null, children: [], ...more }
}

const map: MenuMap = {
  pageAt: (path) => (path === "/task" ? "tasks/task" : null),
  reservedIds: new Set(["main"]),
}

function planned(...items: readonly MenuRouteItem[]) {
  const { entries, problems } = planMenu(items, map)
  const all = trails(entries).flatMap((trail) => trail.slice(-1))
  const problemsOf = all.flatMap(({ path, shows }) =>
    shows.kind === "problem" ? [[path, shows.problem]] : [],
  )
  return { entries, problems, paths: all.map(({ path }) => path), problemsOf }
}

const tree = [
  item("1", {
    children: [
      item("11", { module_type: "router", path: "/task" }),
      item("12", { path: "https://a.cn/x", children: [item("121", { path: "/old.html" })] }),
    ],
  }),
  item("2", { module_type: "router", path: "/task" }),
]

/** What stands at a path, from outside to inside. */
function drawn(path: string): readonly string[] {
  const routes = menuRoutes(planned(...tree).entries, {
    layout: ({ path: at }: MenuEntry) => `layout ${at}`,
    content: ({ path: at }: MenuEntry) => `content ${at}`,
  })
  return (matchRoutes(routes, path) ?? []).flatMap(({ route }) =>
    typeof route.element === "string" ? [route.element] : [],
  )
}

describe("a sound menu", () => {
  test("[MENU-2][MENU-4] a path is the item's id behind its parents', the name is built from text and id", () => {
    const { entries, paths, problems } = planned(...tree)
    expect(paths).toEqual(["/1", "/1/11", "/1/12", "/1/12/121", "/2"])
    expect(trails(entries).map((trail) => trail.at(-1)?.name)[1]).toBe("菜单11-11")
    expect(problems).toEqual([])
  })

  test("[MENU-3] router items have a page, others a frame, without an address only children", () => {
    const { entries } = planned(...tree)
    const shows = Object.fromEntries(
      trails(entries).map((trail) => [trail.at(-1)?.path, trail.at(-1)?.shows]),
    )
    expect(shows).toEqual({
      "/1": { kind: "group" },
      "/1/11": { kind: "page", page: "tasks/task" },
      "/1/12": { kind: "hosted", address: "https://a.cn/x" },
      "/1/12/121": { kind: "hosted", address: "/old.html" },
      "/2": { kind: "page", page: "tasks/task" },
    })
  })

  test.each([
    ["/1", ["layout /1"]],
    ["/1/11", ["layout /1", "content /1/11"]],
    ["/1/12", ["layout /1", "content /1/12"]],
    ["/1/12/121", ["layout /1", "content /1/12/121"]],
    ["/2", ["layout /2", "content /2"]],
    ["/11", []],
    ["/1/121", []],
  ])("[MENU-3][MENU-4] at %s: a layout around everything of a top-level item", (path, expected) => {
    expect(drawn(path)).toEqual(expected)
  })

  test("[MENU-2] a route carries its name", () => {
    const [route] = menuRoutes(planned(...tree).entries, { layout: () => null, content: () => null })
    expect(route).toMatchObject({ path: "1", handle: { name: "菜单1-1" } })
  })

  test("[ROUTE-11] the way to an entry is known by its path", () => {
    const { entries } = planned(...tree)
    expect(trailTo(entries, "/1/12/121").map(({ text }) => text)).toEqual(["菜单1", "菜单12", "菜单121"])
    expect(trailTo(entries, "/3")).toEqual([])
  })
})

describe("[MENU-5] a broken item has its own error page, the rest is as it was", () => {
  test("an unknown page", () => {
    const { paths, problemsOf, problems } = planned(
      item("1", { module_type: "router", path: "/nowhere" }),
      item("2"),
    )
    expect(paths).toEqual(["/1", "/2"])
    expect(problemsOf).toEqual([["/1", "unknown-page"]])
    expect(problems).toEqual([expect.stringContaining("/nowhere")])
  })

  test("a router item without any path", () => {
    expect(planned(item("1", { module_type: "router" })).problemsOf).toEqual([["/1", "unknown-page"]])
  })

  test("no id: a path of its own, its children stay reachable", () => {
    const { paths, problemsOf } = planned(item("1"), item("", { children: [item("3")] }))
    expect(paths).toEqual(["/1", "/item.2", "/item.2/3"])
    expect(problemsOf).toEqual([["/item.2", "missing-id"]])
  })

  test("an id twice: the first keeps it, beside or elsewhere", () => {
    const { paths, problemsOf } = planned(
      item("1", { children: [item("5"), item("5")] }),
      item("2", { children: [item("5")] }),
    )
    expect(paths).toEqual(["/1", "/1/5", "/1/item.2", "/2", "/2/item.1"])
    expect(problemsOf).toEqual([
      ["/1/item.2", "duplicate-id"],
      ["/2/item.1", "duplicate-id"],
    ])
  })

  test("a cycle ends where it closes", () => {
    const { paths, problemsOf } = planned(
      item("1", { children: [item("2", { children: [item("1", { children: [item("2")] })] })] }),
    )
    expect(paths).toEqual(["/1", "/1/2", "/1/2/item.1"])
    expect(problemsOf).toEqual([["/1/2/item.1", "cycle"]])
  })

  test.each(["a/b", ":id", "*", "a?", "a.b", " "])("an id that means something else in a path: %j", (id) => {
    expect(planned(item(id), item("2"))).toMatchObject({
      problemsOf: [["/item.1", "bad-id"]],
      paths: ["/item.1", "/2"],
    })
  })

  test("a top-level id that is a page of the portal's own", () => {
    expect(planned(item("main")).problemsOf).toEqual([["/item.1", "reserved-id"]])
    expect(planned(item("1", { children: [item("main")] })).problemsOf).toEqual([])
  })

  test("every broken item is named for the console, with its text", () => {
    const { problems } = planned(item("", { text: "甲" }), item("main", { text: "乙" }))
    expect(problems).toEqual([expect.stringContaining("甲"), expect.stringContaining("乙")])
  })
})
