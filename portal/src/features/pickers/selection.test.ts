import fc from "fast-check"
import { expect, test } from "vitest"
import { afterToggle, cleared, selectionProblem, selectionRules } from "./selection.ts"

const keys = "abcdef".split("")
const some = fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 3 })

test("[PICK-0] required stay, disabled never come in, and no tick exceeds max", () => {
  fc.assert(
    fc.property(
      fc.record({ required: some, disabled: some, max: fc.option(fc.integer({ min: 1, max: 4 })) }),
      fc.array(fc.constantFrom(...keys), { maxLength: 20 }),
      ({ required, disabled, max }, clicks) => {
        const barred = disabled.filter((key) => !required.includes(key))
        const rules = selectionRules(
          { required, disabled: barred },
          { max, words: { full: (most) => `最多${most}` } },
        )
        const most = Math.max(max ?? keys.length, required.length)
        let chosen: readonly string[] = required
        for (const key of clicks) {
          const before = chosen
          const choice = afterToggle(before, { key, depth: 0 }, rules)
          if ("keys" in choice) chosen = choice.keys
          else expect(before.length).toBeGreaterThanOrEqual(max === 1 ? required.length : (max ?? Infinity))
          expect(required.every((one) => chosen.includes(one))).toBe(true)
          expect(chosen.some((one) => barred.includes(one))).toBe(false)
          expect(new Set(chosen).size).toBe(chosen.length)
          expect(chosen.length).toBeLessThanOrEqual(most)
        }
        expect(cleared(chosen, rules).toSorted()).toEqual(required.toSorted())
      },
    ),
  )
})

test("[BUILD-3] [GRID-2] max 1: a click replaces, the same click keeps, another level is refused", () => {
  const rules = selectionRules({ level: 2 }, { max: 1 })
  expect(afterToggle(["a"], { key: "b", depth: 2 }, rules)).toEqual({ keys: ["b"] })
  expect(afterToggle(["a"], { key: "a", depth: 2 }, rules)).toEqual({ keys: ["a"] })
  expect(afterToggle(["a"], { key: "b", depth: 1 }, rules)).toEqual({ refused: "不能选择该层级" })
})

test("[PICK-0] a level limit counts for a single choice only; sentences are the picker's own", () => {
  const rules = selectionRules({ level: 2, min: 2, max: 3 }, { max: null })
  expect(afterToggle([], { key: "b", depth: 1 }, rules)).toEqual({ keys: ["b"] })
  expect(selectionProblem(1, rules)).toBe("至少选择2个")
  expect(selectionProblem(3, rules)).toBeNull()
  expect(selectionProblem(4, rules)).toBe("最多只能选择3个，当前已选择4个")
  const own = { tooFew: (min: number) => `要${min}`, tooMany: (max: number) => `至${max}` }
  expect(selectionProblem(0, selectionRules({}, { min: 1, max: 1, words: own }))).toBe("要1")
  expect(selectionProblem(2, selectionRules({}, { min: 1, max: 1, words: own }))).toBe("至1")
})
