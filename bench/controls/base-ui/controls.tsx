import { Combobox } from "@base-ui/react/combobox"
import { Menu } from "@base-ui/react/menu"
import { Popover } from "@base-ui/react/popover"
import { useState, type ReactNode } from "react"
import { Calendar } from "../../../portal/src/ui/forms/dates/calendar.tsx"
import { parseDay } from "../../../portal/src/ui/forms/dates/days.ts"
import css from "./controls.module.css"

interface ChoiceProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly choices: readonly (readonly [string, string])[]
  readonly onChange: (key: string) => void
}

interface Item {
  readonly value: string
  readonly label: string
}

export function Choice({ label, placeholder, value, choices, onChange }: ChoiceProps) {
  const items = choices.map(([key, words]): Item => ({ value: key, label: words }))
  return (
    <Combobox.Root
      items={items}
      autoHighlight
      value={items.find((item) => item.value === value) ?? null}
      isItemEqualToValue={(item, other) => item.value === other.value}
      onValueChange={(item) => onChange(item?.value ?? "")}
    >
      <Combobox.Label>{label} </Combobox.Label>
      <Combobox.Trigger className={css.box}>
        <span className={css.words}>
          <Combobox.Value placeholder={placeholder} />
        </span>
        <Combobox.Icon />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className={css.layer} align="start" sideOffset={4}>
          <Combobox.Popup className={css.popup} aria-label={label}>
            <Combobox.Input className={css.box} aria-label="搜索" />
            <Combobox.Empty>没有匹配的选项</Combobox.Empty>
            <Combobox.List className={css.list}>
              {(item: Item) => (
                <Combobox.Item key={item.value} value={item} className={css.option}>
                  {item.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

interface ActionsProps {
  readonly label: string
  readonly actions: readonly (readonly [string, string])[]
  readonly onPick: (key: string) => void
  readonly children: ReactNode
}

export function Actions({ label, actions, onPick, children }: ActionsProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={css.quiet} aria-label={label}>
        {children}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={css.layer} align="end" sideOffset={4}>
          <Menu.Popup className={css.popup}>
            {actions.map(([key, words]) => (
              <Menu.Item key={key} className={css.option} onClick={() => onPick(key)}>
                {words}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface DayProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (day: string) => void
}

/** The library has no calendar and no date field: both are ours, inside of its popover. */
export function Day({ id, label, value, onChange }: DayProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isWrong = typed !== null && typed.trim() !== "" && parseDay(typed) === null

  function take() {
    if (typed === null) return
    const day = typed.trim() === "" ? "" : parseDay(typed)
    if (day === null) return
    setTyped(null)
    if (day !== value) onChange(day)
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <label htmlFor={id}>{label} </label>
      <span className={css.box}>
        <input
          id={id}
          className={css.text}
          autoComplete="off"
          placeholder="年-月-日"
          aria-invalid={isWrong}
          value={typed ?? value}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === "Enter") take()
            if (event.key !== "ArrowDown") return
            event.preventDefault()
            take()
            setOpen(true)
          }}
        />
        <Popover.Trigger className={css.quiet} aria-label={`${label}，打开日历`}>
          ▦
        </Popover.Trigger>
      </span>
      <Popover.Portal>
        <Popover.Positioner className={css.layer} align="end" sideOffset={4}>
          <Popover.Popup
            className={css.popup}
            aria-label={label}
            initialFocus={false}
            finalFocus={() => document.getElementById(id)}
          >
            <Calendar
              takesFocus
              value={value}
              onPick={(day) => {
                setTyped(null)
                onChange(day)
                setOpen(false)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
