import type { CSSProperties, ElementType } from "react"
import css from "./arrange.module.css"
import { drawBox, type BoxProps } from "./box.tsx"

/** Two children: a narrow one (a tree, a list of kinds) and beside it the wide one; on a phone below it. */
export function Split<E extends ElementType = "div">({
  sidePx,
  ...box
}: BoxProps<E, { readonly sidePx: number }>) {
  const style = { "--side-width": `${sidePx}px` } as CSSProperties
  return drawBox("div", css.split ?? "", { style, ...box } as BoxProps<ElementType>)
}
