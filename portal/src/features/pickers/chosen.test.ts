import fc from "fast-check"
import { expect, test } from "vitest"
import { changeBetween, formatChange, nothingChosen, reduceChosen } from "./chosen.ts"
import type { Chosen, ChosenEvent } from "./chosen.ts"

const key = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h")
const entries = fc.array(
  key.map((one): [string, string] => [one, one.toUpperCase()]),
  { maxLength: 6 },
)
const keys = fc.array(key, { maxLength: 4 })
const event: fc.Arbitrary<ChosenEvent<string>> = fc.oneof(
  entries.map((given) => ({ type: "added" as const, entries: given })),
  entries.map((given) => ({ type: "replaced" as const, entries: given })),
  keys.map((given) => ({ type: "removed" as const, keys: given })),
  keys.map((given) => ({ type: "vanished" as const, keys: given })),
  fc.constant({ type: "cleared" as const }),
)
const max = fc.option(fc.integer({ min: 1, max: 5 }))

function keysOf(chosen: Chosen<string>): string[] {
  return [...chosen.entries.keys()]
}

/** A slow model: a list, and every rule as one statement. */
function naive(list: readonly string[], step: ChosenEvent<string>, limit: number | null, required: string[]) {
  const given = step.type === "added" || step.type === "replaced" ? [...step.entries].map(([one]) => one) : []
  if (step.type === "added") {
    const next = [...list]
    for (const one of given) if (!next.includes(one)) next.push(one)
    return limit !== null && next.length > limit && next.length > list.length ? list : next
  }
  if (step.type === "replaced") {
    const next = list.filter((one) => required.includes(one))
    for (const one of given) if (!next.includes(one)) next.push(one)
    return next
  }
  if (step.type === "cleared") return list.filter((one) => required.includes(one))
  if (step.type === "removed") {
    const removed = [...step.keys]
    return list.filter((one) => required.includes(one) || !removed.includes(one))
  }
  if (step.type === "vanished") {
    const gone = [...step.keys]
    return list.filter((one) => !gone.includes(one))
  }
  return list
}

test("[PICK-0] any sequence of choosing, deleting and clearing equals the slow model", () => {
  fc.assert(
    fc.property(max, keys, fc.array(event, { maxLength: 20 }), (limit, required, story) => {
      let chosen = nothingChosen<string>(limit, required)
      let list: readonly string[] = []
      for (const step of story) {
        chosen = reduceChosen(chosen, step)
        const before = list
        list = naive(list, step, limit, required)
        expect(keysOf(chosen)).toEqual(list)
        expect(chosen.refused > 0).toBe(
          step.type === "added" &&
            list === before &&
            limit !== null &&
            new Set([...before, ...[...step.entries].map(([one]) => one)]).size >
              Math.max(limit, before.length),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test("[PICK-0] what more is known about an entry neither adds nor moves it", () => {
  const two = reduceChosen(nothingChosen<string>(), {
    type: "added",
    entries: [
      ["a", "甲"],
      ["b", "乙"],
    ],
  })
  const learnt = reduceChosen(two, {
    type: "learnt",
    entries: [
      ["c", "丙"],
      ["a", "甲（教务处）"],
    ],
  })
  expect([...learnt.entries]).toEqual([
    ["a", "甲（教务处）"],
    ["b", "乙"],
  ])
})

test("[DLG-6] a change is announced by name, many by their number", () => {
  const people = ["张三", "李四", "王五", "赵六"].map((label) => ({ key: label, label }))
  const told = (before: typeof people, after: typeof people) =>
    formatChange(changeBetween(before, after), after.length)
  expect(told([], people.slice(0, 1))).toBe("已添加张三，共选择1项")
  expect(told(people.slice(0, 2), people.slice(1, 2))).toBe("已移除张三，共选择1项")
  expect(told([], people)).toBe("已添加4项，共选择4项")
  expect(told(people.slice(0, 1), people.slice(1, 2))).toBe("已添加李四，已移除张三，共选择1项")
  expect(told(people, people)).toBe("")
})
