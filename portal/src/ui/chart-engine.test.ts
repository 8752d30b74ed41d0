import { expect, test, vi } from "vitest"
import { draw } from "./chart-engine.ts"
import type { ChartFacts } from "./chart-facts.ts"

const setOption = vi.hoisted(() => vi.fn())
vi.mock("echarts/core", () => ({ init: () => ({ setOption }), use: () => undefined }))
vi.stubGlobal(
  "ResizeObserver",
  class {
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

test("[HOME-2] parts of a whole stand on each other, what is compared side by side: two scores are never summed up", () => {
  expect(stacksOf("columns")).toEqual([
    ["bar", "all"],
    ["bar", "all"],
  ])
  expect(stacksOf("pairs")).toEqual([
    ["bar", undefined],
    ["bar", undefined],
  ])
})
