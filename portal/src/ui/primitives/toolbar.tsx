import type { ElementType } from "react"
import css from "./arrange.module.css"
import { drawBox, type BoxProps } from "./box.tsx"

/** Filters and actions above a list; `end` moves a child to the far end. On a phone one per line. */
export function Toolbar<E extends ElementType = "div">(properties: BoxProps<E>) {
  return drawBox("div", css.toolbar ?? "", properties as BoxProps<ElementType>)
}
