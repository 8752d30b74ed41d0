import type { Palette } from "../theme/theme.ts"

interface ChartSeries {
  readonly name: string
  readonly values: readonly number[]
  readonly tone: keyof Pick<Palette, "brand" | "caution" | "done" | "danger" | "edge">
}

export interface ChartFacts {
  /**
   * `columns`: several are parts of one whole and stand on each other; `pairs`: they are compared and stand side by side;
   * `rows`: bars that lie, for names that are long.
   */
  readonly kind: "line" | "columns" | "pairs" | "rows"
  readonly names: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly unit: string
}
