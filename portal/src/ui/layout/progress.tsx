import { classes } from "../theme/classes.ts"
import css from "./progress.module.css"

interface ProgressProps {
  readonly label: string
  readonly value: number
  readonly max: number
  readonly size?: "thin" | "plain"
  readonly tone?: "done" | "brand"
  /** For a sunken background. */
  readonly isSunken?: boolean
}

/** Progress of a known whole. */
export function Progress({
  label,
  value,
  max,
  size = "plain",
  tone = "done",
  isSunken = false,
}: ProgressProps) {
  return (
    <progress
      className={classes(
        css.progress,
        size === "thin" && css.thin,
        tone === "brand" && css.brand,
        isSunken && css.sunken,
      )}
      value={value}
      max={Math.max(max, 1)}
      aria-label={label}
    />
  )
}
