import { moduleCalls, type Module } from "@uc/contract/modules/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useCall } from "../../../platform/http/use-call.ts"
import type { PickerProps } from "../picker-props.ts"
import type { TreeShape } from "./tree-from-answer.ts"
import { WholeTreePicker } from "./whole-tree-picker.tsx"

const shape: TreeShape<Module> = {
  keyOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  keysOf: ({ keys }) => keys,
  childrenOf: ({ children }) => children,
}

const { none, tooMany } = pickerMessages.module
const words = {
  tooFew: (min: number) => (min === 1 ? none : pickerMessages.tooFew(min)),
  tooMany,
  full: tooMany,
}

/** 1002 (MODULE-1). */
export default function ModulePicker({ options, onDone }: PickerProps<"module">) {
  const { identifier, ifAll } = options
  const answer = useCall(moduleCalls.tree, { identifier, ifAll })
  return (
    <WholeTreePicker
      name="module"
      noun="模块"
      answer={answer}
      nodes={answer.data}
      min={1}
      {...{ shape, words, options }}
      onDone={(nodes) => onDone(nodes && nodes.map(({ id, name }) => ({ id, name })))}
    />
  )
}
