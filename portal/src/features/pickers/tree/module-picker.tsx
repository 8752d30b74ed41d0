import { moduleCalls, type Module } from "@uc/contract/modules/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import { useMemo } from "react"
import { useCall } from "../../../platform/http/use-call.ts"
import type { PickerProps } from "../picker-props.ts"
import type { TreeShape } from "./tree-from-answer.ts"
import { selectionRules } from "../selection.ts"
import { wholeAnswer } from "./whole-answer.ts"
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
  const rules = useMemo(() => selectionRules(options, { min: 1, max: pickers.module.max, words }), [options])
  return (
    <WholeTreePicker
      title={options.title ?? pickers.module.title}
      noun="模块"
      answer={wholeAnswer(answer, (nodes) => nodes)}
      shape={shape}
      rules={rules}
      options={options}
      onDone={(nodes) => onDone(nodes && nodes.map(({ id, name }) => ({ id, name })))}
    />
  )
}
