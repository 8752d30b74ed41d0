import type { CSSProperties, ElementType } from "react"
import css from "./arrange.module.css"
import { drawBox, type BoxProps } from "./box.tsx"

/** As many columns as fit, or a number of them that becomes one on a phone. */
type GridOwn =
  | { readonly leastPx: number; readonly columns?: undefined }
  | { readonly columns: 2 | 3 | 4; readonly leastPx?: undefined }

export function Grid<E extends ElementType = "div">({ leastPx, columns, ...box }: BoxProps<E, GridOwn>) {
  if (columns !== undefined)
    return drawBox("div", css[`columns-${columns}`] ?? "", box as BoxProps<ElementType>)
  const style = { "--least": `${leastPx}px` } as CSSProperties
  return drawBox("div", css.grid ?? "", { style, ...box } as BoxProps<ElementType>)
}
