import { useEffect, useRef, useState, type KeyboardEvent } from "react"
import { Icon } from "../../navigation/icon.tsx"
import { classes } from "../../theme/classes.ts"
import css from "./calendar.module.css"
import { dayInChina, formatDay, plusDays, plusMonths, weekday, weeksAround } from "./days.ts"

interface CalendarProps {
  /** Empty: none is chosen. */
  readonly value: string
  /** Days before it can't be chosen. */
  readonly min?: string | undefined
  /** False: the focus stays in the box beside it. */
  readonly takesFocus: boolean
  /** Empty: the day is cleared. */
  readonly onPick: (day: string) => void
}

const weekdays = ["一", "二", "三", "四", "五", "六", "日"]

/** WAI-ARIA's date grid: arrows move by a day and a week, Page keys by a month (with Shift by a year), Home and End inside of the week. */
export function Calendar({ value, min = "", takesFocus, onPick }: CalendarProps) {
  const [today] = useState(() => dayInChina(Date.now()))
  const [shown, setShown] = useState(value === "" ? today : value)
  const grid = useRef<HTMLTableElement>(null)
  const isMoved = useRef(takesFocus)

  useEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus()
    isMoved.current = false
  })

  function onKey(event: KeyboardEvent) {
    const months = event.shiftKey ? 12 : 1
    const targets: Record<string, () => string> = {
      ArrowLeft: () => plusDays(shown, -1),
      ArrowRight: () => plusDays(shown, 1),
      ArrowUp: () => plusDays(shown, -7),
      ArrowDown: () => plusDays(shown, 7),
      Home: () => plusDays(shown, -weekday(shown)),
      End: () => plusDays(shown, 6 - weekday(shown)),
      PageUp: () => plusMonths(shown, -months),
      PageDown: () => plusMonths(shown, months),
    }
    const target = targets[event.key]
    if (!target) return
    event.preventDefault()
    isMoved.current = true
    setShown(target())
  }

  const [year, month] = shown.split("-").map(Number)
  const turn = (label: string, months: number) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => setShown(plusMonths(shown, months))}
    >
      <span className={classes(months < 0 && css.turned)}>
        <Icon name={Math.abs(months) === 12 ? "onwards" : "right"} sizePx={16} />
      </span>
    </button>
  )
  return (
    <div className={css.calendar}>
      <div className={css.head}>
        {turn("上一年", -12)}
        {turn("上个月", -1)}
        <strong aria-live="polite">
          {year}年{month}月
        </strong>
        {turn("下个月", 1)}
        {turn("下一年", 12)}
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
          {weeksAround(shown).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    tabIndex={day === shown ? 0 : -1}
                    aria-label={formatDay(day)}
                    aria-pressed={day === value}
                    aria-disabled={day < min}
                    aria-current={day === today ? "date" : undefined}
                    className={classes(
                      css.day,
                      day.slice(0, 7) !== shown.slice(0, 7) && css.other,
                      day === today && css.today,
                    )}
                    onClick={() => day >= min && onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.foot}>
        <button type="button" onClick={() => onPick(today < min ? min : today)}>
          {today < min ? "最早一天" : "今天"}
        </button>
        {value !== "" && (
          <button type="button" onClick={() => onPick("")}>
            清除
          </button>
        )}
      </div>
    </div>
  )
}
