import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { useRowWindow } from "../../ui/tree/use-row-window.ts"
import css from "./row-window.module.css"

export interface ChosenEntry {
  readonly key: string
  readonly label: string
  /** Its path or organisation: tells two of one name apart. */
  readonly hint?: string | undefined
  readonly isRequired?: boolean | undefined
}

interface ChosenListProps {
  readonly chosen: readonly ChosenEntry[]
  readonly onRemove: (key: string) => void
}

const rowPx = 48

/** The nearest entry that can be deleted, in the direction of movement first; -1: none. */
function removableFrom(chosen: readonly ChosenEntry[], at: number, step: 1 | -1): number {
  for (const direction of [step, -step]) {
    for (let index = at; index >= 0 && index < chosen.length; index += direction) {
      if (!chosen[index]?.isRequired) return index
    }
  }
  return -1
}

/** One stop for Tab: arrows move between the delete buttons, Delete removes the entry (DLG-6). */
export function ChosenList({ chosen, onRemove }: ChosenListProps) {
  const { box, from, to, onScroll, scrollIntoView } = useRowWindow(chosen.length, rowPx)
  const [at, setAt] = useState(0)
  const wantsFocus = useRef(false)
  const active = removableFrom(chosen, Math.min(at, chosen.length - 1), 1)

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const list = box.current
    const button = list?.querySelector<HTMLElement>(`[data-row="${active}"] button`)
    if (active >= 0) scrollIntoView(active)
    // Without an entry the list itself keeps the focus inside the dialog.
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
  // The row that Tab leads to is rendered also while it is scrolled away.
  const rows = active < 0 || (active >= from && active < to) ? shown : [...shown, active]

  return (
    <div
      ref={box}
      className={css.list}
      tabIndex={-1}
      role="presentation"
      onKeyDown={onKey}
      onScroll={onScroll}
    >
      <ul aria-label="已选列表" className={css.rows} style={{ height: chosen.length * rowPx }}>
        {rows.map((index) => {
          const entry = chosen[index]
          if (!entry) return null
          return (
            <Row
              as="li"
              gap={8}
              padX={12}
              key={entry.key}
              data-row={index}
              className={css.row}
              style={{ height: rowPx, transform: `translateY(${index * rowPx}px)` }}
              aria-setsize={chosen.length}
              aria-posinset={index + 1}
            >
              <Stack grow>
                <Text truncate title={entry.label}>
                  {entry.label}
                </Text>
                {entry.hint && (
                  <Text truncate tone="faint" size={12} title={entry.hint}>
                    {entry.hint}
                  </Text>
                )}
              </Stack>
              {entry.isRequired ? (
                <Row rigid gap={4} tone="faint" size={12} title="必选，不能移除">
                  <Icon name="lock" sizePx={14} />
                  必选
                </Row>
              ) : (
                <Button
                  look="quiet"
                  tabIndex={index === active ? 0 : -1}
                  aria-label={`移除${entry.label}`}
                  title="移除"
                  onFocus={() => setAt(index)}
                  onClick={() => remove(entry, index)}
                >
                  <Icon name="close" sizePx={16} />
                </Button>
              )}
            </Row>
          )
        })}
      </ul>
    </div>
  )
}
