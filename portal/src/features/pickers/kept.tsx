import type { ReactNode } from "react"
import { Stack } from "../../ui/primitives/stack.tsx"
import css from "./picker-frame.module.css"

interface KeptProps {
  readonly isShown: boolean
  readonly children: ReactNode
}

/** Stays mounted while something else is shown: open nodes and the scroll position are kept. */
export function Kept({ isShown, children }: KeptProps) {
  return (
    <Stack fills className={isShown ? undefined : css.behind} aria-hidden={!isShown}>
      {children}
    </Stack>
  )
}
