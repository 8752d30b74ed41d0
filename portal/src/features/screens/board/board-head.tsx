import type { ScreenOverview } from "@uc/contract/screens/calls"
import { Emblem } from "../../../ui/navigation/emblem.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { momentAt } from "../../monitor/public.ts"
import css from "./board.module.css"

const weekdays = ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"]

interface BoardHeadProps {
  readonly overview: ScreenOverview
  /** Red alarms that nobody has confirmed. */
  readonly reds: number
  readonly isStale: boolean
  readonly now: number
}

/** The clock is the server's: one that stands still is a screen that stands still. */
export function BoardHead({
  overview: { orgname, screen, today, alarms },
  reds,
  isStale,
  now,
}: BoardHeadProps) {
  const [day = "", time = ""] = momentAt(now).split(" ")
  const [year, month, date] = day.split("-")
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return (
    <header className={css.head}>
      <span className={css.emblem}>
        <Emblem />
      </span>
      <div className={css.whose}>
        <h1>{orgname}</h1>
        <p>安全态势大屏{screen !== null && ` · ${screen}`}</p>
      </div>
      {!isStale && (
        <p className={classes(css.mood, reds > 0 ? css.grave : today.open > 0 && css.waits)}>
          {reds > 0
            ? `${reds} 条特别重大预警待确认`
            : today.open > 0
              ? `${today.open} 条预警待确认`
              : alarms.total > 0
                ? `${alarms.total} 条预警处置中`
                : "当前平稳"}
        </p>
      )}
      <div className={css.clock}>
        <p>
          {year}年{Number(month)}月{Number(date)}日 {weekday}
        </p>
        <time dateTime={`${day}T${time}+08:00`}>{time}</time>
      </div>
    </header>
  )
}
