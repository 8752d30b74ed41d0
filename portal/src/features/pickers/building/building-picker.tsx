import { buildingLimits, type BuildingNode } from "@uc/contract/buildings/calls"
import { pickerMessages, pickers, type PickerResult } from "@uc/contract/pickers/pickers"
import { useMemo } from "react"
import { LinkedBuildingPicker } from "./building-linked-picker.tsx"
import { buildingSource } from "./building-source.ts"
import { LazyTreePicker } from "../tree/lazy-tree-picker.tsx"
import type { PickerProps } from "../picker-props.ts"
import { selectionRules } from "../selection.ts"

const { overMax } = pickerMessages.building

function resultOf(nodes: readonly BuildingNode[]): PickerResult<"building"> {
  return nodes.map(({ id, buildingname, type, parentId, ids }) => ({ id, buildingname, type, parentId, ids }))
}

/** 1003 (BUILD-1 to BUILD-4). */
export default function BuildingPicker({ options, onDone }: PickerProps<"building">) {
  const { orgid } = options
  const source = useMemo(() => buildingSource(orgid), [orgid])
  const rules = useMemo(
    () => selectionRules(options, { max: pickers.building.max, words: { tooMany: overMax } }),
    [options],
  )
  const shared = {
    title: options.title ?? pickers.building.title,
    noun: "建筑" as const,
    source,
    scope: ["building", orgid],
    rules,
    options,
    searchLength: buildingLimits.searched,
    onDone: (nodes: readonly BuildingNode[] | null) => onDone(nodes && resultOf(nodes)),
  }
  return rules.max === 1 ? <LazyTreePicker {...shared} /> : <LinkedBuildingPicker {...shared} />
}
