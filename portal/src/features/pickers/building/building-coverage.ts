import type { Mark } from "../../../ui/tree/marks.ts"
import { nested, type BuildingSelection, type Place } from "./building-list.ts"

export interface Coverage {
  of(place: Pick<Place, "id" | "ids">): Mark
}

/** BUILD-1, also before the children are loaded: the ancestors say what is below, the count when it is all of it. */
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
      // Loaded children count more than an earlier count.
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

/** It can't be chosen, or choosing it would choose a disabled one. */
export function isBarred({ places, disabled }: BuildingSelection, id: string): boolean {
  if (disabled.has(id)) return true
  for (const other of disabled) if (places.get(other)?.ids.includes(id)) return true
  return false
}

/** Required nodes stay chosen whatever is unchecked around them. */
export function withRequired(selection: BuildingSelection): BuildingSelection {
  const coverage = coverageOf(selection)
  const lost = [...selection.required].filter((id) => {
    const place = selection.places.get(id)
    return place !== undefined && coverage.of(place) !== "checked"
  })
  if (lost.length === 0) return selection
  return { ...selection, listed: [...selection.listed, ...nested(lost, selection.places)] }
}
