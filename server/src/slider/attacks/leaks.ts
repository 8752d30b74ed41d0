/** Pearson's r: 0 where one tells nothing about the other. */
export function correlation(ones: readonly number[], others: readonly number[]): number {
  const [mean, otherMean] = [meanOf(ones), meanOf(others)]
  let [cross, spread, otherSpread] = [0, 0, 0]
  for (const [at, one] of ones.entries()) {
    const [off, otherOff] = [one - mean, (others[at] ?? 0) - otherMean]
    cross += off * otherOff
    spread += off * off
    otherSpread += otherOff * otherOff
  }
  return cross / Math.sqrt(spread * otherSpread)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Chi squared of whole numbers from `low` to `high` in ten classes, of which all should be as full as they are wide. */
export function chiSquared(values: readonly number[], low: number, high: number): number {
  const classes = 10
  const span = high - low + 1
  const classOf = (value: number) => Math.floor(((value - low) * classes) / span)
  const widths = new Float64Array(classes)
  const counts = new Float64Array(classes)
  for (let value = low; value <= high; value++) widths[classOf(value)]!++
  for (const value of values) counts[classOf(value)]!++
  return counts.reduce((sum, count, at) => {
    const expected = (values.length * widths[at]!) / span
    return sum + (count - expected) ** 2 / expected
  }, 0)
}

/** What chance alone exceeds once in a thousand times, with nine degrees of freedom. */
export const chiSquaredLimit = 27.88
