import { gridCalls, type GridNode } from "@uc/contract/grids/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import { useMemo } from "react"
import { useCall } from "../../../platform/http/use-call.ts"
import type { PickerProps } from "../picker-props.ts"
import type { TreeShape } from "../tree/tree-from-answer.ts"
import { selectionRules } from "../selection.ts"
import { wholeAnswer } from "../tree/whole-answer.ts"
import { WholeTreePicker } from "../tree/whole-tree-picker.tsx"

const shape: TreeShape<GridNode> = {
  keyOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  keysOf: ({ keys }) => keys,
  childrenOf: ({ childList }) => childList,
}

const { full, overMax } = pickerMessages.grid

/** 1004 (GRID-1 to GRID-3). */
export default function GridPicker({ options, onDone }: PickerProps<"grid">) {
  const { orgid, ifCallBackSpaceName } = options
  const answer = useCall(gridCalls.tree, { orgid, ifCallBackSpaceName })
  const rules = useMemo(
    () => selectionRules(options, { max: pickers.grid.max, words: { full, tooMany: overMax } }),
    [options],
  )
  return (
    <WholeTreePicker
      title={options.title ?? pickers.grid.title}
      noun="网格"
      answer={wholeAnswer(answer, (nodes) => nodes)}
      shape={shape}
      rules={rules}
      options={options}
      deepest={options.selectLevel}
      onDone={(nodes) => onDone(nodes && nodes.map(({ id, name }) => ({ id, name })))}
    />
  )
}
