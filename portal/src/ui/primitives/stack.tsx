import type { ElementType } from "react"
import css from "./arrange.module.css"
import { drawBox, type BoxProps } from "./box.tsx"

/** Its children below one another. */
export function Stack<E extends ElementType = "div">(properties: BoxProps<E>) {
  return drawBox("div", css.stack ?? "", properties as BoxProps<ElementType>)
}
