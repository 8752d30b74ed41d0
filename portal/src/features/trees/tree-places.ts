import type { Id } from "@uc/contract/core/wire"
import type { TreeEntry, TreeShape } from "@uc/contract/trees/tree-calls"
import { below, placeByStep, type Place, type Step } from "../../ui/tree/placed-items.ts"

/** A tree with what is asked about each of its entries: it may have thousands. */
export interface ShownTree {
  readonly shape: TreeShape
  readonly items: readonly TreeEntry[]
  readonly mayAddTop: boolean
  readonly byId: ReadonlyMap<Id, TreeEntry>
}

export function shownTree(shape: TreeShape, given: readonly TreeEntry[], mayAddTop: boolean): ShownTree {
  const known = new Set(given.map(({ id }) => id))
  // Where the viewer's tree begins there may be more above it, which is not shown.
  const items = given.map((item) =>
    item.parentId === null || known.has(item.parentId) ? item : { ...item, parentId: null },
  )
  return { shape, items, mayAddTop, byId: new Map(items.map((item) => [item.id, item])) }
}

/** From the topmost down to itself. */
export function trailOf({ byId }: ShownTree, id: Id): TreeEntry[] {
  const trail: TreeEntry[] = []
  for (let at = byId.get(id); at && !trail.includes(at); at = byId.get(at.parentId ?? "")) trail.unshift(at)
  return trail
}

/** Which kinds may stand below a node, or at the top. */
export function kindsBelow({ kinds, top }: TreeShape, parent: TreeEntry | null): readonly string[] {
  return parent === null ? top : (kinds[parent.kind]?.below ?? [])
}

/** `教学区 / 一号楼` */
export function pathOf(tree: ShownTree, id: Id): string {
  return trailOf(tree, id)
    .map(({ name }) => name)
    .join(" / ")
}

/** Out of use itself, or by something above it. */
function isOff(trail: readonly TreeEntry[]): boolean {
  return trail.some(({ isDisabled }) => isDisabled)
}

/** May something be added right below it? Out of use, nobody could choose what is. */
export function takesChildren(tree: ShownTree, entry: TreeEntry): boolean {
  const trail = trailOf(tree, entry.id)
  return kindsBelow(tree.shape, entry).length > 0 && trail.length < tree.shape.levels && !isOff(trail)
}

/** The parents that an entry may get; null is the top. */
export function possibleParents(tree: ShownTree, entry: TreeEntry): (TreeEntry | null)[] {
  const { shape, items, mayAddTop } = tree
  const own = below(items, entry.id)
  const base = trailOf(tree, entry.id).length
  const height = Math.max(1, ...own.map(({ id }) => trailOf(tree, id).length - base + 1))
  const refused = new Set([entry.id, ...own.map(({ id }) => id)])
  const parents = items.filter((parent) => {
    if (refused.has(parent.id) || !kindsBelow(shape, parent).includes(entry.kind)) return false
    const trail = trailOf(tree, parent.id)
    return trail.length + height <= shape.levels && !isOff(trail)
  })
  return mayAddTop && shape.top.includes(entry.kind) ? [null, ...parents] : parents
}

/** How many places there are for each kind, the own included: with one there is nowhere to go. */
export function placesByKind({ shape, items, mayAddTop }: ShownTree): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (mayAddTop) for (const kind of shape.top) count(kind)
  for (const item of items) for (const kind of kindsBelow(shape, item)) count(kind)
  return counts
}

/** One step by the keyboard; null: there is no further, or it may not stand there. */
export function possibleStep(tree: ShownTree, entry: TreeEntry, step: Step): Place | null {
  const place = entry.isFixed ? null : placeByStep(tree.items, entry.id, step)
  if (!place || place.parentId === entry.parentId) return place
  const isPossible = possibleParents(tree, entry).some((parent) => (parent?.id ?? null) === place.parentId)
  return isPossible ? place : null
}

/** The entries whose name or code has the text, and all that stands above them; without a text all. */
export function searched(tree: ShownTree, text: string): readonly TreeEntry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === "") return tree.items
  const has = ({ name, code }: TreeEntry) =>
    name.toLowerCase().includes(wanted) || code.toLowerCase().includes(wanted)
  const shown = new Set(tree.items.filter(has).flatMap(({ id }) => trailOf(tree, id)))
  return tree.items.filter((item) => shown.has(item))
}
