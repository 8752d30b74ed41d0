/** A node of the building tree as far as choosing needs it, wherever it came from: the tree, a search, a default. */
export interface Place {
  readonly id: string
  /** The ancestors, the topmost first. */
  readonly ids: readonly string[]
  /** Left out: known once the children are loaded. */
  readonly childCount?: number | undefined
}

/** An entry of the selected list, with the entries that it replaced (and those that they had replaced). */
export interface Listed {
  readonly id: string
  readonly replaced: readonly Listed[]
}

/**
 * BUILD-2: the selected list over a partly loaded tree. No entry is below another. What is checked follows from the list
 * alone, so the order of loading and clicking does not matter.
 */
export interface BuildingSelection {
  readonly places: ReadonlyMap<string, Place>
  /** The children by parent, where they are loaded. */
  readonly children: ReadonlyMap<string, readonly string[]>
  readonly listed: readonly Listed[]
  /** Waiting clicks: the first waits for children (`childrenWanted`), the others for the first. */
  readonly clicks: readonly string[]
  readonly required: ReadonlySet<string>
  readonly disabled: ReadonlySet<string>
  /** Chosen nodes that no longer exist. */
  readonly gone: readonly string[]
}

/** Lists the topmost of these; those below count as replaced. */
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
