import fc from "fast-check"
import { expect, test } from "vitest"
import { forestOf, withChildren, type Forest, type TreeItem } from "./forest.ts"
import { linkedMarks, strictMarks, type Mark, type Marks } from "./marks.ts"
import { picks, unloadedTop, worlds, type World } from "../../testing/tree-worlds.ts"

function marksByKey(forest: Forest, marks: Marks): Map<string, Mark> {
  return new Map(
    Array.from({ length: forest.size }, (_, index) => [forest.itemAt(index).key, marks.of(index)]),
  )
}

/** The rule, recursively over the whole tree. */
function naiveMarks(
  items: readonly TreeItem[],
  chosen: ReadonlySet<string>,
  isBelowChosen = false,
  found = new Map<string, Mark>(),
): Map<string, Mark> {
  for (const { key, children } of items) {
    const below = children ?? []
    const isChosen = isBelowChosen || chosen.has(key)
    naiveMarks(below, chosen, isChosen, found)
    const marks = below.map((child) => found.get(child.key))
    const isFull = marks.length > 0 && marks.every((mark) => mark === "checked")
    const isTouched = marks.some((mark) => mark !== "unchecked")
    found.set(key, isChosen || isFull ? "checked" : isTouched ? "partial" : "unchecked")
  }
  return found
}

/** A parent in place of all its children, as a picker's list is kept. */
function tidied(items: readonly TreeItem[], chosen: ReadonlySet<string>): Set<string> {
  const marks = naiveMarks(items, chosen)
  const kept = new Set<string>()
  function walk(level: readonly TreeItem[]) {
    for (const { key, children } of level)
      if (marks.get(key) === "checked") kept.add(key)
      else walk(children ?? [])
  }
  walk(items)
  return kept
}

/** Seldom enough that not everything is covered, often enough that all children of some node are. */
function fewOf({ half, keys }: World): Set<string> {
  const [first, second] = [half(0), half(1)]
  return new Set(keys.filter((key) => first.has(key) && second.has(key)))
}

/** Loads one node after the other and asks after each. */
function whileLoading(world: World, order: readonly number[], ask: (forest: Forest) => void): void {
  let forest = forestOf(unloadedTop(world))
  ask(forest)
  for (const pick of order) {
    const waiting = Array.from({ length: forest.size }, (_, index) => index).filter(
      (at) => !forest.isLoaded(at),
    )
    const next = waiting[pick % Math.max(1, waiting.length)]
    if (next === undefined) return
    const { key } = forest.itemAt(next)
    forest = withChildren(forest, key, world.childrenOf(key))
    ask(forest)
  }
}

test("[DEPT-1] strict: what is chosen is checked and nothing else", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const chosen = fewOf(world)
      const forest = forestOf(world.items)
      const marks = marksByKey(forest, strictMarks(forest, chosen))
      expect(marks).toEqual(
        new Map(world.keys.map((key) => [key, chosen.has(key) ? "checked" : "unchecked"])),
      )
    }),
  )
})

test("[BUILD-1] linked: a parent is checked when all children are, partial when some are", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const chosen = fewOf(world)
      const forest = forestOf(world.items)
      expect(marksByKey(forest, linkedMarks(forest, chosen))).toEqual(naiveMarks(world.items, chosen))
    }),
    { numRuns: 100 },
  )
})

test("[BUILD-2] linked: every mark is right before the children are loaded, in any order", () => {
  fc.assert(
    fc.property(worlds, picks, (world, order) => {
      const chosen = fewOf(world)
      const truth = naiveMarks(world.items, chosen)
      whileLoading(world, order, (forest) => {
        const marks = linkedMarks(forest, chosen, world.chains, world.childCounts)
        for (const [key, mark] of marksByKey(forest, marks))
          expect([key, mark]).toEqual([key, truth.get(key)])
      })
    }),
    { numRuns: 100 },
  )
})

test("[BUILD-2] linked: a listed parent needs no counts but those of visible nodes", () => {
  fc.assert(
    fc.property(worlds, picks, (world, order) => {
      const chosen = tidied(world.items, fewOf(world))
      const truth = naiveMarks(world.items, chosen)
      whileLoading(world, order, (forest) => {
        const marks = linkedMarks(forest, chosen, world.chains)
        for (const [key, mark] of marksByKey(forest, marks))
          expect([key, mark]).toEqual([key, truth.get(key)])
      })
    }),
    { numRuns: 100 },
  )
})

test("[BUILD-3] linked: what is chosen and gone marks nothing", () => {
  const forest = forestOf([{ key: "楼", label: "楼", children: [{ key: "层", label: "层", children: [] }] }])
  const chains = new Map([["拆了的层", ["楼"]]])
  const marks = linkedMarks(forest, new Set(["拆了的层", "没听过"]), chains)
  expect(marksByKey(forest, marks)).toEqual(
    new Map([
      ["楼", "unchecked"],
      ["层", "unchecked"],
    ]),
  )
})

test("[BUILD-1] linked: without a count a node is partial until it is loaded", () => {
  const top: TreeItem = { key: "楼", label: "楼", children: null }
  const chains = new Map([["一层", ["楼"]]])
  const before = forestOf([top])
  expect(linkedMarks(before, new Set(["一层"]), chains).of(0)).toBe("partial")
  const after = withChildren(before, "楼", [{ key: "一层", label: "一层", children: [] }])
  expect(linkedMarks(after, new Set(["一层"]), chains).of(0)).toBe("checked")
  const counted = forestOf([{ ...top, childCount: 1 }])
  expect(linkedMarks(counted, new Set(["一层"]), chains).of(0)).toBe("checked")
})

test("[BUILD-1] linked: chains that contradict each other or hold their own key end", () => {
  const forest = forestOf([{ key: "楼", label: "楼", children: null, childCount: 3 }])
  const chains = new Map([
    ["a", ["楼", "b", "a"]],
    ["b", ["楼", "a"]],
  ])
  expect(linkedMarks(forest, new Set(["a", "b"]), chains).of(0)).toBe("partial")
})
