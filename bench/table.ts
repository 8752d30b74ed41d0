import type { Goal, Row } from "./benchmark.ts"

const headings = ["benchmark", "what", "median", "quartiles", "beside", "ratio", "goal", "reached"]

/** A table for Markdown that reads well on a terminal too. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const lines = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`)
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`
  return [lines[0], rule, ...lines.slice(1)].join("\n")
}

function cellsOf({ benchmark, name, value, unit, spread, beside, ratio, goal, isReached }: Row): string[] {
  return [
    benchmark,
    name,
    `${rounded(value)} ${unit}`,
    spread.count > 1 ? `${rounded(spread.low)}–${rounded(spread.high)} (${spread.count})` : "",
    beside ? `${rounded(beside.value)} ${unit}: ${beside.what}` : "",
    ratio === undefined ? "" : `${ratio.toFixed(2)}x`,
    goal ? wordsOf(goal, unit) : "",
    isReached === null ? "" : isReached ? "yes" : "NO",
  ]
}

export function wordsOf({ of, limit, number }: Goal, unit: string): string {
  return `${limit} ${number}${of === "ratio" ? "x" : ` ${unit}`}`
}

function rounded(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en")
  return value.toFixed(value >= 10 ? 1 : 2).replace(/\.?0+$/, "")
}
