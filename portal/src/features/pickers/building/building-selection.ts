import { withArrived, withPlaces } from "./building-arrival.ts"
import { childrenWanted, withClicksDone } from "./building-click.ts"
import { withRequired } from "./building-coverage.ts"
import { nested, type BuildingSelection, type Place } from "./building-list.ts"

export type BuildingSelectionEvent =
  /** Nodes that were not loaded as children. */
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
      return withClicksDone(withArrived(selection, event.parent, event.places))
    case "failed":
      if (!childrenWanted(selection).includes(event.parent)) return selection
      return withClicksDone({ ...selection, clicks: selection.clicks.slice(1) })
    case "clicked":
      return withClicksDone({ ...selection, clicks: [...selection.clicks, event.id] })
    case "cleared":
      return withRequired({ ...selection, listed: [], clicks: [] })
  }
}
