import { coverageOf, isBarred, withRequired } from "./building-coverage.ts"
import { isBelow, type BuildingSelection, type Listed } from "./building-list.ts"

/** Carries out as many waiting clicks as possible, in order. */
export function withClicksDone(selection: BuildingSelection): BuildingSelection {
  const [first, ...rest] = selection.clicks
  if (first === undefined) return selection
  const outcome = afterClick(selection, first)
  if ("wants" in outcome) return selection
  return withClicksDone({ ...selection, listed: outcome.listed, clicks: rest })
}

/** Whose children must be loaded before the first waiting click can be done. */
export function childrenWanted(selection: BuildingSelection): readonly string[] {
  const [first] = selection.clicks
  if (first === undefined) return []
  const outcome = afterClick(selection, first)
  return "wants" in outcome ? outcome.wants : []
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
  if (own) return outcomeWithRequired(selection, replacedBy(listed, own, own.replaced))
  const cover = listed.find((entry) => place.ids.includes(entry.id))
  if (!cover) {
    return outcomeWithRequired(
      selection,
      listed.filter((entry) => !isBelow(selection, entry.id, id)),
    )
  }
  const path = place.ids.slice(place.ids.indexOf(cover.id))
  const wants = path.filter((step) => !selection.children.has(step))
  if (wants.length > 0) return { wants }
  const others = besides(selection, cover.id, new Set(path), id).map((other) => ({ id: other, replaced: [] }))
  return outcomeWithRequired(selection, replacedBy(listed, cover, others))
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

function outcomeWithRequired(selection: BuildingSelection, listed: readonly Listed[]): Outcome {
  return { listed: withRequired({ ...selection, listed }).listed }
}
