import { pickers } from "@uc/contract/pickers"
import { PickerFrame } from "./picker-frame.tsx"
import type { PickerProps } from "./picker-props.ts"

export function DepartmentPicker({ options, onDone }: PickerProps<"department">) {
  return (
    <PickerFrame
      title={options.title ?? pickers.department.title}
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

export default DepartmentPicker
