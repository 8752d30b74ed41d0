import { useId } from "react"
import { DateField } from "../dates/date-field.tsx"
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
      <DateField id={id} label={label} value={value} placeholder="不限" onChange={onChange} />
    </div>
  )
}
