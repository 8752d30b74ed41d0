import type { CSSProperties, ElementType } from "react"
import { classes } from "../theme/classes.ts"
import css from "./arrange.module.css"
import { drawBox, type BoxProps } from "./box.tsx"

interface SplitOwn {
  readonly sidePx: number
  /** Below it on a tablet too: beside the narrow one it would have no room (BROWSER-19). */
  readonly stacksOnTablet?: boolean
}

/** Two children: a narrow one (a tree, a list of kinds) and beside it the wide one; on a phone below it. */
export function Split<E extends ElementType = "div">({
  sidePx,
  stacksOnTablet,
  ...box
}: BoxProps<E, SplitOwn>) {
  const style = { "--side-width": `${sidePx}px` } as CSSProperties
  return drawBox("div", classes(css.split, stacksOnTablet && css.stacksOnTablet), {
    style,
    ...box,
  } as BoxProps<ElementType>)
}
