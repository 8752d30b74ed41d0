import { parseDate } from "@internationalized/date"
import type { ReactNode } from "react"
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete"
import { Button } from "react-aria-components/Button"
import { CalendarCell, CalendarGrid, CalendarHeading } from "react-aria-components/Calendar"
import { DateInput, DateSegment } from "react-aria-components/DateField"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { ListBox, ListBoxItem } from "react-aria-components/ListBox"
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu"
import { Popover } from "react-aria-components/Popover"
import { SearchField } from "react-aria-components/SearchField"
import { Select, SelectValue } from "react-aria-components/Select"
import css from "./controls.module.css"

export const dateOf = (iso: string) => (iso === "" ? null : parseDate(iso))

interface ChoiceProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly choices: readonly (readonly [string, string])[]
  readonly onChange: (key: string) => void
}

export function Choice({ label, placeholder, value, choices, onChange }: ChoiceProps) {
  const { contains } = useFilter({ sensitivity: "base" })
  return (
    <Select
      className={css.field ?? ""}
      placeholder={placeholder}
      value={value === "" ? null : value}
      onChange={(key) => onChange(key === null ? "" : String(key))}
    >
      <Label>{label}</Label>
      <Button className={css.box ?? ""}>
        <SelectValue className={css.words ?? ""} />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={css.popup ?? ""}>
        <Autocomplete filter={contains}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into */}
          <SearchField aria-label="搜索" autoFocus>
            <Input className={css.search ?? ""} />
          </SearchField>
          <ListBox className={css.list ?? ""} renderEmptyState={() => "没有匹配的选项"}>
            {choices.map(([key, words]) => (
              <ListBoxItem key={key} id={key} textValue={words} className={css.option ?? ""}>
                {words}
              </ListBoxItem>
            ))}
          </ListBox>
        </Autocomplete>
      </Popover>
    </Select>
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
    <MenuTrigger>
      <Button className={css.quiet ?? ""} aria-label={label}>
        {children}
      </Button>
      <Popover className={css.popup ?? ""}>
        <Menu className={css.list ?? ""} onAction={(key) => onPick(String(key))}>
          {actions.map(([key, words]) => (
            <MenuItem key={key} id={key} textValue={words} className={css.option ?? ""}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

export function Segments({ slot }: { readonly slot?: "start" | "end" }) {
  return (
    <DateInput
      {...(slot && { slot })}
      className={css.segments ?? ""}
      data-part={slot === "end" ? "to" : "from"}
    >
      {(segment) => <DateSegment segment={segment} className={css.segment ?? ""} />}
    </DateInput>
  )
}

/** What stands in a calendar, of one day as of two. */
export function Month() {
  return (
    <>
      <header className={css.head}>
        <Button slot="previous" className={css.quiet ?? ""}>
          ‹
        </Button>
        <CalendarHeading />
        <Button slot="next" className={css.quiet ?? ""}>
          ›
        </Button>
      </header>
      <CalendarGrid>{(date) => <CalendarCell date={date} className={css.day ?? ""} />}</CalendarGrid>
    </>
  )
}
