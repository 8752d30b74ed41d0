import { areaCalls, areaLimits, type Area } from "@uc/contract/areas/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import { useMemo } from "react"
import { send } from "../../../platform/http/send.ts"
import type { LazySource } from "./lazy-source.ts"
import { LazyTreePicker } from "./lazy-tree-picker.tsx"
import type { PickerProps } from "../picker-props.ts"
import { selectionRules } from "../selection.ts"

const areaSource: LazySource<Area> = {
  below: (areaid, signal) => send(areaCalls.below, areaid === null ? {} : { areaid }, { signal }),
  named: (areaname, signal) => send(areaCalls.found, { areaname }, { signal }),
  foundAtMost: areaLimits.found,
  ofIds: (ids, signal) => send(areaCalls.found, { ids: ids.join(",") }, { signal }),
  keyOf: ({ areaid }) => areaid,
  labelOf: ({ areaname }) => areaname,
  aboveOf: ({ ids }) => ids,
  isLeaf: ({ isParent }) => !isParent,
}

const scope = ["area"]
const { tooFew, tooMany } = pickerMessages.area

/** 997 (AREA-1). */
export default function AreaPicker({ options, onDone }: PickerProps<"area">) {
  const rules = useMemo(
    () => selectionRules(options, { max: pickers.area.max, words: { tooFew, tooMany, full: tooMany } }),
    [options],
  )
  return (
    <LazyTreePicker
      title={options.title ?? pickers.area.title}
      noun="区域"
      source={areaSource}
      scope={scope}
      rules={rules}
      options={options}
      searchLength={areaLimits.searched}
      onDone={(areas) => onDone(areas && areas.map(({ areaid, areaname }) => ({ areaid, areaname })))}
    />
  )
}
