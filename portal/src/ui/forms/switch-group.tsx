import { Icon, type IconName } from "../navigation/icon.tsx"
import css from "./switch-group.module.css"

interface SwitchGroupProps<K extends string> {
  readonly label: string
  readonly choices: readonly { readonly key: K; readonly words: string; readonly icon?: IconName }[]
  /** Null: none of them is shown now. */
  readonly value: K | null
  readonly onChange: (key: K) => void
}

/** One of few, all visible: the same data as a list or as a calendar. */
export function SwitchGroup<K extends string>({ label, choices, value, onChange }: SwitchGroupProps<K>) {
  return (
    <div className={css.group} role="group" aria-label={label}>
      {choices.map(({ key, words, icon }) => (
        <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
          {icon && <Icon name={icon} sizePx={16} />}
          {words}
        </button>
      ))}
    </div>
  )
}
