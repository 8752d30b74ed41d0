import type { ReactNode } from "react"
import css from "./second-line.module.css"

/** Below what a cell or an entry is about: smaller, and not as important. */
export function SecondLine({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <small className={css.line} title={title}>
      {children}
    </small>
  )
}
