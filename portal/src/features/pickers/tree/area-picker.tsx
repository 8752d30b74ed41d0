import { areaCalls, areaLimits, type Area } from "@uc/contract/areas/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import { useMemo } from "react"
import { send } from "../../../platform/http/send.ts"
import type { LazySource } from "./lazy-source.ts"
import { LazyTreePicker } from "./lazy-tree-picker.tsx"
import { withPlainFallback } from "./plain-source.ts"
import type { PickerProps } from "../picker-props.ts"
import { selectionRules } from "../selection.ts"

/** DISTRICT-16: a service may not tell what an area stands below; then it follows from where it was opened. */
function withPath(
  areas: readonly Area[],
  parent: string | null,
  known: Map<string, readonly string[]>,
): Area[] {
  return areas.map((area) => {
    const ids = area.ids.length > 0 || parent === null ? area.ids : [...(known.get(parent) ?? []), parent]
    known.set(area.areaid, ids)
    return { ...area, ids }
  })
}

function areaSource(): LazySource<Area> {
  const known = new Map<string, readonly string[]>()
  const source: LazySource<Area> = {
    below: async (areaid, signal) =>
      withPath(await send(areaCalls.below, areaid === null ? {} : { areaid }, { signal }), areaid, known),
    named: (areaname, signal) => send(areaCalls.found, { areaname }, { signal }),
    foundAtMost: areaLimits.found,
    ofIds: (ids, signal) => send(areaCalls.found, { ids: ids.join(",") }, { signal }),
    keyOf: ({ areaid }) => areaid,
    labelOf: ({ areaname }) => areaname,
    aboveOf: ({ ids }) => ids,
    isLeaf: ({ isParent }) => !isParent,
  }
  // The call by name or id is ours alone: who has it selects.
  return withPlainFallback(source, { service: areaCalls.found.service, isSelection: () => true })
}

const scope = ["area"]
const { tooFew, tooMany } = pickerMessages.area

/** 997 (AREA-1). */
export default function AreaPicker({ options, onDone }: PickerProps<"area">) {
  const source = useMemo(() => areaSource(), [])
  const rules = useMemo(
    () => selectionRules(options, { max: pickers.area.max, words: { tooFew, tooMany, full: tooMany } }),
    [options],
  )
  return (
    <LazyTreePicker
      title={options.title ?? pickers.area.title}
      noun="区域"
      source={source}
      scope={scope}
      rules={rules}
      options={options}
      searchLength={areaLimits.searched}
      onDone={(areas) => onDone(areas && areas.map(({ areaid, areaname }) => ({ areaid, areaname })))}
    />
  )
}
