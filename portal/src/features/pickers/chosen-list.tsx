import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react"
import { Icon } from "../../ui/navigation/icon.tsx"
import { useRowWindow } from "./chosen-window.ts"
import css from "./chosen-list.module.css"

export interface ChosenEntry {
  readonly key: string
  readonly label: string
  /** Where it is, or whose: tells two of one name apart. */
  readonly hint?: string | undefined
  readonly isRequired?: boolean | undefined
}

interface ChosenListProps {
  readonly chosen: readonly ChosenEntry[]
  readonly onRemove: (key: string) => void
}

const rowPx = 48

/** The nearest entry that can be deleted, looked for in the direction of travel first; -1: none can. */
function removableFrom(chosen: readonly ChosenEntry[], at: number, step: 1 | -1): number {
  for (const direction of [step, -step]) {
    for (let index = at; index >= 0 && index < chosen.length; index += direction) {
      if (!chosen[index]?.isRequired) return index
    }
  }
  return -1
}

/** One stop for Tab: arrows lead from one delete button to the next, Delete takes the entry out (DLG-6). */
export function ChosenList({ chosen, onRemove }: ChosenListProps) {
  const { box, from, to, scrollToRow } = useRowWindow(chosen.length, rowPx)
  const [at, setAt] = useState(0)
  const wantsFocus = useRef(false)
  const active = removableFrom(chosen, Math.min(at, chosen.length - 1), 1)

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const list = box.current
    const button = list?.querySelector<HTMLElement>(`[data-row="${active}"] button`)
    if (active >= 0) scrollToRow(active)
    // Without an entry to go to, the list itself keeps the focus inside of the dialog.
    const target = button ?? list
    target?.focus({ preventScroll: true })
  })

  function focusOn(index: number) {
    wantsFocus.current = true
    setAt(index)
  }

  function remove(entry: ChosenEntry, index: number) {
    focusOn(index)
    onRemove(entry.key)
  }

  function onKey(event: KeyboardEvent) {
    const entry = chosen[active]
    const targets: Record<string, [number, 1 | -1]> = {
      ArrowDown: [Math.min(active + 1, chosen.length - 1), 1],
      ArrowUp: [Math.max(active - 1, 0), -1],
      Home: [0, 1],
      End: [chosen.length - 1, -1],
    }
    const target = targets[event.key]
    if (target) focusOn(removableFrom(chosen, ...target))
    else if ((event.key === "Delete" || event.key === "Backspace") && entry) remove(entry, active)
    else return
    event.preventDefault()
  }

  const shown = Array.from({ length: to - from }, (_, offset) => from + offset)
  // The row that Tab leads to is there also while it is scrolled away.
  const rows = active < 0 || (active >= from && active < to) ? shown : [...shown, active]

  return (
    <div ref={box} className={css.list} tabIndex={-1} role="presentation" onKeyDown={onKey}>
      <ul aria-label="已选列表" className={css.rows} style={{ height: chosen.length * rowPx }}>
        {rows.map((index) => {
          const entry = chosen[index]
          if (!entry) return null
          return (
            <li
              key={entry.key}
              data-row={index}
              className={css.row}
              style={{ height: rowPx, transform: `translateY(${index * rowPx}px)` }}
              aria-setsize={chosen.length}
              aria-posinset={index + 1}
            >
              <span className={css.words}>
                <span className={css.label} title={entry.label}>
                  {entry.label}
                </span>
                {entry.hint && (
                  <span className={css.hint} title={entry.hint}>
                    {entry.hint}
                  </span>
                )}
              </span>
              {entry.isRequired ? (
                <span className={css.required} title="必选，不能移除">
                  <Icon name="lock" sizePx={14} />
                  必选
                </span>
              ) : (
                <button
                  type="button"
                  className={css.remove}
                  tabIndex={index === active ? 0 : -1}
                  aria-label={`移除${entry.label}`}
                  title="移除"
                  onFocus={() => setAt(index)}
                  onClick={() => remove(entry, index)}
                >
                  <Icon name="close" sizePx={16} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
