import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react"
import css from "./tabs.module.css"

export interface TabsProps<Key extends string> {
  readonly label: string
  readonly tabs: Readonly<Record<Key, string>>
  readonly current: Key
  readonly onChange: (key: Key) => void
  /** What belongs to the current tab. */
  readonly children: ReactNode
}

/** The WAI-ARIA tabs: arrows choose, Tab leads into the chosen panel. */
export function Tabs<Key extends string>({ label, tabs, current, onChange, children }: TabsProps<Key>) {
  const keys = Object.keys(tabs) as Key[]
  const list = useRef<HTMLDivElement>(null)

  // On a phone not all fit: the current one is scrolled into view.
  useEffect(() => {
    if (!list.current) return
    const buttons = [...list.current.querySelectorAll("button")]
    const tab = buttons.find(({ dataset }) => dataset["tab"] === current)?.getBoundingClientRect()
    if (!tab) return
    const frame = list.current.getBoundingClientRect()
    const beyond = tab.right - frame.right
    list.current.scrollLeft += beyond > 0 ? beyond : Math.min(0, tab.left - frame.left)
  }, [current])

  function onKey(event: KeyboardEvent<HTMLButtonElement>) {
    const at = keys.indexOf(current)
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % keys.length,
      ArrowLeft: (at - 1 + keys.length) % keys.length,
      Home: 0,
      End: keys.length - 1,
    }
    const target = targets[event.key]
    const key = target === undefined ? undefined : keys[target]
    if (target === undefined || key === undefined) return
    event.preventDefault()
    onChange(key)
    event.currentTarget.parentElement?.querySelectorAll("button")[target]?.focus()
  }

  return (
    <div>
      <div ref={list} className={css.list} role="tablist" aria-label={label}>
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-tab={key}
            className={css.tab}
            aria-selected={key === current}
            tabIndex={key === current ? 0 : -1}
            onKeyDown={onKey}
            onClick={() => onChange(key)}
          >
            {tabs[key]}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={tabs[current]}>
        {children}
      </div>
    </div>
  )
}
