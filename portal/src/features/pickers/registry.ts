import type { PickerName } from "@uc/contract/pickers"
import type { ComponentType } from "react"
import type { PickerProps } from "./picker-props.ts"

/**
 * Each picker is fetched when it is opened first; by a function and not `lazy`, which would keep a failure for ever. A picker
 * without a component does not compile.
 */
export const loadPicker: {
  readonly [N in PickerName]: () => Promise<{ readonly default: ComponentType<PickerProps<N>> }>
} = {
  area: () => import("./area-picker.tsx"),
  person: () => import("./person-picker.tsx"),
  range: () => import("./range-picker.tsx"),
  department: () => import("./department-picker.tsx"),
  menu: () => import("./menu-picker.tsx"),
  module: () => import("./module-picker.tsx"),
  building: () => import("./building-picker.tsx"),
  grid: () => import("./grid-picker.tsx"),
}
