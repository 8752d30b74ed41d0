import type { PickerName } from "@uc/contract/pickers"
import { lazy, type ComponentType, type LazyExoticComponent } from "react"
import type { PickerProps } from "./picker-props.ts"

/** Each picker is fetched when it is opened first. A picker without a component does not compile. */
export const pickerComponents: {
  readonly [N in PickerName]: LazyExoticComponent<ComponentType<PickerProps<N>>>
} = {
  area: lazy(() => import("./area-picker.tsx")),
  person: lazy(() => import("./person-picker.tsx")),
  range: lazy(() => import("./range-picker.tsx")),
  department: lazy(() => import("./department-picker.tsx")),
  menu: lazy(() => import("./menu-picker.tsx")),
  module: lazy(() => import("./module-picker.tsx")),
  building: lazy(() => import("./building-picker.tsx")),
  grid: lazy(() => import("./grid-picker.tsx")),
}
