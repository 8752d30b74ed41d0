import type { ReactNode } from "react"
import { classes } from "../theme/classes.ts"
import css from "./switch.module.css"

interface SwitchProps {
  readonly label: string
  /** Below the label, small. */
  readonly words?: ReactNode
  readonly isOn: boolean
  readonly isBusy?: boolean
  /** Without its label, which is read aloud and told on hover. */
  readonly isBare?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** On or off, with immediate effect. */
export function Switch({ label, words, isOn, isBusy = false, isBare = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy}
      className={classes(css.switch, isBare && css.bare)}
      {...(isBare && { "aria-label": label, title: label })}
      onClick={() => !isBusy && onChange(!isOn)}
    >
      {!isBare && (
        <span className={css.words}>
          {label}
          {words && <small>{words}</small>}
        </span>
      )}
      <span className={css.track} aria-hidden="true">
        <span className={css.knob} />
      </span>
    </button>
  )
}
