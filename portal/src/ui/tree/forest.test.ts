import fc from "fast-check"
import { expect, test } from "vitest"
import { deepestLevel, forestOf, withChildren, type Forest, type TreeItem } from "./forest.ts"
import { picks, worlds, unloadedTop, withLoaded } from "../../testing/tree-worlds.ts"

interface Line {
  readonly key: string
  readonly parent: string | null
  readonly depth: number
  readonly below: number
  readonly isLoaded: boolean
}

function linesOf(forest: Forest): Line[] {
  return Array.from({ length: forest.size }, (_, index) => {
    const parent = forest.parentOf(index)
    const { key } = forest.itemAt(index)
    if (forest.indexOf(key) !== index) throw new Error(`${key} is not found where it stands`)
    return {
      key,
      parent: parent === -1 ? null : forest.itemAt(parent).key,
      depth: forest.depthOf(index),
      below: forest.endOf(index) - index - 1,
      isLoaded: forest.isLoaded(index),
    }
  })
}

function naiveLines(items: readonly TreeItem[], parent: string | null = null, depth = 0): Line[] {
  return items.flatMap(({ key, children }) => {
    const lines = naiveLines(children ?? [], key, depth + 1)
    return [{ key, parent, depth, below: lines.length, isLoaded: children !== null }, ...lines]
  })
}

test("[PICK-9] the arrays say what the nested items say", () => {
  fc.assert(
    fc.property(worlds, ({ items }) => {
      const forest = forestOf(items)
      expect(linesOf(forest)).toEqual(naiveLines(items))
      expect(forest.problems).toEqual([])
      expect(forest.indexOf("nobody")).toBe(-1)
    }),
  )
})

test("[PICK-9] [BUILD-1] children that come in any order make the same forest as all at once", () => {
  fc.assert(
    fc.property(worlds, picks, (world, order) => {
      let forest = forestOf(unloadedTop(world))
      const loaded = new Set<string>()
      for (const pick of order) {
        const waiting = linesOf(forest).filter((line) => !line.isLoaded)
        const next = waiting[pick % Math.max(1, waiting.length)]
        if (!next) break
        loaded.add(next.key)
        forest = withChildren(forest, next.key, world.childrenOf(next.key))
        expect(linesOf(forest)).toEqual(naiveLines(withLoaded(world, loaded)))
      }
      expect(forest.problems).toEqual([])
    }),
  )
})

test("children that come again take the place of the first", () => {
  const leaf = (key: string): TreeItem => ({ key, label: key, children: [] })
  const first = forestOf([
    { ...leaf("a"), children: [leaf("b"), { ...leaf("c"), children: [leaf("d")] }] },
    leaf("e"),
  ])
  const again = withChildren(first, "a", [leaf("d"), leaf("f")])
  expect(linesOf(again).map(({ key }) => key)).toEqual(["a", "d", "f", "e"])
  expect(again.problems).toEqual([])
  expect(
    linesOf(first).map(({ key }) => key),
    "the first is as it was",
  ).toEqual(["a", "b", "c", "d", "e"])
  expect(withChildren(first, "gone", [leaf("x")])).toBe(first)
})

/** Bad data: duplicate or missing keys, and objects that contain themselves. */
const badItems = fc
  .array(
    fc.record({
      key: fc.constantFrom("", "a", "b", "c", "d", "e", "f"),
      holds: fc.array(fc.nat(9), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((drafts) => {
    const items = drafts.map(({ key }) => ({ key, label: key, children: [] as TreeItem[] }))
    for (const [at, { holds }] of drafts.entries())
      for (const held of holds) {
        const child = items[held % items.length]
        if (child) items[at]?.children.push(child)
      }
    return items
  })

function expectSound(forest: Forest): void {
  const keys = linesOf(forest).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const isSound = keys.every((_, index) => {
    const [parent, end] = [forest.parentOf(index), forest.endOf(index)]
    const isDepthRight = forest.depthOf(index) === (parent === -1 ? 0 : forest.depthOf(parent) + 1)
    return (
      parent < index &&
      isDepthRight &&
      end > index &&
      end <= (parent === -1 ? forest.size : forest.endOf(parent))
    )
  })
  expect(isSound).toBe(true)
}

test("[PICK-0] cycles, repeated and missing keys never hang or throw, and are reported", () => {
  fc.assert(
    fc.property(badItems, badItems, fc.constantFrom("a", "b", "c"), (items, more, key) => {
      const forest = forestOf(items)
      expectSound(forest)
      expectSound(withChildren(forest, key, more))
      const isSound = items.every((item) => item.key !== "" && item.children?.length === 0)
      const isUnique = new Set(items.map((item) => item.key)).size === items.length
      expect(forest.problems.length > 0).toBe(!(isSound && isUnique))
    }),
  )
})

test("[PICK-0] what was dropped is said in a sentence of its kind, with its number", () => {
  const leaf = (key: string, children: TreeItem[] = []): TreeItem => ({ key, label: key, children })
  const circle: TreeItem[] = []
  circle.push(leaf("b", circle), leaf(""), leaf("b"))
  expect(forestOf([leaf("a", circle)]).problems).toEqual([
    "有2项数据循环引用，已忽略",
    "有2项数据缺少编号，已忽略",
    "有1项数据编号重复，已忽略",
  ])
  const root = forestOf([leaf("a", [leaf("b"), leaf("c")])])
  expect(withChildren(root, "b", [leaf("a")]).problems).toEqual(["有1项数据循环引用，已忽略"])
  expect(withChildren(root, "b", [leaf("c")]).problems).toEqual(["有1项数据编号重复，已忽略"])
})

test("[PICK-0] a hundred levels are shown down to the deepest and reported", () => {
  const nested = Array.from({ length: 100 }).reduce<TreeItem[]>(
    (children, _, at) => [{ key: `level ${at}`, label: "层", children }],
    [],
  )
  const forest = forestOf(nested)
  expect(forest.size).toBe(deepestLevel)
  expect(forest.problems).toEqual(["有1项数据超过64级，已忽略"])
})

test("[PICK-9] a hundred thousand keys are found, whatever they look like", () => {
  const items = Array.from({ length: 100_000 }, (_, at) => ({
    key: at % 2 ? `${at}` : `键${at}-${at * 7919}`,
    label: "",
    children: [],
  }))
  const forest = forestOf(items)
  expect(forest.size).toBe(100_000)
  expect(items.every(({ key }, at) => forest.indexOf(key) === at)).toBe(true)
  expect(forest.indexOf("键")).toBe(-1)
})
