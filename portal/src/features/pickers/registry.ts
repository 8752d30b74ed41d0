import type { PickerName } from "@uc/contract/pickers/pickers"
import type { ComponentType } from "react"
import type { PickerProps } from "./picker-props.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"

/**
 * Each picker is loaded when it is opened first; by a function and not `lazy`, which would remember a failure for ever.
 * A picker without a component does not compile.
 */
export const loadPicker: {
  readonly [N in PickerName]: () => Promise<{ readonly default: ComponentType<PickerProps<N>> }>
} = {
  area: () => loadChunk(() => import("./tree/area-picker.tsx")),
  person: () => loadChunk(() => import("./person/person-picker.tsx")),
  range: () => loadChunk(() => import("./department/range-picker.tsx")),
  department: () => loadChunk(() => import("./department/department-picker.tsx")),
  menu: () => loadChunk(() => import("./tree/menu-picker.tsx")),
  module: () => loadChunk(() => import("./tree/module-picker.tsx")),
  building: () => loadChunk(() => import("./building/building-picker.tsx")),
  grid: () => loadChunk(() => import("./building/grid-picker.tsx")),
}
