import { useId } from "react"
import css from "./choice-filter.module.css"

interface ChoiceFilterProps<Key extends string> {
  readonly label: string
  readonly value: Key
  /** In the order in which they are offered. */
  readonly choices: readonly (readonly [Key, string])[]
  readonly onChange: (key: Key) => void
}

/** The label stands apart: one that is around its box takes all the choices for its own words. */
export function ChoiceFilter<Key extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceFilterProps<Key>) {
  const id = useId()
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = choices.find(([key]) => key === event.target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {choices.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
