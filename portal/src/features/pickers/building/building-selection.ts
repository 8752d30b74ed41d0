import type { Mark } from "../../../ui/tree/marks.ts"
import { isLost } from "../tree/lazy-tree.ts"

/** A node of the building tree as far as choosing needs it, wherever it was met: in the tree, by a search, as a default. */
export interface Place {
  readonly id: string
  /** The ancestors, the topmost first. */
  readonly ids: readonly string[]
  readonly childCount: number
}

/** An entry of the selected list, with what its selection replaced (and what that had replaced before). */
interface Listed {
  readonly id: string
  readonly replaced: readonly Listed[]
}

/**
 * BUILD-2: the selected list over a tree of which only a part is loaded. No entry stands below another. What is checked
 * follows from the list alone, so it does not matter in which order things are loaded and clicked.
 */
export interface BuildingSelection {
  readonly places: ReadonlyMap<string, Place>
  /** The children by parent, where they are loaded. */
  readonly children: ReadonlyMap<string, readonly string[]>
  readonly listed: readonly Listed[]
  /** Clicks that are not done: the first waits for children (`childrenWanted`), the others for the first. */
  readonly clicks: readonly string[]
  readonly required: ReadonlySet<string>
  readonly disabled: ReadonlySet<string>
  /** What was chosen and is no longer there. */
  readonly gone: readonly string[]
}

export type BuildingSelectionEvent =
  /** Nodes that came another way than as somebody's children. */
  | { readonly type: "met"; readonly places: readonly Place[] }
  | { readonly type: "arrived"; readonly parent: string | null; readonly places: readonly Place[] }
  | { readonly type: "failed"; readonly parent: string }
  | { readonly type: "clicked"; readonly id: string }
  | { readonly type: "cleared" }

interface Start {
  /** Everything that is known of the defaults, the required and the disabled, their ancestors included. */
  readonly places: readonly Place[]
  readonly defaults?: readonly string[] | undefined
  readonly required?: readonly string[] | undefined
  readonly disabled?: readonly string[] | undefined
}

export function buildingSelectionOf({ places, defaults = [], required = [], disabled = [] }: Start) {
  const known = new Map(places.map((place) => [place.id, place]))
  const isThere = (id: string) => known.has(id)
  const chosen = [...new Set([...required, ...defaults])]
  const selection: BuildingSelection = {
    places: known,
    children: new Map(),
    listed: nested(chosen.filter(isThere), known),
    clicks: [],
    required: new Set(required.filter(isThere)),
    disabled: new Set(disabled.filter(isThere)),
    gone: chosen.filter((id) => !isThere(id)),
  }
  return selection
}

export function reduceBuildingSelection(
  selection: BuildingSelection,
  event: BuildingSelectionEvent,
): BuildingSelection {
  switch (event.type) {
    case "met":
      return { ...selection, places: withPlaces(selection.places, event.places) }
    case "arrived":
      return settled(withArrived(selection, event.parent, event.places))
    case "failed":
      if (!childrenWanted(selection).includes(event.parent)) return selection
      return settled({ ...selection, clicks: selection.clicks.slice(1) })
    case "clicked":
      return settled({ ...selection, clicks: [...selection.clicks, event.id] })
    case "cleared":
      return withRequired({ ...selection, listed: [], clicks: [] })
  }
}

/** Whose children must be loaded before the first waiting click can be done. */
export function childrenWanted(selection: BuildingSelection): readonly string[] {
  const [first] = selection.clicks
  if (first === undefined) return []
  const outcome = afterClick(selection, first)
  return "wants" in outcome ? outcome.wants : []
}

export interface Coverage {
  of(place: Pick<Place, "id" | "ids">): Mark
}

/** BUILD-1, before the children are loaded too: the chain tells what lies below whom, the count when it is all of it. */
export function coverageOf({ places, children, listed }: BuildingSelection): Coverage {
  const chosen = new Set(listed.map(({ id }) => id))
  const filled = new Set<string>()
  const touched = new Set<string>()
  const counts = new Map<string, number>()
  for (const { id } of listed) {
    const chain = places.get(id)?.ids ?? []
    for (const above of chain) touched.add(above)
    for (const above of chain.toReversed()) {
      const count = (counts.get(above) ?? 0) + 1
      counts.set(above, count)
      // What is loaded is truer than the count that came earlier.
      const all = children.get(above)?.length ?? places.get(above)?.childCount
      if (all === undefined || count < all) break
      filled.add(above)
    }
  }
  return {
    of: ({ id, ids }) => {
      if (chosen.has(id) || filled.has(id) || ids.some((above) => chosen.has(above))) return "checked"
      return touched.has(id) ? "partial" : "unchecked"
    },
  }
}

/** It can't be chosen itself, or choosing it would choose one that can't be. */
export function isBarred({ places, disabled }: BuildingSelection, id: string): boolean {
  if (disabled.has(id)) return true
  for (const other of disabled) if (places.get(other)?.ids.includes(id)) return true
  return false
}

