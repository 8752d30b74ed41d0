import type { ReactNode } from "react"
import css from "./words-above-chart.module.css"

/** Text with numbers, and below it a chart that fills the rest of the card. */
export function WordsAboveChart({ children }: { readonly children: ReactNode }) {
  return <div className={css.card}>{children}</div>
}
