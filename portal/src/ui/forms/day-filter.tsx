import { useId } from "react"
import css from "./choice-filter.module.css"

interface DayFilterProps {
  readonly label: string
  /** `2026-11-15`; empty: any day. */
  readonly value: string
  readonly onChange: (day: string) => void
}

export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const id = useId()
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  )
}
