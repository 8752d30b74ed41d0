import { formMessages } from "../form-messages.ts"
import { useId, useRef, useState, type KeyboardEvent } from "react"
import { Icon } from "../../navigation/icon.tsx"
import popupCss from "../../overlays/popup.module.css"
import { usePopup } from "../../overlays/use-popup.ts"
import { classes } from "../../theme/classes.ts"
import boxCss from "../controls/control-box.module.css"
import { useInvalid } from "../field-problem.ts"
import { Calendar } from "./calendar.tsx"
import type { DateFieldProps } from "./field-props.ts"
import { parseDay } from "./days.ts"
import { Unreadable } from "./unreadable.tsx"
import { useTypedValue } from "./use-typed-value.ts"

/** A day that is typed or picked: a press opens the calendar while one may type on, ArrowDown moves into it. */
export function DrawnDate({ id, label, value, min, placeholder = "年-月-日", onChange }: DateFieldProps) {
  const popupId = useId()
  const invalid = useInvalid()
  const [opened, setOpened] = useState<"no" | "beside" | "inside">("no")
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const typed = useTypedValue(value, parseDay, onChange)
  const isOpen = opened !== "no"
  usePopup({ isOpen, anchor: box, popup, onClose: () => setOpened("no") })

  function close() {
    setOpened("no")
    input.current?.focus()
  }

  function onBoxKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Enter") {
      typed.take()
      setOpened("no")
    }
    if (event.key !== "ArrowDown") return
    event.preventDefault()
    typed.take()
    setOpened("inside")
  }

  function onEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return
    // Prevented too, or the dialog around it would close as well.
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape out of every part of it */}
      <div
        ref={box}
        className={classes(boxCss.box, (typed.isWrong || invalid["aria-invalid"]) && boxCss.wrong)}
        onKeyDown={onEscape}
        onBlur={({ relatedTarget }) => {
          if (!relatedTarget || box.current?.contains(relatedTarget)) return
          if (!popup.current?.contains(relatedTarget)) setOpened("no")
        }}
      >
        <input
          ref={input}
          id={id}
          className={boxCss.typed}
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder}
          maxLength={20}
          aria-label={id === undefined ? label : undefined}
          {...invalid}
          aria-invalid={typed.isWrong || invalid["aria-invalid"]}
          data-unreadable={typed.isWrong || undefined}
          aria-describedby={typed.isSaid ? `${popupId}-said` : invalid["aria-describedby"]}
          aria-haspopup="dialog"
          value={typed.text}
          onChange={({ target }) => typed.setText(target.value)}
          onBlur={typed.take}
          onClick={() => setOpened(isOpen ? opened : "beside")}
          onKeyDown={onBoxKey}
        />
        <button
          type="button"
          className={boxCss.open}
          // ArrowDown in the box opens it too, so it needs no tab stop.
          tabIndex={-1}
          aria-label="打开日历"
          aria-expanded={isOpen}
          aria-controls={isOpen ? popupId : undefined}
          onClick={() => (isOpen ? close() : setOpened("inside"))}
        >
          <Icon name="calendar" sizePx={16} />
        </button>
      </div>
      {typed.isSaid && <Unreadable id={`${popupId}-said`} words={formMessages.unreadableDay} />}
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape out of every part of it
        <div
          ref={popup}
          id={popupId}
          role="dialog"
          aria-label={`${label}，日历`}
          className={popupCss.popup}
          onKeyDown={onEscape}
          onBlur={({ relatedTarget }) => {
            if (!relatedTarget || popup.current?.contains(relatedTarget)) return
            if (!box.current?.contains(relatedTarget)) setOpened("no")
          }}
        >
          <Calendar
            // It opens at the typed day.
            key={`${opened} ${value}`}
            value={value}
            min={min}
            takesFocus={opened === "inside"}
            onPick={(day) => {
              typed.forget()
              if (day !== value) onChange(day)
              close()
            }}
          />
        </div>
      )}
    </>
  )
}
