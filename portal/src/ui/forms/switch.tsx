import type { ReactNode } from "react"
import css from "./switch.module.css"

interface SwitchProps {
  readonly label: string
  /** Below the label, small. */
  readonly words?: ReactNode
  readonly isOn: boolean
  readonly isBusy?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** On or off, with immediate effect. */
export function Switch({ label, words, isOn, isBusy = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy}
      className={css.switch}
      onClick={() => !isBusy && onChange(!isOn)}
    >
      <span className={css.words}>
        {label}
        {words && <small>{words}</small>}
      </span>
      <span className={css.track} aria-hidden="true">
        <span className={css.knob} />
      </span>
    </button>
  )
}
