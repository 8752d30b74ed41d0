import { DrawnSelect } from "./drawn-select.tsx"
import type { SelectOption, SelectProps } from "./select-props.ts"
import { SystemSelect } from "./system-select.tsx"
import { useSystemControls } from "./use-system-controls.ts"

export type SelectChoice<Key> = SelectOption<Key>

/** One choice out of several: drawn on a computer, the system's own on a phone (DAY-17). */
export function Select<Key extends string | number | null>(select: SelectProps<Key>) {
  return useSystemControls() ? <SystemSelect {...select} /> : <DrawnSelect {...select} />
}
