import type { ReactNode } from "react"
import { Icon } from "../navigation/icon.tsx"
import { classes } from "../theme/classes.ts"
import css from "./chips.module.css"

interface Chip {
  readonly key: string
  readonly name: string
  /** Before the name. */
  readonly icon?: ReactNode
  /** The tooltip. */
  readonly title?: string
}

interface ChipsProps<C extends Chip> {
  readonly chips: readonly C[]
  /** Without it they can't be removed. */
  readonly onRemove?: (chip: C) => void
}

/** What was chosen, each with a button to remove it. */
export function Chips<C extends Chip>({ chips, onRemove }: ChipsProps<C>) {
  if (chips.length === 0) return null
  return (
    <ul className={css.chips}>
      {chips.map((chip) => (
        <li key={chip.key} className={classes(css.chip, onRemove && css.removable)} title={chip.title}>
          {chip.icon}
          {chip.name}
          {onRemove && (
            <button type="button" aria-label={`移除${chip.name}`} onClick={() => onRemove(chip)}>
              <Icon name="close" sizePx={14} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
