import css from "./view-switch.module.css"

interface ViewSwitchProps<K extends string> {
  readonly label: string
  readonly views: Readonly<Record<K, string>>
  /** Null: none of them is shown now. */
  readonly current: K | null
  readonly onChange: (view: K) => void
}

/** Two or three ways to see the same, of which one is pressed. */
export function ViewSwitch<K extends string>({ label, views, current, onChange }: ViewSwitchProps<K>) {
  return (
    <div role="group" aria-label={label} className={css.switch}>
      {(Object.keys(views) as K[]).map((view) => (
        <button key={view} type="button" aria-pressed={view === current} onClick={() => onChange(view)}>
          {views[view]}
        </button>
      ))}
    </div>
  )
}
