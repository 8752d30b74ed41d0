import type { ReactNode } from "react"
import css from "./facts.module.css"

/** What is known about one thing, a line each. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
