import type { Id } from "@uc/contract/core/wire"

interface Placed {
  readonly id: Id
  readonly parentId: Id | null
}

/** From the topmost item down to this one. A cycle ends where it closes. */
export function trailOf<Row extends Placed>(items: readonly Row[], id: Id): Row[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const trail: Row[] = []
  for (let at = byId.get(id); at && !trail.includes(at); at = at.parentId ? byId.get(at.parentId) : undefined)
    trail.unshift(at)
  return trail
}

/** Everything below it, without itself. */
export function below<Row extends Placed>(items: readonly Row[], id: Id): Row[] {
  const found: Row[] = []
  const seen = new Set([id])
  const walk = (parent: Id) => {
    for (const item of items) {
      if (item.parentId !== parent || seen.has(item.id)) continue
      seen.add(item.id)
      found.push(item)
      walk(item.id)
    }
  }
  walk(id)
  return found
}

/** How many levels it has, counting its own. */
export function heightOf(items: readonly Placed[], id: Id): number {
  const base = trailOf(items, id).length
  return Math.max(1, ...below(items, id).map((item) => trailOf(items, item.id).length - base + 1))
}

/** A parent's children with the item before another, or at the end; null: there is no such other. */
export function withPlaced(
  items: readonly Placed[],
  { id, parentId, before }: { readonly id: Id; readonly parentId: Id | null; readonly before: Id | null },
): Id[] | null {
  const siblings = items.filter((item) => item.parentId === parentId && item.id !== id).map((item) => item.id)
  if (before === null) return [...siblings, id]
  const at = siblings.indexOf(before)
  return at === -1 ? null : siblings.toSpliced(at, 0, id)
}