function withPlaces(places: ReadonlyMap<string, Place>, met: readonly Place[]): ReadonlyMap<string, Place> {
  return new Map([...places, ...met.map((place) => [place.id, place] as const)])
}

/** Lists the topmost of these; what stands below one of them counts as replaced by it. */
function nested(ids: readonly string[], places: ReadonlyMap<string, Place>): readonly Listed[] {
  const all = new Set(ids)
  const chainOf = (id: string) => places.get(id)?.ids ?? []
  return ids
    .filter((id) => !chainOf(id).some((above) => all.has(above)))
    .map((id) => ({
      id,
      replaced: nested(
        ids.filter((other) => chainOf(other).includes(id)),
        places,
      ),
    }))
}

function isBelow({ places }: BuildingSelection, id: string, above: string): boolean {
  return places.get(id)?.ids.includes(above) ?? false
}

/** Does as many of the waiting clicks as can be done, in their order. */
function settled(selection: BuildingSelection): BuildingSelection {
  const [first, ...rest] = selection.clicks
  if (first === undefined) return selection
  const outcome = afterClick(selection, first)
  if ("wants" in outcome) return selection
  return settled({ ...selection, listed: outcome.listed, clicks: rest })
}

type Outcome = { readonly listed: readonly Listed[] } | { readonly wants: readonly string[] }

function afterClick(selection: BuildingSelection, id: string): Outcome {
  const { places, listed } = selection
  const place = places.get(id)
  if (!place) return { listed }
  if (coverageOf(selection).of(place) !== "checked") {
    return { listed: isBarred(selection, id) ? listed : withSelected(selection, id) }
  }
  if ([id, ...place.ids].some((one) => selection.required.has(one))) return { listed }
  const own = listed.find((entry) => entry.id === id)
  if (own) return kept(selection, replacedBy(listed, own, own.replaced))
  const cover = listed.find((entry) => place.ids.includes(entry.id))
  if (!cover) {
    return kept(
      selection,
      listed.filter((entry) => !isBelow(selection, entry.id, id)),
    )
  }
  const path = place.ids.slice(place.ids.indexOf(cover.id))
  const wants = path.filter((step) => !selection.children.has(step))
  if (wants.length > 0) return { wants }
  const others = besides(selection, cover.id, new Set(path), id).map((other) => ({ id: other, replaced: [] }))
  return kept(selection, replacedBy(listed, cover, others))
}

function withSelected(selection: BuildingSelection, id: string): readonly Listed[] {
  const isReplaced = (entry: Listed) => isBelow(selection, entry.id, id)
  const { listed } = selection
  return [
    ...listed.filter((entry) => !isReplaced(entry)),
    { id, replaced: listed.filter((entry) => isReplaced(entry)) },
  ]
}

function replacedBy(listed: readonly Listed[], entry: Listed, by: readonly Listed[]): readonly Listed[] {
  return listed.flatMap((other) => (other === entry ? by : [other]))
}

/** The fewest nodes that together are everything below `from` but `id`, in the tree's order. */
function besides(
  selection: BuildingSelection,
  from: string,
  path: ReadonlySet<string>,
  id: string,
): readonly string[] {
  return (selection.children.get(from) ?? []).flatMap((child) => {
    if (child === id) return []
    return path.has(child) ? besides(selection, child, path, id) : [child]
  })
}

function kept(selection: BuildingSelection, listed: readonly Listed[]): Outcome {
  return { listed: withRequired({ ...selection, listed }).listed }
}

/** What is required stays chosen whatever is unchecked around it. */
function withRequired(selection: BuildingSelection): BuildingSelection {
  const coverage = coverageOf(selection)
  const lost = [...selection.required].filter((id) => {
    const place = selection.places.get(id)
    return place !== undefined && coverage.of(place) !== "checked"
  })
  if (lost.length === 0) return selection
  return { ...selection, listed: [...selection.listed, ...nested(lost, selection.places)] }
}

/** Takes in the children of `parent`; what was chosen below it and has no way down to it any more is gone. */
function withArrived(
  selection: BuildingSelection,
  parent: string | null,
  arrived: readonly Place[],
): BuildingSelection {
  const present = new Set(arrived.map(({ id }) => id))
  const places = withPlaces(selection.places, arrived)
  const children = new Map(selection.children)
  if (parent !== null) children.set(parent, [...present])
  const isGone = (id: string) => isLost([...(selection.places.get(id)?.ids ?? []), id], parent, present)
  const gone: string[] = []
  const stillThere = (entries: readonly Listed[]): readonly Listed[] =>
    entries.flatMap((entry) => {
      if (!isGone(entry.id)) return [{ ...entry, replaced: stillThere(entry.replaced) }]
      gone.push(entry.id)
      return []
    })
  const listed = stillThere(selection.listed)
  const required = new Set([...selection.required].filter((id) => !isGone(id)))
  return { ...selection, places, children, listed, required, gone: [...selection.gone, ...gone] }
}
