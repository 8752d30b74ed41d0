import { createElement, type ComponentPropsWithRef, type ElementType } from "react"
import { classes } from "../theme/classes.ts"
import { splitLook, type Look } from "./look.ts"

/** Properties of a primitive: its own, a look, and those of the element that it is (`as`). */
export type BoxProps<E extends ElementType, Own = object> = Own &
  Look & { readonly as?: E } & Omit<ComponentPropsWithRef<E>, keyof Look | keyof Own | "as">

/** What all primitives draw; features use those that say how they arrange their children. */
export function drawBox(usual: ElementType, arranged: string, properties: BoxProps<ElementType>) {
  const { as, className: own, ...others } = properties as Look & { as?: ElementType; className?: string }
  const { className, rest } = splitLook(others)
  return createElement(as ?? usual, { ...rest, className: classes(arranged, className, own) || undefined })
}
