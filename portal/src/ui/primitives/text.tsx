import type { ElementType } from "react"
import { drawBox, type BoxProps } from "./box.tsx"

/** Text with its own tone, size or weight. */
export function Text<E extends ElementType = "span">(properties: BoxProps<E>) {
  return drawBox("span", "", properties as BoxProps<ElementType>)
}
