import type { Palette } from "./theme.ts"

interface ChartSeries {
  readonly name: string
  readonly values: readonly number[]
  readonly tone: keyof Pick<Palette, "brand" | "caution" | "done" | "danger" | "edge">
}

export interface ChartFacts {
  /** `rows`: bars that lie, for names that are long. */
  readonly kind: "line" | "columns" | "rows"
  readonly names: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly unit: string
}
