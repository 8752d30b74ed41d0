import { alarmStates, takenUnhandled, type AlarmState } from "@uc/contract/alarms/admin-calls"
import { monitorMessages } from "@uc/contract/monitor/messages"
import type { ScreenAlarm, ScreenOverview } from "@uc/contract/screens/calls"
import { countdownInWords } from "../../../ui/format/countdown.ts"
import { levelClass } from "../../../ui/marks/level-mark.tsx"
import { classes } from "../../../ui/theme/classes.ts"
import { msOf } from "../../monitor/public.ts"
import { colourOf, isUnconfirmedRed } from "../screen.machine.ts"
import { slowPage } from "../slow-pages.ts"
import { Calm, Panel } from "./panel.tsx"
import { since } from "./since.ts"
import css from "./alarms.module.css"

/** What fits into the column. */
const perPage = 5
/** A line that has come now is lit up for a while. */
const newMs = 60_000

interface BoardAlarmsProps {
  readonly overview: ScreenOverview
  readonly arrivals: Readonly<Record<string, number>>
  readonly now: number
}

export function BoardAlarms({ overview: { alarms, nowMs }, arrivals, now }: BoardAlarmsProps) {
  const { items, page, pages } = slowPage(alarms.items, perPage, now, isUnconfirmedRed)
  const isNew = ({ uuid }: ScreenAlarm) => {
    const arrivedMs = arrivals[uuid]
    return arrivedMs !== undefined && nowMs - arrivedMs < newMs
  }
  return (
    <Panel title="实时预警" total={alarms.total} page={page} pages={pages}>
      {items.length === 0 ? (
        <Calm icon="done" title="当前没有未办结的预警" words="新的预警会立即显示并发出提示音" />
      ) : (
        <ul className={css.alarms}>
          {items.map((alarm) => (
            <OneAlarm key={alarm.uuid} alarm={alarm} isNew={isNew(alarm)} now={now} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface OneAlarmProps {
  readonly alarm: ScreenAlarm
  readonly isNew: boolean
  readonly now: number
}

function OneAlarm({ alarm, isNew, now }: OneAlarmProps) {
  const { levelName, typeName, orgname, address, createtime, state } = alarm
  return (
    <li className={classes(css.alarm, levelClass(colourOf(alarm)), isNew && css.new)}>
      <span className={css.level}>{levelName}</span>
      <div className={css.what}>
        <h3>{typeName}</h3>
        <p>{orgname}</p>
        <p className={css.where}>{address ?? "未上报具体位置"}</p>
      </div>
      <div className={css.when}>
        <time>{since(createtime, now)}</time>
        <span className={classes(css.state, state === "open" && css.open)}>{stateOnBoard(state)}</span>
        <DueIn alarm={alarm} now={now} />
      </div>
    </li>
  )
}

/** DAY-5: as a bureau reads it in the list. */
export function stateOnBoard(state: AlarmState): string {
  return state === "acknowledged" ? takenUnhandled : alarmStates[state]
}

/** DAY-5: the countdown to the escalation. */
export function DueIn({
  alarm: { dueAt, isEscalated },
  now,
}: {
  readonly alarm: ScreenAlarm
  readonly now: number
}) {
  if (isEscalated) return <span className={css.escalated}>已上报</span>
  if (dueAt === null) return null
  const left = countdownInWords(msOf(dueAt) - now)
  return (
    <span className={css.due}>
      {left === null ? monitorMessages.escalatesNow : monitorMessages.escalatesIn(left)}
    </span>
  )
}
