import { expect, test } from "vitest"
import { columnObstacle, orderOf } from "./column-positions.ts"
import { columnsBelow, columnTree, type SeenColumn } from "./column-tree.ts"

function column(id: string, orgId: string, category: string, more: Partial<SeenColumn> = {}): SeenColumn {
  return {
    id,
    orgId,
    category,
    parentId: null,
    name: `${orgId}-${category}`,
    sortNo: 0,
    sharedPath: null,
    ...more,
  }
}

test("[HOME-5] columns of one category are one: the own first, then the nearest superior's", () => {
  const seen = [
    column("1", "platform", "news", { sharedPath: "33/" }),
    column("2", "bureau", "news", { sharedPath: "33/3301/" }),
    column("3", "platform", "law", { sharedPath: "33/" }),
    column("4", "bureau", "law", { sharedPath: "33/3301/" }),
    column("5", "school", "news"),
  ]
  expect(columnTree(seen, "school").map(({ name }) => name)).toEqual(["bureau-law", "school-news"])
  expect(columnsBelow(seen, "school", "news").map(({ id }) => id)).toEqual(["1", "2", "5"])
  expect(columnsBelow(seen, "school", undefined)).toHaveLength(5)
  expect(columnsBelow(seen, "school", "none")).toEqual([])
})

test("[HOME-5] opposite orders of two organisations make no cycle and hide nothing", () => {
  const seen = [
    column("1", "school", "a", { parentId: "2" }),
    column("2", "school", "hidden-name"),
    column("3", "bureau", "b", { sharedPath: "33/", parentId: "4" }),
    column("4", "bureau", "a", { sharedPath: "33/", parentId: "3" }),
    column("5", "bureau", "c", { sharedPath: "33/", parentId: "99" }),
    column("6", "platform", "b", { sharedPath: "3/", parentId: "1" }),
  ]
  const names = (columns: ReturnType<typeof columnTree>): unknown[] =>
    columns.map(({ category, children }) => [category, names(children)])
  expect(JSON.stringify(names(columnTree(seen, "school"))).match(/"(a|b|c|hidden-name)"/g)).toHaveLength(4)
  const ring = [column("1", "x", "a", { parentId: "2" }), column("2", "x", "b", { parentId: "1" })]
  expect(columnTree(ring, "x").map(({ category }) => category)).toEqual(["a", "b"])
})

test("[HOME-5] where a column can't stand: below itself, or too deep with everything below it", () => {
  const tree = [
    { id: "1", parentId: null },
    { id: "2", parentId: "1" },
    { id: "3", parentId: "2" },
    { id: "4", parentId: null },
    { id: "5", parentId: "4" },
  ]
  expect(columnObstacle(tree, "1", "3")).toBe("circle")
  expect(columnObstacle(tree, "4", "3")).toBe("deep")
  expect(columnObstacle(tree, "5", "3")).toBe(null)
  expect(columnObstacle(tree, null, "3")).toBe(null)
  expect(orderOf(tree).map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5"])
})
