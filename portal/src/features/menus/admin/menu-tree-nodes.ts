import type { AdministeredMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"

export interface MenuNode {
  readonly item: AdministeredMenu
  readonly children: readonly MenuNode[]
}

type Placed = Pick<AdministeredMenu, "id" | "parentId">

function childrenOf<Row extends Placed>(items: readonly Row[], parentId: Id | null): Row[] {
  return items.filter((item) => item.parentId === parentId)
}

/** Items in a cycle are below no root: they are those that are missing here. */
export function forestOf(items: readonly AdministeredMenu[]): readonly MenuNode[] {
  const nodesOf = (parentId: Id | null): MenuNode[] =>
    childrenOf(items, parentId).map((item) => ({ item, children: nodesOf(item.id) }))
  return nodesOf(null)
}

/** From the topmost item to its parent; null: it is in a cycle. */
export function above<Row extends Placed>(items: readonly Row[], id: Id): readonly Row[] | null {
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

export function below<Row extends Placed>(items: readonly Row[], id: Id): readonly Row[] {
  const found: Row[] = []
  const walk = (parentId: Id) => {
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
  readonly parentId: Id | null
  readonly before: Id | null
}

export type Step = "up" | "down" | "in" | "out"

function placeOf(items: readonly Placed[], id: Id): Place & { readonly siblings: readonly Placed[] } {
  const parentId = items.find((item) => item.id === id)?.parentId ?? null
  const siblings = childrenOf(items, parentId)
  const at = siblings.findIndex((item) => item.id === id)
  return { parentId, before: siblings[at + 1]?.id ?? null, siblings }
}

/** One step by keyboard; null: there is none. */
export function placeByStep(items: readonly Placed[], id: Id, step: Step): Place | null {
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

/** Dropped on another row; null: it would be below itself, or stay where it is. */
export function placeByDrop(items: readonly Placed[], id: Id, target: Id, drop: Drop): Place | null {
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
