import { useState } from "react"
import { DateField } from "./date-field.tsx"
import css from "./date-time-field.module.css"
import { TimeField } from "./time-field.tsx"

interface DateTimeFieldProps {
  /** Of the day's box, for a label beside it. */
  readonly id: string
  readonly label: string
  /** `2026-03-05T14:05`; empty: none. */
  readonly value: string
  readonly min?: string
  /** The default time of a chosen day. */
  readonly usualTime: string
  readonly onChange: (moment: string) => void
}

/** A day and a time, never half of it: a day brings its default time, and a cleared time comes back with the next day. */
export function DateTimeField({ id, label, value, min, usualTime, onChange }: DateTimeFieldProps) {
  const [lastTime, setLastTime] = useState("")
  const [day = "", time = ""] = value.split("T")
  return (
    <div className={css.moment}>
      <DateField
        id={id}
        label={label}
        value={day}
        {...(min !== undefined && { min: min.slice(0, 10) })}
        onChange={(chosen) => onChange(chosen === "" ? "" : `${chosen}T${time || lastTime || usualTime}`)}
      />
      <TimeField
        label={`${label}，几点`}
        value={day === "" ? lastTime : time}
        onChange={(chosen) => {
          setLastTime(chosen)
          if (day !== "") onChange(`${day}T${chosen || usualTime}`)
        }}
      />
    </div>
  )
}
