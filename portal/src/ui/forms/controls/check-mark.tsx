import { classes } from "../../theme/classes.ts"
import css from "./check-mark.module.css"

interface CheckMarkProps {
  readonly isOn: boolean
  /** One of several, like a radio button. */
  readonly isRound?: boolean
  readonly isDisabled?: boolean
}

/** The drawing of a checkbox, for a row that is the checkbox itself. */
export function CheckMark({ isOn, isRound = false, isDisabled = false }: CheckMarkProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(isRound ? css.radio : css.checkbox, isOn && css.on, isDisabled && css.off)}
    />
  )
}
