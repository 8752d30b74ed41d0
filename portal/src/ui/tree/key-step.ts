import type { Forest, TreeItem } from "./forest.ts"
import type { VisibleRows } from "./visible-rows.ts"

/** What a key means, in the WAI-ARIA tree pattern. */
export type KeyStep =
  | { readonly type: "move"; readonly row: number }
  | { readonly type: "open"; readonly indexes: readonly number[] }
  | { readonly type: "close"; readonly index: number }
  | { readonly type: "press" }

/** `row` is the active row; null: the key has no meaning here. */
export function keyStep(
  key: string,
  row: number,
  pageRows: number,
  rows: VisibleRows,
  forest: Forest,
): KeyStep | null {
  const last = rows.count - 1
  const to = (wanted: number): KeyStep => ({ type: "move", row: Math.max(0, Math.min(last, wanted)) })
  const { index, isAwaited } = rows.at(row)
  switch (key) {
    case "ArrowDown":
      return to(row + 1)
    case "ArrowUp":
      return to(row - 1)
    case "Home":
      return to(0)
    case "End":
      return to(last)
    case "PageDown":
      return to(row + pageRows)
    case "PageUp":
      return to(row - pageRows)
    case "ArrowRight":
      if (isAwaited || !rows.isBranch(index)) return null
      return rows.isOpen(index) ? to(row + 1) : { type: "open", indexes: [index] }
    case "ArrowLeft": {
      if (isAwaited) return to(row - 1)
      if (rows.isOpen(index)) return { type: "close", index }
      const parent = forest.parentOf(index)
      return parent === -1 ? null : to(rows.rowOf(parent))
    }
    case "*":
      return { type: "open", indexes: closedSiblings(index, rows, forest) }
    case " ":
    case "Enter":
      return { type: "press" }
    default:
      return null
  }
}

/** Only loaded ones: one key must not send a hundred requests. */
function closedSiblings(index: number, rows: VisibleRows, forest: Forest): number[] {
  const parent = forest.parentOf(index)
  const end = parent === -1 ? forest.size : forest.endOf(parent)
  const siblings: number[] = []
  for (let at = parent + 1; at < end; at = forest.endOf(at))
    if (rows.isBranch(at) && !rows.isOpen(at) && (at === index || forest.isLoaded(at))) siblings.push(at)
  return siblings
}

/** The next row whose label begins with the typed text, round the end; -1: none. The same letter again goes on. */
export function typedRow(typed: string, row: number, rows: VisibleRows, forest: Forest): number {
  const letters = typed.toLowerCase().split("")
  const isRepeated = letters.every((letter) => letter === letters[0])
  const wanted = isRepeated ? (letters[0] ?? "") : typed.toLowerCase()
  for (let step = isRepeated ? 1 : 0; step <= rows.count; step++) {
    const at = (row + step) % rows.count
    const { index, isAwaited } = rows.at(at)
    if (!isAwaited && beginsWith(forest.itemAt(index), wanted)) return at
  }
  return -1
}

function beginsWith({ label, keys = "" }: TreeItem, wanted: string): boolean {
  return label.toLowerCase().startsWith(wanted) || ` ${keys}`.includes(` ${wanted}`)
}
