import { expect, test, vi } from "vitest"
import { draw } from "./chart-engine.ts"
import type { ChartFacts } from "./chart-facts.ts"

const { setOption, resize } = vi.hoisted(() => ({ setOption: vi.fn(), resize: vi.fn() }))
vi.mock("echarts/core", () => ({
  init: () => ({ setOption, resize, getWidth: () => 300, getHeight: () => 200 }),
  use: () => undefined,
}))
let notice = () => {}
vi.stubGlobal(
  "ResizeObserver",
  class {
    constructor(callback: () => void) {
      notice = callback
    }
    observe() {}
  },
)

function stacksOf(kind: ChartFacts["kind"]): unknown[] {
  const series = ["甲", "乙"].map((name) => ({ name, tone: "brand" as const, values: [1, 2] }))
  const facts = { kind, names: ["a", "b"], unit: "分", series }
  draw({} as HTMLElement, { facts, theme: "light", onOpen: null })
  const option = setOption.mock.lastCall?.[0] as { readonly series: { type: string; stack?: string }[] }
  return option.series.map(({ type, stack }) => [type, stack])
}

test("[HOME-2] parts of a whole are stacked, compared values stand side by side", () => {
  expect(stacksOf("columns")).toEqual([
    ["bar", "all"],
    ["bar", "all"],
  ])
  expect(stacksOf("pairs")).toEqual([
    ["bar", undefined],
    ["bar", undefined],
  ])
})

test("a chart is drawn again only when its size changes", () => {
  const place = { clientWidth: 300, clientHeight: 200 }
  const facts: ChartFacts = { kind: "line", names: ["a"], unit: "次", series: [] }
  draw(place as HTMLElement, { facts, theme: "light", onOpen: null })
  notice()
  Object.assign(place, { clientWidth: 0, clientHeight: 0 })
  notice()
  expect(resize).not.toHaveBeenCalled()
  Object.assign(place, { clientWidth: 280, clientHeight: 200 })
  notice()
  expect(resize).toHaveBeenCalledTimes(1)
})
