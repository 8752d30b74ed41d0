import type { MonitorKind } from "@uc/contract/alarms/calls"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { classes } from "../../ui/theme/classes.ts"
import { levelClass, LevelMark } from "../../ui/marks/level-mark.tsx"
import { DrillMark } from "../../ui/marks/drill-mark.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { colourOf, wordsOf } from "./alarm-labels.ts"
import { Freshness } from "./freshness.tsx"
import { entriesOf, idOf, type MonitorEntry, type EntryLists } from "./monitor-entry.ts"
import { isInterrupted, type Pace } from "./poll-interval.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./monitor.module.css"

interface PanelProps {
  readonly lists: EntryLists
  readonly pace: Pace
  readonly tab: MonitorKind
  readonly onTab: (tab: MonitorKind) => void
  readonly onCollapse: () => void
  readonly onPress: (entry: MonitorEntry) => void
}

const names: Readonly<Record<MonitorKind, string>> = {
  warning: monitorMessages.today,
  yuan: monitorMessages.liveDrills,
}
const nothing: Readonly<Record<MonitorKind, string>> = {
  warning: "今日暂无预警",
  yuan: "当前没有进行中的演练",
}

function counted(kind: MonitorKind, list: { readonly total: number } | null): string {
  return list ? `${names[kind]}（${list.total}）` : names[kind]
}

/** WARN-4: tab 1 today's warnings, tab 2 live drills. */
export function MonitorPanel({ lists, pace, tab, onTab, onCollapse, onPress }: PanelProps) {
  const isOld = isInterrupted(pace, useNow())
  const entries = entriesOf(tab, lists)
  const list = lists[tab]
  return (
    <section className={css.panel} aria-label="预警与演练">
      <Row as="header" gap={8} padX={16}>
        <Text as="h2" size={16} grow>
          预警与演练
        </Text>
        <Freshness pace={pace} />
        <Button look="quiet" aria-label="收起" title="收起" onClick={onCollapse}>
          <Icon name="down" sizePx={18} />
        </Button>
      </Row>
      <Tabs
        label="预警与演练"
        tabs={{ warning: counted("warning", lists.warning), yuan: counted("yuan", lists.yuan) }}
        current={tab}
        onChange={onTab}
      >
        <div className={classes(css.list, isOld && css.faded)}>
          {entries.length === 0 ? (
            <SmallEmptyState icon="alarm" words={list && !isOld ? nothing[tab] : "暂时无法获取，正在重试"} />
          ) : (
            <ul>
              {entries.map((entry) => (
                <li key={idOf(entry)}>
                  <OneEntry entry={entry} onPress={() => onPress(entry)} />
                </li>
              ))}
            </ul>
          )}
          {list && list.total > entries.length && (
            <Text as="p" padX={16} padY={10} tone="faint" size={13} centred>
              共 {list.total} 条，此处为最近 {entries.length} 条
            </Text>
          )}
        </div>
      </Tabs>
    </section>
  )
}

function OneEntry({ entry, onPress }: { readonly entry: MonitorEntry; readonly onPress: () => void }) {
  const { title, school, place, address, time } = wordsOf(entry)
  const colour = colourOf(entry)
  return (
    <Stack
      as="button"
      type="button"
      gap={2}
      padX={12}
      padY={8}
      line="bottom"
      className={classes(css.row, colour ? levelClass(colour) : css.drill)}
      onClick={onPress}
    >
      <Row as="span" gap={8}>
        {entry.kind === "warning" && colour ? (
          <LevelMark colour={colour} name={entry.item.alarm_level_name} />
        ) : (
          <DrillMark />
        )}
        <Text as="b" weight={500} grow truncate title={title}>
          {title}
        </Text>
        <Text as="time" tone="faint" size={13}>
          {time}
        </Text>
      </Row>
      <Text tone="faint" size={13} breaks>
        {school}
        {place && ` · ${place}`}
      </Text>
      <Text tone="faint" size={12} breaks>
        {address}
      </Text>
    </Stack>
  )
}
