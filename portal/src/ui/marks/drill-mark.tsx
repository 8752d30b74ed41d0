import { classes } from "../theme/classes.ts"
import css from "./drill-mark.module.css"

interface DrillMarkProps {
  /** `band`: a broad stripe for the head of a card or panel, as wide as its container. */
  readonly look?: "tag" | "band"
  readonly className?: string | undefined
}

/**
 * WORK-5: a drill has its own word, pattern and colour, the same everywhere, so that it is never taken for an emergency,
 * also by people who see no colours. An emergency never has it.
 */
export function DrillMark({ look = "tag", className }: DrillMarkProps) {
  return (
    <span className={classes(css.mark, css[look], className)}>
      <span className={css.word}>演练</span>
    </span>
  )
}
