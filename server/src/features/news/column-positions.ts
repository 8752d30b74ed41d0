import { newsAdminLimits } from "@uc/contract/news/admin-calls"
import type { Id } from "@uc/contract/core/wire"

export interface PlacedColumn {
  readonly id: Id
  readonly parentId: Id | null
}

function childrenOf<T extends PlacedColumn>(tree: readonly T[], parent: Id | null): T[] {
  return tree.filter(({ parentId }) => parentId === parent)
}

function levelsFrom(tree: readonly PlacedColumn[], id: Id): number {
  return 1 + Math.max(0, ...childrenOf(tree, id).map((child) => levelsFrom(tree, child.id)))
}

/** From the topmost column to this one; ends also where the table has a cycle. */
function pathTo(tree: readonly PlacedColumn[], id: Id | null): Id[] {
  const path: Id[] = []
  for (let at = id; at !== null && !path.includes(at);) {
    path.unshift(at)
    at = tree.find((column) => column.id === at)?.parentId ?? null
  }
  return path
}

/** Why a column (null: a new one) can't stand below this parent (null: on top); null: it can. */
export function columnObstacle(
  tree: readonly PlacedColumn[],
  id: Id | null,
  parent: Id | null,
): "circle" | "deep" | null {
  const above = pathTo(tree, parent)
  if (id !== null && above.includes(id)) return "circle"
  const levels = id === null ? 1 : levelsFrom(tree, id)
  return above.length + levels > newsAdminLimits.depth ? "deep" : null
}

/** Parents before their children, siblings as they come. */
export function orderOf<T extends PlacedColumn>(tree: readonly T[], parent: Id | null = null): T[] {
  return childrenOf(tree, parent).flatMap((column) => [column, ...orderOf(tree, column.id)])
}
