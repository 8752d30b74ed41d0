import type { ReactNode } from "react"
import css from "./words-above-chart.module.css"

/** Numbers in words, and below them a chart that takes the rest of its card. */
export function WordsAboveChart({ children }: { readonly children: ReactNode }) {
  return <div className={css.card}>{children}</div>
}
