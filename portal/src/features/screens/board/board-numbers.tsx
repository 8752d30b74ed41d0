import { levelColours, type LevelColour } from "@uc/contract/alarms/level-colours"
import type { ScreenOverview } from "@uc/contract/screens/calls"
import { levelClass } from "../../../ui/marks/level-mark.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { colourOf } from "../screen.machine.ts"
import css from "./numbers.module.css"

const names: Readonly<Record<LevelColour, string>> = {
  red: "特别重大",
  orange: "重大",
  yellow: "较大",
  blue: "一般",
}

/** Those of one colour together, by the name of the first. */
function byColour({ levels }: ScreenOverview["alarms"]) {
  return levelColours.map((colour) => {
    const own = levels.filter(({ level, name }) => colourOf({ level, levelName: name }) === colour)
    return {
      colour,
      name: own[0]?.name ?? names[colour],
      total: own.reduce((sum, { total }) => sum + total, 0),
    }
  })
}

export function BoardNumbers({
  overview: { alarms, today, patrols },
}: {
  readonly overview: ScreenOverview
}) {
  const share = patrols.planned === 0 ? 0 : patrols.done / patrols.planned
  return (
    <section className={css.numbers} aria-label="今日数据">
      <div className={css.levels}>
        <p className={css.title}>未办结预警</p>
        <ul>
          {byColour(alarms).map(({ colour, name, total }) => (
            <li key={colour} className={classes(css.level, levelClass(colour), total === 0 && css.none)}>
              <b>{total}</b>
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </div>
      <dl className={css.counts}>
        <Counted name="今日新增预警" total={today.alarms} />
        <Counted name="今日办结" total={today.handled} tone="calm" />
        <Counted name="待确认" total={today.open} tone={today.open > 0 ? "warm" : undefined} />
        <Counted name="已上报" total={today.escalated} tone={today.escalated > 0 ? "warm" : undefined} />
      </dl>
      <div className={css.patrols}>
        <p className={css.title}>今日巡查完成率</p>
        <p className={css.share}>
          <b>{patrols.planned === 0 ? "—" : `${Math.floor(share * 100)}%`}</b>
          <span>
            {patrols.done} / {patrols.planned}
            {patrols.missed > 0 && `，漏检 ${patrols.missed}`}
          </span>
        </p>
        <div className={css.bar} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </div>
      </div>
    </section>
  )
}

interface CountedProps {
  readonly name: string
  readonly total: number
  readonly tone?: "warm" | "calm" | undefined
}

function Counted({ name, total, tone }: CountedProps) {
  return (
    <div className={classes(css.count, tone === "warm" && css.warm, tone === "calm" && css.calm)}>
      <dt>{name}</dt>
      <dd>{total}</dd>
    </div>
  )
}
