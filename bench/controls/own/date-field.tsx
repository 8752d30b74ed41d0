import { useId, useRef, useState, type KeyboardEvent } from "react"
import { classes } from "../../../portal/src/ui/theme/classes.ts"
import { Icon } from "../../../portal/src/ui/navigation/icon.tsx"
import { Calendar } from "./calendar.tsx"
import css from "./date-field.module.css"
import { parseDay } from "./days.ts"
import popupCss from "./popup.module.css"
import { usePopup } from "./use-popup.ts"

interface DateFieldProps {
  readonly id: string
  /** For the calendar's own name. */
  readonly label: string
  /** `2026-03-05`; empty: none. */
  readonly value: string
  readonly onChange: (day: string) => void
}

/** A day that is typed or picked. What is no day stays in the box, marked, and is not told to anybody. */
export function DateField({ id, label, value, onChange }: DateFieldProps) {
  const popupId = useId()
  const [isOpen, setOpen] = useState(false)
  /** Null: the box shows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const isWrong = typed !== null && typed.trim() !== "" && parseDay(typed) === null
  usePopup(isOpen, box, popup, () => setOpen(false))

  function take() {
    if (typed === null) return
    const day = typed.trim() === "" ? "" : parseDay(typed)
    if (day === null) return
    setTyped(null)
    if (day !== value) onChange(day)
  }

  function close() {
    setOpen(false)
    input.current?.focus()
  }

  function onBoxKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Enter") take()
    if (event.key !== "ArrowDown") return
    event.preventDefault()
    take()
    setOpen(true)
  }

  function onPopupKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return
    // Prevented too, or the dialog around it would close as well.
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  return (
    <>
      <div ref={box} className={classes(popupCss.box, isWrong && css.wrong)}>
        <input
          ref={input}
          id={id}
          className={css.text}
          inputMode="numeric"
          autoComplete="off"
          placeholder="年-月-日"
          aria-invalid={isWrong}
          aria-haspopup="dialog"
          value={typed ?? value}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={take}
          onKeyDown={onBoxKey}
        />
        <button
          type="button"
          className={css.open}
          aria-label={`${label}，打开日历`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? popupId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="grid" sizePx={16} />
        </button>
      </div>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape out of every part of it
        <div
          ref={popup}
          id={popupId}
          role="dialog"
          aria-label={label}
          className={popupCss.popup}
          onKeyDown={onPopupKey}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget && !popup.current?.contains(relatedTarget)) setOpen(false)
          }}
        >
          <Calendar
            value={value}
            onPick={(day) => {
              setTyped(null)
              onChange(day)
              close()
            }}
          />
        </div>
      )}
    </>
  )
}
