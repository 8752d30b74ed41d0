/** Items of a tree that an administrator arranges, flat: each names its parent, and siblings stand in their order. */
export interface Placed {
  readonly id: string
  readonly parentId: string | null
}

export interface PlacedNode<Row extends Placed> {
  readonly item: Row
  readonly children: readonly PlacedNode<Row>[]
}

function childrenOf<Row extends Placed>(items: readonly Row[], parentId: string | null): Row[] {
  return items.filter((item) => item.parentId === parentId)
}

/** What hangs in a cycle stands below no root: it is found by what is missing here. */
export function forestOf<Row extends Placed>(items: readonly Row[]): readonly PlacedNode<Row>[] {
  const byParent = new Map<string | null, Row[]>()
  for (const item of items) {
    const beside = byParent.get(item.parentId)
    if (beside) beside.push(item)
    else byParent.set(item.parentId, [item])
  }
  const nodesOf = (parentId: string | null): PlacedNode<Row>[] =>
    (byParent.get(parentId) ?? []).map((item) => ({ item, children: nodesOf(item.id) }))
  return nodesOf(null)
}

/** From the topmost down to what it hangs below; null: it hangs in a cycle. */
export function above<Row extends Placed>(items: readonly Row[], id: string): readonly Row[] | null {
  const byId = new Map(items.map((item) => [item.id, item]))
  const found: Row[] = []
  let at = byId.get(id)
  while (at && at.parentId !== null) {
    const parent = byId.get(at.parentId)
    if (!parent || parent.id === id || found.includes(parent)) return null
    found.unshift(parent)
    at = parent
  }
  return found
}

export function below<Row extends Placed>(items: readonly Row[], id: string): readonly Row[] {
  const found: Row[] = []
  const walk = (parentId: string) => {
    for (const child of childrenOf(items, parentId)) {
      if (child.id === id || found.includes(child)) continue
      found.push(child)
      walk(child.id)
    }
  }
  walk(id)
  return found
}

/** A position: below a parent, before a sibling or at the end. */
export interface Place {
  readonly parentId: string | null
  readonly before: string | null
}

export type Step = "up" | "down" | "in" | "out"

function placeOf(items: readonly Placed[], id: string): Place & { readonly siblings: readonly Placed[] } {
  const parentId = items.find((item) => item.id === id)?.parentId ?? null
  const siblings = childrenOf(items, parentId)
  const at = siblings.findIndex((item) => item.id === id)
  return { parentId, before: siblings[at + 1]?.id ?? null, siblings }
}

/** One step by the keyboard; null: there is no further. */
export function placeByStep(items: readonly Placed[], id: string, step: Step): Place | null {
  const { parentId, siblings } = placeOf(items, id)
  const at = siblings.findIndex((item) => item.id === id)
  const previous = siblings[at - 1]
  switch (step) {
    case "up":
      return previous ? { parentId, before: previous.id } : null
    case "down":
      return siblings[at + 1] ? { parentId, before: siblings[at + 2]?.id ?? null } : null
    case "in":
      return previous ? { parentId: previous.id, before: null } : null
    case "out": {
      if (parentId === null) return null
      const { parentId: grand, before } = placeOf(items, parentId)
      return { parentId: grand, before }
    }
  }
}

export type Drop = "before" | "inside" | "after"

/** Dropped on another row; null: it would hang below itself, or stay where it is. */
export function placeByDrop(items: readonly Placed[], id: string, target: string, drop: Drop): Place | null {
  if (id === target || below(items, id).some((item) => item.id === target)) return null
  const current = placeOf(items, id)
  const at = placeOf(items, target)
  const wanted =
    drop === "inside"
      ? { parentId: target, before: null }
      : { parentId: at.parentId, before: drop === "before" ? target : at.before }
  // Before itself, or before its present successor.
  const isSame = wanted.parentId === current.parentId && [id, current.before].includes(wanted.before)
  return isSame ? null : wanted
}
