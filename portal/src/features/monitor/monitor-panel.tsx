import type { AlertKind } from "@uc/contract/alarms/calls"
import { classes } from "../../ui/theme/classes.ts"
import { DrillMark } from "../../ui/marks/drill-mark.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { levelLook, wordsOf } from "./alarm-labels.ts"
import { Freshness } from "./freshness.tsx"
import { idOf, type MonitorEntry, type EntryLists } from "./monitor.ts"
import { isInterrupted, type Pace } from "./poll-interval.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import shared from "./monitor.module.css"
import css from "./monitor-panel.module.css"

interface PanelProps {
  readonly lists: EntryLists
  readonly pace: Pace
  readonly tab: AlertKind
  readonly onTab: (tab: AlertKind) => void
  readonly onCollapse: () => void
  readonly onPress: (entry: MonitorEntry) => void
}

const names: Readonly<Record<AlertKind, string>> = { warning: "今日预警", yuan: "进行中的演练" }
const nothing: Readonly<Record<AlertKind, string>> = {
  warning: "今天还没有预警",
  yuan: "现在没有进行中的演练",
}

function counted(kind: AlertKind, list: { readonly total: number } | null): string {
  return list ? `${names[kind]}（${list.total}）` : names[kind]
}

/** WARN-4: tab 1 today's warnings, tab 2 live drills. */
export function MonitorPanel({ lists, pace, tab, onTab, onCollapse, onPress }: PanelProps) {
  const isOld = isInterrupted(pace, useNow())
  const alerts: readonly MonitorEntry[] =
    tab === "warning"
      ? (lists.warning?.items ?? []).map((item) => ({ kind: "warning", item }))
      : (lists.yuan?.items ?? []).map((item) => ({ kind: "yuan", item }))
  const list = lists[tab]
  return (
    <section className={css.panel} aria-label="预警与演练">
      <header className={css.head}>
        <h2>预警与演练</h2>
        <Freshness pace={pace} />
        <button type="button" className={shared.tool} aria-label="收起" title="收起" onClick={onCollapse}>
          <Icon name="down" sizePx={18} />
        </button>
      </header>
      <Tabs
        label="预警与演练"
        tabs={{ warning: counted("warning", lists.warning), yuan: counted("yuan", lists.yuan) }}
        current={tab}
        onChange={onTab}
      >
        <div className={classes(css.list, isOld && css.old)}>
          {alerts.length === 0 ? (
            <p className={css.empty}>{list && !isOld ? nothing[tab] : "暂时无法获取，正在重试"}</p>
          ) : (
            <ul>
              {alerts.map((entry) => (
                <li key={idOf(entry)}>
                  <Row entry={entry} onPress={() => onPress(entry)} />
                </li>
              ))}
            </ul>
          )}
          {list && list.total > alerts.length && (
            <p className={css.more}>
              共 {list.total} 条，此处为最近 {alerts.length} 条
            </p>
          )}
        </div>
      </Tabs>
    </section>
  )
}

function Row({ entry, onPress }: { readonly entry: MonitorEntry; readonly onPress: () => void }) {
  const { title, school, address, time } = wordsOf(entry)
  const look = entry.kind === "yuan" ? css.drill : css[levelLook(entry.item.alarm_level_name)]
  return (
    <button type="button" className={classes(css.row, look)} onClick={onPress}>
      <span className={css.rowHead}>
        {entry.kind === "yuan" ? (
          <DrillMark />
        ) : (
          <span className={css.levelTag}>{entry.item.alarm_level_name}</span>
        )}
        <b>{title}</b>
        <time>{time}</time>
      </span>
      <span className={css.rowFacts}>
        {school} · {address}
      </span>
    </button>
  )
}
