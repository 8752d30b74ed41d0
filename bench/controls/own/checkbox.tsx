import type { ReactNode } from "react"
import css from "./checkbox.module.css"

interface CheckboxProps {
  readonly label: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** The browser's own element with our drawing: keys, forms and readers come with it. */
export function Checkbox({ label, isOn, onChange }: CheckboxProps) {
  return (
    <label className={css.label}>
      <input
        type="checkbox"
        className={css.box}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
