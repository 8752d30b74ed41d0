import { grouped } from "./grouped.ts"

/** Rows that name their parent, as the trees they form; a row whose parent is not among them is a root. */
export function nested<Row extends { readonly id: string; readonly parentId: string | null }, Node>(
  rows: readonly Row[],
  toNode: (row: Row, children: Node[]) => Node,
): Node[] {
  const known = new Set(rows.map(({ id }) => id))
  const byParent = grouped(rows, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const below = (parent: string | null): Node[] =>
    (byParent.get(parent) ?? []).map((row) => toNode(row, below(row.id)))
  return below(null)
}
