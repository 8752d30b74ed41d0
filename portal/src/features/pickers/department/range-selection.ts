import type { BuildingLayer } from "@uc/contract/buildings/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { afterToggle, type Choice, type SelectionRules } from "../selection.ts"

/** A building with its layers, or a layer. */
export type RangeNode =
  | {
      readonly kind: "building"
      readonly id: string
      readonly name: string
      /** Its campus, where another building has its name; null: it needs none. */
      readonly campus: string | null
      readonly layers: readonly RangeNode[]
    }
  | { readonly kind: "layer"; readonly id: string; readonly layer: BuildingLayer; readonly path: string }

/** RANGE-1: rows become a tree, in the order in which they came. */
export function rangeTree(rows: readonly BuildingLayer[]): readonly RangeNode[] {
  const buildings = new Map<string, { readonly of: BuildingLayer; readonly layers: BuildingLayer[] }>()
  for (const layer of rows) {
    const building = buildings.get(layer.buildingId) ?? { of: layer, layers: [] }
    building.layers.push(layer)
    buildings.set(layer.buildingId, building)
  }
  const named = new Map<string, number>()
  for (const { of } of buildings.values()) {
    named.set(of.buildingName, (named.get(of.buildingName) ?? 0) + 1)
  }
  return [...buildings].map(([id, { of, layers }]) => {
    const name = of.buildingName
    const campus = named.get(name) === 1 ? null : of.campusName
    const path = campus === null ? name : `${campus} / ${name}`
    const nodes = layers.map((layer): RangeNode => ({ kind: "layer", id: layer.layerId, layer, path }))
    return { kind: "building", id, name, campus, layers: nodes }
  })
}

/** Layers are chosen; a building stands for all of its layers that can be. */
export function afterRangeToggle(keys: readonly string[], node: RangeNode, rules: SelectionRules): Choice {
  if (node.kind === "layer") return afterToggle(keys, { key: node.id, depth: 1 }, rules)
  if (rules.max === 1) return { refused: pickerMessages.grid.wrongLevel }
  const own = node.layers.map(({ id }) => id)
  const open = own.filter((id) => !rules.disabled.has(id) && !keys.includes(id))
  if (open.length > 0) return { keys: [...keys, ...open] }
  return { keys: keys.filter((key) => !own.includes(key) || rules.required.has(key)) }
}

interface SavedRange {
  readonly layers: readonly BuildingLayer[]
}

/** What all of them have. They are unequal where one has a layer that another one lacks. */
export function sharedRange(saved: readonly SavedRange[]): {
  readonly layerIds: readonly string[]
  readonly isUnequal: boolean
} {
  const ranges = saved.map(({ layers }) => new Set(layers.map(({ layerId }) => layerId)))
  const all = new Set(ranges.flatMap((range) => [...range]))
  const layerIds = [...all].filter((id) => ranges.every((range) => range.has(id)))
  return { layerIds, isUnequal: layerIds.length < all.size }
}
