import { createElement, type ComponentPropsWithRef, type ElementType } from "react"
import { classes } from "../theme/classes.ts"
import { splitLook, type Look } from "./look.ts"

/** Properties of a primitive: its own, those of its look, and those of its element (`as`). */
export type BoxProps<E extends ElementType, Own = object> = Own &
  Look & { readonly as?: E } & Omit<ComponentPropsWithRef<E>, keyof Look | keyof Own | "as">

/** The base of all primitives; features use those that arrange children. */
export function drawBox(usual: ElementType, arranged: string, properties: BoxProps<ElementType>) {
  const { as, className: own, ...others } = properties as Look & { as?: ElementType; className?: string }
  const { className, rest } = splitLook(others)
  return createElement(as ?? usual, { ...rest, className: classes(arranged, className, own) || undefined })
}
