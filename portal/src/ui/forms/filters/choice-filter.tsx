import { useId } from "react"
import { Select, type SelectChoice } from "../controls/select.tsx"
import css from "./choice-filter.module.css"

interface ChoiceFilterProps<Key extends string | number> {
  readonly label: string
  readonly value: Key
  /** In the order in which they are offered. */
  readonly choices: readonly SelectChoice<Key>[]
  readonly onChange: (key: Key) => void
}

/** The label is separate: one around its box would open it by a press on any option. */
export function ChoiceFilter<Key extends string | number>({
  label,
  value,
  choices,
  onChange,
}: ChoiceFilterProps<Key>) {
  const id = useId()
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} choices={choices} onChange={onChange} />
    </div>
  )
}
