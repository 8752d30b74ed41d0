/** A node of the building tree as far as choosing needs it, wherever it was met: in the tree, by a search, as a default. */
export interface Place {
  readonly id: string
  /** The ancestors, the topmost first. */
  readonly ids: readonly string[]
  readonly childCount: number
}

/** An entry of the selected list, with what its selection replaced (and what that had replaced before). */
export interface Listed {
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

/** Lists the topmost of these; what stands below one of them counts as replaced by it. */
export function nested(ids: readonly string[], places: ReadonlyMap<string, Place>): readonly Listed[] {
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

export function isBelow({ places }: BuildingSelection, id: string, above: string): boolean {
  return places.get(id)?.ids.includes(above) ?? false
}
