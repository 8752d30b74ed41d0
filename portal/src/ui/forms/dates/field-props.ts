export interface DateFieldProps {
  /** The box's id, for a label beside it. */
  readonly id?: string
  /** The name of the calendar, and of the box where no label stands beside it. */
  readonly label: string
  /** `2026-03-05`; empty: none. */
  readonly value: string
  readonly min?: string
  readonly placeholder?: string
  readonly onChange: (day: string) => void
}

export interface TimeFieldProps {
  readonly id?: string
  /** The name of the list, and of the box where no label stands beside it. */
  readonly label: string
  /** `14:05`; empty: none. */
  readonly value: string
  readonly onChange: (time: string) => void
}
