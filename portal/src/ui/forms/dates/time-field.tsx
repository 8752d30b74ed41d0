import { formMessages } from "../form-messages.ts"
import { useSystemControls } from "../controls/use-system-controls.ts"
import { DrawnTime } from "./drawn-time.tsx"
import type { TimeFieldProps } from "./field-props.ts"
import { SystemInput } from "./system-input.tsx"

/** The time of a day: drawn on a computer, the system's own on a phone (DAY-17). */
export function TimeField(field: TimeFieldProps) {
  return useSystemControls() ? (
    <SystemInput {...field} type="time" unreadable={formMessages.unreadableTime} />
  ) : (
    <DrawnTime {...field} />
  )
}
