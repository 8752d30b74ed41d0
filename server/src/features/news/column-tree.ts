import type { PortalColumn } from "@uc/contract/news/calls"
import type { Id } from "@uc/contract/core/wire"

export interface SeenColumn {
  readonly id: Id
  readonly orgId: Id
  readonly parentId: Id | null
  readonly category: string
  readonly name: string
  readonly sortNo: number
  /** Null: the reader's own, or a public one. */
  readonly sharedPath: string | null
}

interface Node {
  readonly column: SeenColumn
  /** The category above it. */
  readonly parent: string | null
}

/** Columns of the same category are merged: the reader's own, else the nearest superior's. */
function nodesOf(columns: readonly SeenColumn[], own: Id | null): ReadonlyMap<string, Node> {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const nearness = ({ orgId, sharedPath }: SeenColumn) =>
    orgId === own ? Number.MAX_SAFE_INTEGER : (sharedPath ?? "").length
  const nodes = new Map<string, Node>()
  for (const column of columns) {
    const known = nodes.get(column.category)
    if (known && nearness(known.column) >= nearness(column)) continue
    const parent = column.parentId === null ? null : (byId.get(column.parentId)?.category ?? null)
    nodes.set(column.category, { column, parent })
  }
  return nodes
}

/** Two organisations may nest the same categories in opposite ways; a column that would be below itself stands on top. */
function parentOf(nodes: ReadonlyMap<string, Node>, category: string): string | null {
  const parent = nodes.get(category)?.parent ?? null
  const passed = new Set<string>()
  for (let at = parent; at !== null && !passed.has(at); at = nodes.get(at)?.parent ?? null) {
    if (at === category) return null
    passed.add(at)
  }
  return parent !== null && nodes.has(parent) ? parent : null
}

function childrenByParent(
  columns: readonly SeenColumn[],
  own: Id | null,
): ReadonlyMap<string | null, Node[]> {
  const nodes = nodesOf(columns, own)
  const children = new Map<string | null, Node[]>()
  const inOrder = [...nodes.values()].toSorted(
    (a, b) => a.column.sortNo - b.column.sortNo || (a.column.category < b.column.category ? -1 : 1),
  )
  for (const node of inOrder) {
    const parent = parentOf(nodes, node.column.category)
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  return children
}

export function columnTree(columns: readonly SeenColumn[], own: Id | null): PortalColumn[] {
  const children = childrenByParent(columns, own)
  const below = (parent: string | null): PortalColumn[] =>
    (children.get(parent) ?? []).map(({ column: { id, name, category } }) => ({
      id,
      name,
      category,
      children: below(category),
    }))
  return below(null)
}

/** The columns of a category and of those below it, of every organisation; of all without a category. */
export function columnsBelow(
  columns: readonly SeenColumn[],
  own: Id | null,
  category: string | undefined,
): readonly SeenColumn[] {
  if (category === undefined) return columns
  const children = childrenByParent(columns, own)
  const wanted = new Set<string>()
  const add = (each: string) => {
    wanted.add(each)
    for (const { column } of children.get(each) ?? []) add(column.category)
  }
  add(category)
  return columns.filter((column) => wanted.has(column.category))
}
