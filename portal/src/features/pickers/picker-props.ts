import type { PickerName, PickerOptions, PickerResult } from "@uc/contract/pickers/pickers"

/** What the dialog host hands to every picker. `onDone` is called once: with the choice, or null without one. */
export interface PickerProps<N extends PickerName> {
  readonly options: PickerOptions<N>
  readonly onDone: (result: PickerResult<N> | null) => void
  /** What was confirmed is being saved: until the answer it can't be closed without a result. */
  readonly onSaving?: (isSaving: boolean) => void
}
