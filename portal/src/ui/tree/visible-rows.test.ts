import fc from "fast-check"
import { expect, test } from "vitest"
import { forestOf, type TreeItem } from "./forest.ts"
import { withLoaded, worlds } from "../../testing/tree-worlds.ts"
import { allOpen, foundBy, visibleRows, type Openness } from "./visible-rows.ts"

interface Drawn {
  readonly key: string
  readonly isAwaited: boolean
  readonly isOpen: boolean
  readonly position: number
  readonly size: number
}

/** The rule, said recursively. */
function naiveRows(
  items: readonly TreeItem[],
  openness: Openness,
  isWanted: ((item: TreeItem) => boolean) | null,
  depth = 0,
): Drawn[] {
  const holds = (item: TreeItem): boolean =>
    isWanted !== null && (item.children ?? []).some((child) => isWanted(child) || holds(child))
  const shown = items.filter((item) => isWanted === null || isWanted(item) || holds(item))
  return shown.flatMap((item, at) => {
    const { key, children } = item
    const isBranch = children === null ? item.childCount !== 0 : children.length > 0
    const byItself = depth < openness.toDepth && (isWanted === null ? children !== null : holds(item))
    const isOpen = isBranch && (openness.opened.has(key) || (!openness.closed.has(key) && byItself))
    const own = { key, isOpen, position: at + 1, size: shown.length }
    if (!isOpen) return [{ ...own, isAwaited: false }]
    if (children === null)
      return [
        { ...own, isAwaited: false },
        { ...own, isAwaited: true },
      ]
    // Below a match that was opened by hand, further nodes are opened by hand only.
    const below =
      isWanted === null || holds(item)
        ? naiveRows(children, openness, isWanted, depth + 1)
        : naiveRows(children, { ...openness, toDepth: 0 }, null, depth + 1)
    return [{ ...own, isAwaited: false }, ...below]
  })
}

test("[PICK-9] the rows are those of the open nodes, of what was found and the way to it", () => {
  fc.assert(
    fc.property(
      worlds,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(0, 1, 2, Infinity),
      (world, isLoaded, isFiltered, toDepth) => {
        const [loaded, opened, closed, some, others] = [0, 1, 2, 3, 4].map(world.half)
        const items = withLoaded(world, isLoaded || !loaded ? new Set(world.keys) : loaded)
        const forest = forestOf(items)
        const openness = { toDepth, opened: opened ?? new Set(), closed: closed ?? new Set() }
        const isWanted = isFiltered
          ? ({ key }: TreeItem) => some?.has(key) === true && others?.has(key) === true
          : null
        const rows = visibleRows(forest, openness, isWanted && foundBy(forest, isWanted))
        const drawn = Array.from({ length: rows.count }, (_, at) => {
          const { index, isAwaited } = rows.at(at)
          if (!isAwaited) expect(rows.rowOf(index)).toBe(at)
          return {
            key: forest.itemAt(index).key,
            isAwaited,
            isOpen: rows.isOpen(index),
            ...rows.placeOf(index),
          }
        })
        expect(drawn).toEqual(naiveRows(items, openness, isWanted))
        const seen = new Set(drawn.map(({ key }) => key))
        for (let index = 0; index < forest.size; index++)
          if (!seen.has(forest.itemAt(index).key)) expect(rows.rowOf(index)).toBe(-1)
      },
    ),
    { numRuns: 500 },
  )
})

test("[PICK-9] nothing found shows no row", () => {
  const forest = forestOf([{ key: "a", label: "甲", children: [{ key: "b", label: "乙", children: [] }] }])
  expect(
    visibleRows(
      forest,
      allOpen,
      foundBy(forest, () => false),
    ).count,
  ).toBe(0)
})

test("[PICK-0] a node of which no child could be shown opens nothing", () => {
  const forest = forestOf([
    { key: "a", label: "甲", children: [{ key: "", label: "无编号", children: [] }] },
    { key: "b", label: "乙", children: [] },
  ])
  const rows = visibleRows(forest, allOpen, null)
  expect(rows.isBranch(0)).toBe(false)
  expect(forest.endOf(0)).toBe(1)
  expect(forest.parentOf(0)).toBe(-1)
})
