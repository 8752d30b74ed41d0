import { menuCalls, type Menu } from "@uc/contract/menus/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useCall } from "../../../platform/http/use-call.ts"
import type { PickerProps } from "../picker-props.ts"
import type { TreeShape } from "./tree-from-answer.ts"
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
  const answer = useCall(menuCalls.forPicker, { departmentid: options.departmentid })
  return (
    <WholeTreePicker
      name="menu"
      noun="菜单"
      answer={answer}
      nodes={answer.data?.modulelist}
      min={1}
      {...{ shape, words, options }}
      onDone={(nodes) => onDone(nodes && nodes.map(({ value, text }) => ({ value, text })))}
    />
  )
}
