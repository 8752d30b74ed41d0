import { useEffect, useRef, useState, type KeyboardEvent } from "react"
import { classes } from "../../../portal/src/ui/theme/classes.ts"
import { Icon } from "../../../portal/src/ui/navigation/icon.tsx"
import css from "./calendar.module.css"
import { inWords, plusDays, plusMonths, todayHere, weekday, weeksAround } from "./days.ts"

interface CalendarProps {
  /** Empty: none is chosen. */
  readonly value: string
  readonly onPick: (day: string) => void
}

const weekdays = ["一", "二", "三", "四", "五", "六", "日"]

/** The WAI-ARIA date grid: arrows move by a day and a week, Page keys by a month, Home and End inside of the week. */
export function Calendar({ value, onPick }: CalendarProps) {
  const today = todayHere()
  const [at, setAt] = useState(value === "" ? today : value)
  const grid = useRef<HTMLTableElement>(null)
  const isMoved = useRef(true)

  useEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus()
    isMoved.current = false
  })

  function onKey(event: KeyboardEvent) {
    const months = event.shiftKey ? 12 : 1
    const targets: Record<string, () => string> = {
      ArrowLeft: () => plusDays(at, -1),
      ArrowRight: () => plusDays(at, 1),
      ArrowUp: () => plusDays(at, -7),
      ArrowDown: () => plusDays(at, 7),
      Home: () => plusDays(at, -weekday(at)),
      End: () => plusDays(at, 6 - weekday(at)),
      PageUp: () => plusMonths(at, -months),
      PageDown: () => plusMonths(at, months),
    }
    const target = targets[event.key]
    if (!target) return
    event.preventDefault()
    isMoved.current = true
    setAt(target())
  }

  const [year, month] = at.split("-").map(Number)
  return (
    <div>
      <div className={css.head}>
        <button type="button" aria-label="上个月" onClick={() => setAt(plusMonths(at, -1))}>
          <Icon name="back" sizePx={16} />
        </button>
        <strong aria-live="polite">
          {year}年{month}月
        </strong>
        <button type="button" aria-label="下个月" onClick={() => setAt(plusMonths(at, 1))}>
          <Icon name="right" sizePx={16} />
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- WAI-ARIA's date grid */}
      <table ref={grid} role="grid" aria-label={`${year}年${month}月`} className={css.grid} onKeyDown={onKey}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={`星期${name}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksAround(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={inWords(day)}
                    aria-pressed={day === value}
                    aria-current={day === today ? "date" : undefined}
                    className={classes(
                      css.day,
                      day.slice(0, 7) !== at.slice(0, 7) && css.other,
                      day === today && css.today,
                    )}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
