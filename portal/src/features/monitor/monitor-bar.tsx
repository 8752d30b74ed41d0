import type { MonitorKind } from "@uc/contract/alarms/calls"
import { subjectNames } from "@uc/contract/awareness/told"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { showFailure } from "../../platform/browser/toast.ts"
import { classes } from "../../ui/theme/classes.ts"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { levelClass } from "../../ui/marks/level-mark.tsx"
import { Switch } from "../../ui/forms/switch.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { colourOf, sentenceOf } from "./alarm-labels.ts"
import { Freshness } from "./freshness.tsx"
import type { EntryLists, MonitorEntry } from "./monitor-entry.ts"
import { isInterrupted, type Pace } from "./poll-interval.ts"
import { canNotify, switchNotifications, switchSound, useSwitches } from "./switches.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import css from "./monitor.module.css"
import waitingCss from "./waiting.module.css"

interface BarProps {
  readonly lists: EntryLists
  /** Real ones that run now: they have a count of their own, as on the home page. */
  readonly emergencies: number
  readonly pace: Pace
  readonly onBadge: (kind: MonitorKind) => void
  /** A card that waits until somebody has finished writing. */
  readonly waiting: MonitorEntry | null
  /** Grave alarms without a card that nobody has confirmed. */
  readonly unconfirmed: number
  readonly onCards: () => void
  readonly onSwitchOff: () => void
}

interface Badge {
  readonly kind: MonitorKind
  readonly word: string
  /** What is counted. */
  readonly title: string
  readonly icon: IconName
}

const badges: readonly Badge[] = [
  { kind: "warning", word: "预警", title: monitorMessages.today, icon: "alarm" },
  { kind: "yuan", word: "演练", title: monitorMessages.liveDrills, icon: "drill" },
]

function countLook(kind: MonitorKind, total: number | undefined, isOld: boolean) {
  // Greyed, never zero: it was true once and may have changed.
  if (isOld) return { tone: "faint", className: classes(css.count, css.old) } as const
  // Red is for alarms that are known.
  if (total === undefined || total === 0)
    return { surface: "sunken", tone: "faint", className: css.count } as const
  if (kind === "yuan") return { surface: "caution", tone: "caution", className: css.count } as const
  return { className: classes(css.count, css.alert) }
}

export function MonitorBar({
  lists,
  emergencies,
  pace,
  waiting,
  unconfirmed,
  onCards,
  onBadge,
  onSwitchOff,
}: BarProps) {
  const isOld = isInterrupted(pace, useNow())
  return (
    <Row
      padX={4}
      padY={4}
      className={classes(
        css.bar,
        isOld && css.broken,
        (waiting !== null || unconfirmed > 0 || emergencies > 0) && waitingCss.around,
      )}
    >
      {waiting && <WaitingCard entry={waiting} onPress={onCards} />}
      {waiting === null && unconfirmed > 0 && (
        <Text
          as="button"
          type="button"
          weight={600}
          size={13}
          padX={10}
          className={classes(waitingCss.waiting, levelClass("red"))}
          onClick={() => onBadge("warning")}
        >
          {monitorMessages.unconfirmed(unconfirmed)}
        </Text>
      )}
      {badges.map(({ kind, word, title, icon }) => {
        const last = lists[kind]?.total
        // No alarms a while ago does not mean none now.
        const total = isOld && last === 0 ? undefined : last
        return (
          <Row
            as="button"
            key={kind}
            type="button"
            gap={6}
            padX={8}
            tone="soft"
            className={css.badge}
            title={title}
            aria-label={`${word} ${total ?? "未知"}${isOld ? "（数据已过期）" : ""}`}
            onClick={() => onBadge(kind)}
          >
            <Icon name={icon} sizePx={16} />
            {word}
            <Text as="b" size={13} padX={6} centred {...countLook(kind, total, isOld)}>
              {total ?? "–"}
            </Text>
          </Row>
        )
      })}
      {emergencies > 0 && (
        <Row
          as="a"
          gap={6}
          padX={8}
          tone="soft"
          className={css.badge}
          href="#/main/drills"
          title={monitorMessages.liveEmergencies}
          aria-label={`${subjectNames.emergency} ${emergencies}`}
        >
          {subjectNames.emergency}
          <Text as="b" size={13} padX={6} centred {...countLook("warning", emergencies, isOld)}>
            {emergencies}
          </Text>
        </Row>
      )}
      <Freshness pace={pace} />
      <Switches />
      {/* Shown only while it is on; the toast and the person's menu switch it on again. */}
      <Switch isBare label="预警监测" isOn onChange={onSwitchOff} />
    </Row>
  )
}

/** DAY-4: small while somebody writes, but told at once and in its colour. */
function WaitingCard({ entry, onPress }: { readonly entry: MonitorEntry; readonly onPress: () => void }) {
  const { title } = sentenceOf(entry)
  const colour = colourOf(entry)
  return (
    <Text
      as="button"
      type="button"
      weight={600}
      size={13}
      padX={10}
      truncate
      className={classes(waitingCss.waiting, colour ? levelClass(colour) : waitingCss.drill)}
      title={title}
      aria-label={`显示${title}`}
      onClick={onPress}
    >
      {title}
    </Text>
  )
}

function Switches() {
  const { hasSound, hasNotifications } = useSwitches()
  return (
    <Row as="span" className={css.switches}>
      <Button
        look="quiet"
        role="switch"
        aria-checked={hasSound}
        className={css.tool}
        aria-label="声音提醒"
        title={hasSound ? "声音提醒：已开启" : "声音提醒：已关闭"}
        onClick={() => switchSound(!hasSound)}
      >
        <Icon name={hasSound ? "sound" : "sound-off"} sizePx={17} />
      </Button>
      {canNotify() && (
        <Button
          look="quiet"
          role="switch"
          aria-checked={hasNotifications}
          className={css.tool}
          aria-label="桌面通知"
          title={hasNotifications ? "桌面通知：已开启" : "桌面通知：已关闭"}
          onClick={() => void switchNotifications(!hasNotifications).catch(showFailure)}
        >
          <Icon name={hasNotifications ? "bell" : "bell-off"} sizePx={17} />
        </Button>
      )}
    </Row>
  )
}
