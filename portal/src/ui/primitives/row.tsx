import type { ElementType } from "react"
import { classes } from "../theme/classes.ts"
import css from "./arrange.module.css"
import { drawBox, type BoxProps } from "./box.tsx"

interface RowOwn {
  /** What has no room goes to the next line. */
  readonly wrap?: boolean
  /** On a phone: its children below one another, each as wide as the row, or all in one line of equal widths. */
  readonly onPhone?: "stack" | "fill" | "share"
}

const phones = { stack: css.stacksOnPhone, fill: css.fillsOnPhone, share: css.sharesOnPhone } as const

/** Its children beside one another, in the middle of the line unless `align` says otherwise. */
export function Row<E extends ElementType = "div">({ wrap, onPhone, ...box }: BoxProps<E, RowOwn>) {
  const arranged = classes(css.row, wrap && css.wraps, onPhone && phones[onPhone])
  return drawBox("div", arranged, box as BoxProps<ElementType>)
}
