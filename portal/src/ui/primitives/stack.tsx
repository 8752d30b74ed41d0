import type { ElementType } from "react"
import { classes } from "../theme/classes.ts"
import css from "./arrange.module.css"
import { drawBox, type BoxProps } from "./box.tsx"

interface StackOwn {
  /** Takes the height that is left around it; a child that fills or grows takes what is left in it, and may scroll. */
  readonly fills?: boolean
}

/** Its children below one another. */
export function Stack<E extends ElementType = "div">({ fills, ...box }: BoxProps<E, StackOwn>) {
  return drawBox("div", classes(css.stack, fills && css.fills), box as BoxProps<ElementType>)
}
