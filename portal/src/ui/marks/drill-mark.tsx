import { classes } from "../theme/classes.ts"
import css from "./drill-mark.module.css"

interface DrillMarkProps {
  /** `band`: a broad stripe, for the head of a card or panel; it is as wide as what it stands in. */
  readonly look?: "tag" | "band"
  readonly className?: string | undefined
}

/**
 * WORK-5: a drill is told by its word, a pattern and a colour of its own, the same in every place, so that it is never
 * taken for an emergency, also not by somebody who sees no colours. An emergency never carries it.
 */
export function DrillMark({ look = "tag", className }: DrillMarkProps) {
  return (
    <span className={classes(css.mark, css[look], className)}>
      <span className={css.word}>演练</span>
    </span>
  )
}
