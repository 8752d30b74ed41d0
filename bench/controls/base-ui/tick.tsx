import { Checkbox } from "@base-ui/react/checkbox"
import css from "./controls.module.css"

interface TickProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label className={css.tick}>
      <Checkbox.Root className={css.mark} checked={isOn} onCheckedChange={onChange}>
        <Checkbox.Indicator>✓</Checkbox.Indicator>
      </Checkbox.Root>
      {label}
    </label>
  )
}
