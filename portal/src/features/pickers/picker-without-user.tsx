import { pickerMessages } from "@uc/contract/pickers/pickers"
import { useEffect } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { PickerError } from "./picker-states.tsx"
import { PickerFrame } from "./picker-frame.tsx"
import { usePickerProblem } from "./picker-problem.ts"

interface PickerWithoutUserProps {
  readonly title: string
  readonly onCancel: () => void
}

/** PERSON-3: neither the caller nor the session names an organisation. */
export function PickerWithoutUser({ title, onCancel }: PickerWithoutUserProps) {
  const { problem, refuse } = usePickerProblem()
  useEffect(() => showToast("warning", pickerMessages.person.userMissing), [])
  return (
    <PickerFrame
      title={title}
      chosen={[]}
      max={null}
      problem={problem}
      onRemove={() => undefined}
      onClear={() => undefined}
      onCancel={onCancel}
      onConfirm={() => refuse(pickerMessages.person.userMissing)}
    >
      <PickerError error={pickerMessages.person.userMissing} />
    </PickerFrame>
  )
}
