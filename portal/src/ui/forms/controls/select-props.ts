/** The key, its label and, where the list has groups, the heading of its group. */
export type SelectOption<Key> = readonly [key: Key, label: string, group?: string]

export interface SelectProps<Key extends string | number | null> {
  /** The box's id, for a label beside it. */
  readonly id?: string
  /** Its name where it has no label. */
  readonly label?: string
  readonly value: Key
  readonly choices: readonly SelectOption<Key>[]
  /** Shown while the value is none of the choices. */
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly isBusy?: boolean
  readonly onChange: (key: Key) => void
}
