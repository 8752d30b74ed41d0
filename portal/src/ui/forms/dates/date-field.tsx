import { formMessages } from "../form-messages.ts"
import { useSystemControls } from "../controls/use-system-controls.ts"
import { DrawnDate } from "./drawn-date.tsx"
import type { DateFieldProps } from "./field-props.ts"
import { SystemInput } from "./system-input.tsx"

/** A day: drawn on a computer, the system's own on a phone (DAY-17). */
export function DateField(field: DateFieldProps) {
  const isSystem = useSystemControls()
  if (!isSystem) return <DrawnDate {...field} />
  const { placeholder: _placeholder, ...date } = field
  return <SystemInput {...date} type="date" unreadable={formMessages.unreadableDay} />
}
