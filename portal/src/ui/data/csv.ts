export type Cell = string | number

/** A text that a spreadsheet would take for a formula gets an apostrophe: it may be anybody's. Numbers are ours. */
function written(cell: Cell): string {
  if (typeof cell === "number") return String(cell)
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** As spreadsheets read it: with the mark that says UTF-8, without which Chinese is garbled. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(written).join(",")}\r\n`).join("")}`
}
