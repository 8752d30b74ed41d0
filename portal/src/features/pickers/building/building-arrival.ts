import { isLost } from "../tree/lazy-tree.ts"
import type { BuildingSelection, Listed, Place } from "./building-list.ts"

/** Adds the children of `parent`; chosen nodes below it that have no path to it any more are dropped. */
export function withArrived(
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

export function withPlaces(
  places: ReadonlyMap<string, Place>,
  met: readonly Place[],
): ReadonlyMap<string, Place> {
  return new Map([...places, ...met.map((place) => [place.id, place] as const)])
}
