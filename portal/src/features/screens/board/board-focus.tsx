import type { ScreenAlarm } from "@uc/contract/screens/calls"
import { levelClass } from "../../../ui/marks/level-mark.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { colourOf } from "../screen.machine.ts"
import { DueIn, stateOnBoard } from "./board-alarms.tsx"
import { since } from "./since.ts"
import css from "./focus.module.css"

interface BoardFocusProps {
  readonly alarm: ScreenAlarm
  readonly now: number
}

/** A grave alarm that has come now, for the whole room. It goes by itself, and when somebody confirms the alarm. */
export function BoardFocus({ alarm, now }: BoardFocusProps) {
  const { levelName, typeName, orgname, address, createtime, state } = alarm
  return (
    <section
      className={classes(css.focus, levelClass(colourOf(alarm)))}
      role="alert"
      aria-label={`${levelName}预警`}
    >
      <div className={css.card}>
        <p className={css.level}>{levelName}预警</p>
        <h2>{typeName}</h2>
        <p className={css.org}>{orgname}</p>
        <p className={css.where}>{address ?? "未上报具体位置"}</p>
        <p className={css.facts}>
          <span>{createtime.slice(11)} 发生</span>
          <span>{since(createtime, now)}</span>
          <span>{stateOnBoard(state)}</span>
          <DueIn alarm={alarm} now={now} />
        </p>
      </div>
    </section>
  )
}
