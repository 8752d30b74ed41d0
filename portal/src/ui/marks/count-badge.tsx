import { classes } from "../theme/classes.ts"
import css from "./count-badge.module.css"

/** A number, with the text that is read aloud after it. */
export interface Badge {
  readonly text: string
  readonly words: string
}

export function CountBadge({
  badge: { text, words },
  className,
}: {
  readonly badge: Badge
  readonly className?: string | undefined
}) {
  return (
    <span className={classes(css.badge, className)}>
      {text}
      <span className="only-read-aloud">{words}</span>
    </span>
  )
}
