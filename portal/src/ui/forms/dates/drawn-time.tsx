import { formMessages } from "../form-messages.ts"
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react"
import { Icon } from "../../navigation/icon.tsx"
import popupCss from "../../overlays/popup.module.css"
import { usePopup } from "../../overlays/use-popup.ts"
import { classes } from "../../theme/classes.ts"
import boxCss from "../controls/control-box.module.css"
import { movedOption } from "../controls/select-keys.ts"
import type { TimeFieldProps } from "./field-props.ts"
import { halfHours, parseTime } from "./times.ts"
import { Unreadable } from "./unreadable.tsx"
import { useTypedValue } from "./use-typed-value.ts"

/** The time of a day that is typed (`1405` is 14:05) or picked out of its half hours: WAI-ARIA's combobox with a list. */
export function DrawnTime({ id, label, value, onChange }: TimeFieldProps) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const typed = useTypedValue(value, parseTime, onChange)
  usePopup({ isOpen, anchor: box, popup, onClose: () => setOpen(false) })

  // The list begins near what is there, or with the working day.
  const near = halfHours.filter((time) => time <= (value === "" ? "08:00" : value)).length - 1
  useEffect(() => {
    if (isOpen)
      document
        .getElementById(`${listId}-${active < 0 ? near : active}`)
        ?.scrollIntoView?.({ block: active < 0 ? "center" : "nearest" })
  }, [isOpen, active, near, listId])

  function open() {
    setActive(-1)
    setOpen(true)
  }

  function choose(time: string) {
    typed.forget()
    if (time !== value) onChange(time)
    setOpen(false)
  }

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Tab") setOpen(false)
    const offered = halfHours[active]
    if (event.key === "Enter" && !(isOpen && offered)) {
      typed.take()
      setOpen(false)
      return
    }
    const moved = movedOption(event.key, active < 0 ? near - 1 : active, halfHours.length)
    if (moved !== null) {
      if (!isOpen) open()
      else setActive(moved)
    } else if (event.key === "Enter" && offered) choose(offered)
    else if (event.key === "Escape" && isOpen) setOpen(false)
    else return
    // Prevented too, or the dialog around it would close as well.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <div ref={box} className={classes(boxCss.box, typed.isWrong && boxCss.wrong)}>
        <input
          id={id}
          role="combobox"
          className={boxCss.typed}
          inputMode="numeric"
          autoComplete="off"
          placeholder="时:分"
          maxLength={8}
          aria-label={id === undefined ? label : undefined}
          aria-invalid={typed.isWrong || undefined}
          data-unreadable={typed.isWrong || undefined}
          aria-describedby={typed.isSaid ? `${listId}-said` : undefined}
          aria-haspopup="listbox"
          aria-autocomplete="none"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
          value={typed.text}
          onChange={({ target }) => {
            typed.setText(target.value)
            setActive(-1)
          }}
          onBlur={({ relatedTarget }) => {
            typed.take()
            if (relatedTarget) setOpen(false)
          }}
          onClick={({ currentTarget }) => {
            if (isOpen) return
            // What is typed next replaces the hour that came along with the day.
            currentTarget.select()
            open()
          }}
          onKeyDown={onKey}
        />
        <Icon name="clock" sizePx={16} />
      </div>
      {typed.isSaid && <Unreadable id={`${listId}-said`} words={formMessages.unreadableTime} />}
      {isOpen && (
        <div ref={popup} className={popupCss.popup}>
          <div id={listId} role="listbox" aria-label={label} className={boxCss.list}>
            {halfHours.map((time, at) => (
              // Keys belong to the box; a pointer presses here without taking the focus away from it.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
              <div
                key={time}
                id={`${listId}-${at}`}
                role="option"
                aria-selected={time === value}
                data-active={at === active ? "" : undefined}
                className={boxCss.option}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(time)}
              >
                {time}
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  )
}
