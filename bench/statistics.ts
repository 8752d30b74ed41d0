import type { Spread } from "./benchmark.ts"

export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new Error("Nothing was measured")
  return below + (above - below) * (place - Math.floor(place))
}

/** The middle of the repetitions with its quartiles: a machine that does something else meanwhile moves the mean. */
export function median(values: readonly number[]): { value: number; spread: Spread } {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    value: quantile(sorted, 0.5),
    spread: { low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), count: sorted.length },
  }
}

/**
 * Two things that were measured in turn. The ratio is taken of each pair, because what else the machine does lasts longer
 * than one measurement and meets both.
 */
export function compared(ours: readonly number[], besides: readonly number[], what: string) {
  const ratios = ours.map((value, at) => value / (besides[at] ?? Number.NaN))
  return { ...median(ours), beside: { what, ...median(besides) }, ratio: median(ratios).value }
}
