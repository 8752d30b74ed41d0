import type { UserCustom } from "@uc/contract/home/calls"
import { expect, test } from "vitest"
import { isDefault, isUnsaved, openEditor, reduceLayout, type LayoutEvent } from "./layout-editor.machine.ts"

const least = { w: 2, h: 2 }
const cards = ["任务", "通知", "链接"].map((title, at) => ({
  key: `card-${at}`,
  title,
  size: { w: 4, h: 4 },
  least,
}))

const fresh = openEditor({ cards, pinned: new Set(["card-2"]), saved: null })
const run = (...events: readonly LayoutEvent[]) => events.reduce(reduceLayout, fresh)

function savedAs(version: number, editor = fresh): UserCustom {
  return { id: "1", type: "home", items: [...editor.cells], version }
}

test("[HOME-3] a moved card is unsaved until it is saved, and is announced", () => {
  expect(isUnsaved(fresh)).toBe(false)
  const moved = run({ type: "moved", key: "card-0", direction: "right" })
  expect(isUnsaved(moved)).toBe(true)
  expect(moved.said).toBe("任务，第1行第5列，宽4格，高4格")
  const saved = reduceLayout(moved, { type: "taken", saved: savedAs(1, moved) })
  expect(isUnsaved(saved)).toBe(false)
  expect(saved.cells).toEqual(moved.cells)
})

test("[HOME-3] at the edge it says that it goes no further", () => {
  expect(run({ type: "moved", key: "card-0", direction: "left" }).said).toBe(
    "任务，第1行第1列，宽4格，高4格，不能再移动",
  )
})

test("[HOME-3] a pinned card can't be hidden, another can, and returns", () => {
  expect(run({ type: "hidden", key: "card-2" })).toBe(fresh)
  const hidden = run({ type: "hidden", key: "card-1" })
  expect(hidden.said).toBe("通知，已隐藏")
  expect(hidden.cells.find(({ key }) => key === "card-1")?.isHidden).toBe(true)
  const back = reduceLayout(hidden, { type: "shown", key: "card-1" })
  expect(back.cells.find(({ key }) => key === "card-1")?.isHidden).toBe(false)
})

test("[HOME-3] reset is what everybody has", () => {
  const changed = run(
    { type: "resized", key: "card-0", direction: "right" },
    { type: "hidden", key: "card-1" },
  )
  expect(isDefault(changed)).toBe(false)
  const reset = reduceLayout(changed, { type: "reset" })
  expect(isDefault(reset)).toBe(true)
  expect(isUnsaved(reset)).toBe(false)
})

test("[HOME-3] what the pointer did is taken from the grid, without the hidden ones", () => {
  const placed = run(
    { type: "hidden", key: "card-1" },
    {
      type: "placed",
      key: "card-0",
      boxes: [
        { key: "card-0", x: 8, y: 0, w: 4, h: 6 },
        { key: "card-2", x: 0, y: 3, w: 4, h: 4 },
        { key: "card-1", x: 1, y: 1, w: 1, h: 1 },
      ],
    },
  )
  expect(placed.cells).toEqual([
    expect.objectContaining({ key: "card-2", x: 0, y: 0 }),
    expect.objectContaining({ key: "card-0", x: 8, y: 0, h: 6 }),
    expect.objectContaining({ key: "card-1", w: 4, h: 4, isHidden: true }),
  ])
})

test("[HOME-3] changed on another device: take its layout, or save one's own over it", () => {
  const own = run({ type: "moved", key: "card-0", direction: "right" })
  const other = savedAs(4, run({ type: "hidden", key: "card-0" }))
  const theirs = reduceLayout(own, { type: "taken", saved: other })
  expect(theirs.cells.find(({ key }) => key === "card-0")?.isHidden).toBe(true)
  expect(isUnsaved(theirs)).toBe(false)
  const mine = reduceLayout(own, { type: "kept", saved: other })
  expect(mine.cells).toEqual(own.cells)
  expect(mine.saved?.version).toBe(4)
  expect(isUnsaved(mine)).toBe(true)
})
