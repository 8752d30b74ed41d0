import type { Palette } from "../theme/theme.ts"

interface ChartSeries {
  readonly name: string
  readonly values: readonly number[]
  readonly tone: keyof Pick<Palette, "brand" | "caution" | "done" | "danger" | "edge">
}

export interface ChartFacts {
  /** `columns`: parts of a whole, stacked; `pairs`: compared, side by side; `rows`: horizontal bars, for long names. */
  readonly kind: "line" | "columns" | "pairs" | "rows"
  readonly names: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly unit: string
}
