import { pickers } from "@uc/contract/pickers"
import { PickerFrame } from "./picker-frame.tsx"
import type { PickerProps } from "./picker-props.ts"

export function PersonPicker({ options, onDone }: PickerProps<"person">) {
  return (
    <PickerFrame
      title={options.title ?? pickers.person.title}
      chosen={[]}
      max={options.max ?? null}
      onRemove={() => undefined}
      onClear={() => undefined}
      onCancel={() => onDone(null)}
      onConfirm={() => onDone([])}
    >
      {null}
    </PickerFrame>
  )
}

export default PersonPicker
