import type { AlertKind } from "@uc/contract/alarms/calls"
import { showFailure } from "../../platform/browser/toast.ts"
import { classes } from "../../ui/theme/classes.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Freshness } from "./freshness.tsx"
import type { EntryLists } from "./monitor.ts"
import { isInterrupted, type Pace } from "./poll-interval.ts"
import { canNotify, switchNotifications, switchSound, useSwitches } from "./switches.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import css from "./monitor.module.css"

interface BarProps {
  readonly lists: EntryLists
  readonly pace: Pace
  readonly onBadge: (kind: AlertKind) => void
  readonly onClose: () => void
}

const badges: readonly { readonly kind: AlertKind; readonly word: string; readonly icon: IconName }[] = [
  { kind: "warning", word: "预警", icon: "alarm" },
  { kind: "yuan", word: "演练", icon: "drill" },
]

export function MonitorBar({ lists, pace, onBadge, onClose }: BarProps) {
  const isOld = isInterrupted(pace, useNow())
  return (
    <div className={classes(css.bar, isOld && css.broken)}>
      {badges.map(({ kind, word, icon }) => {
        const last = lists[kind]?.total
        // None a while ago is not none now.
        const total = isOld && last === 0 ? undefined : last
        return (
          <button
            key={kind}
            type="button"
            className={classes(css.badge, css[kind], isOld && css.old, total === 0 && css.none)}
            aria-label={`${word} ${total ?? "未知"}${isOld ? "（数据已过期）" : ""}`}
            onClick={() => onBadge(kind)}
          >
            <Icon name={icon} sizePx={16} />
            {word}
            <b className={css.count}>{total ?? "–"}</b>
          </button>
        )
      })}
      <Freshness pace={pace} />
      <Switches />
      <button
        type="button"
        className={css.tool}
        aria-label="关闭预警监测"
        title="关闭预警监测"
        onClick={onClose}
      >
        <Icon name="close" sizePx={16} />
      </button>
    </div>
  )
}

function Switches() {
  const { hasSound, hasNotifications } = useSwitches()
  return (
    <span className={css.switches}>
      <button
        type="button"
        role="switch"
        aria-checked={hasSound}
        className={css.tool}
        aria-label="声音提醒"
        title={hasSound ? "声音提醒：已开启" : "声音提醒：已关闭"}
        onClick={() => switchSound(!hasSound)}
      >
        <Icon name={hasSound ? "sound" : "sound-off"} sizePx={17} />
      </button>
      {canNotify() && (
        <button
          type="button"
          role="switch"
          aria-checked={hasNotifications}
          className={css.tool}
          aria-label="桌面通知"
          title={hasNotifications ? "桌面通知：已开启" : "桌面通知：已关闭"}
          onClick={() => void switchNotifications(!hasNotifications).catch(showFailure)}
        >
          <Icon name={hasNotifications ? "bell" : "bell-off"} sizePx={17} />
        </button>
      )}
    </span>
  )
}
