import { gridCalls, type GridNode } from "@uc/contract/grids/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useCall } from "../../../platform/http/use-call.ts"
import type { PickerProps } from "../picker-props.ts"
import type { TreeShape } from "../tree/tree-from-answer.ts"
import { WholeTreePicker } from "../tree/whole-tree-picker.tsx"

const shape: TreeShape<GridNode> = {
  keyOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  keysOf: ({ keys }) => keys,
  childrenOf: ({ childList }) => childList,
}

const words = { full: pickerMessages.grid.full, tooMany: pickerMessages.grid.overMax }

/** 1004 (GRID-1 to GRID-3). */
export default function GridPicker({ options, onDone }: PickerProps<"grid">) {
  const { orgid, ifCallBackSpaceName } = options
  const answer = useCall(gridCalls.tree, { orgid, ifCallBackSpaceName })
  return (
    <WholeTreePicker
      name="grid"
      noun="网格"
      answer={answer}
      nodes={answer.data}
      deepest={options.selectLevel}
      {...{ shape, words, options }}
      onDone={(nodes) => onDone(nodes && nodes.map(({ id, name }) => ({ id, name })))}
    />
  )
}
