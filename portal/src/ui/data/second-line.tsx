import type { ReactNode } from "react"
import css from "./second-line.module.css"

/** The smaller second line of a cell or an entry. */
export function SecondLine({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <small className={css.line} title={title}>
      {children}
    </small>
  )
}
