import { alarmDeeds, type AlarmDetail, type AlarmEvent } from "@uc/contract/alarms/admin-calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import css from "./alarm-drawer.module.css"

const icons: Readonly<Record<AlarmEvent["deed"], IconName>> = {
  acknowledged: "check",
  assigned: "people",
  handling: "edit",
  closed: "done",
  false: "minus",
  escalated: "caution",
}

/** From its coming to now: a line, and never one without a time and a name. */
export function AlarmTimeline({
  alarm: { received_at: receivedAt, history },
}: {
  readonly alarm: AlarmDetail
}) {
  return (
    <ol className={css.timeline}>
      <li>
        <span className={css.dot}>
          <Icon name="alarm" sizePx={14} />
        </span>
        <p>
          系统收到预警
          <time title={receivedAt}>{formatMoment(receivedAt, nowMs(), { withSeconds: true })}</time>
        </p>
      </li>
      {history.map(({ id, at, deed, who, orgname, whom, note }) => (
        <li key={id} data-deed={deed}>
          <span className={css.dot}>
            <Icon name={icons[deed]} sizePx={14} />
          </span>
          <p>
            <strong>{who ?? "系统"}</strong> {alarmDeeds[deed]}
            {whom && <>：{whom}</>}
            <time title={at}>{formatMoment(at, nowMs(), { withSeconds: true })}</time>
          </p>
          {who && orgname && <p className={css.org}>{orgname}</p>}
          {note && <p className={css.note}>{note}</p>}
        </li>
      ))}
    </ol>
  )
}
