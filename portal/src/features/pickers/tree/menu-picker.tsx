import { menuCalls, type Menu } from "@uc/contract/menus/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import { useMemo } from "react"
import { useCall } from "../../../platform/http/use-call.ts"
import type { PickerProps } from "../picker-props.ts"
import type { TreeShape } from "./tree-from-answer.ts"
import { selectionRules } from "../selection.ts"
import { wholeAnswer } from "./whole-answer.ts"
import { WholeTreePicker } from "./whole-tree-picker.tsx"

const shape: TreeShape<Menu> = {
  keyOf: ({ value }) => value,
  labelOf: ({ text }) => text,
  keysOf: ({ keys }) => keys,
  childrenOf: ({ modulelist }) => modulelist,
}

const words = {
  tooFew: (min: number) => (min === 1 ? pickerMessages.menu.none : pickerMessages.tooFew(min)),
  full: pickerMessages.grid.full,
}

/** 1001 (MENUP-1). */
export default function MenuPicker({ options, onDone }: PickerProps<"menu">) {
  const { departmentid } = options
  const answer = useCall(menuCalls.forPicker, { departmentid })
  const rules = useMemo(() => selectionRules(options, { min: 1, max: pickers.menu.max, words }), [options])
  return (
    <WholeTreePicker
      title={options.title ?? pickers.menu.title}
      noun="菜单"
      answer={wholeAnswer(answer, ({ modulelist }) => modulelist)}
      shape={shape}
      rules={rules}
      options={options}
      onDone={(nodes) => onDone(nodes && nodes.map(({ value, text }) => ({ value, text })))}
    />
  )
}
