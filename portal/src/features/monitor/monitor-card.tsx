import type { ToldItem } from "@uc/contract/awareness/calls"
import { useState } from "react"
import { classes } from "../../ui/theme/classes.ts"
import { Button } from "../../ui/forms/button.tsx"
import { levelClass } from "../../ui/marks/level-mark.tsx"
import { DrillMark } from "../../ui/marks/drill-mark.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { KnownButton } from "../awareness/public.ts"
import { colourOf, wordsOf } from "./alarm-labels.ts"
import { EscalationCountdown } from "./escalation-countdown.tsx"
import type { MonitorEntry } from "./monitor-entry.ts"
import css from "./monitor.module.css"

interface CardProps {
  readonly entry: MonitorEntry
  /** DAY-2: its person is told of it and has not confirmed. */
  readonly told: ToldItem | null
  readonly onLook: () => void
  readonly onClose: () => void
}

export function MonitorCard({ entry, told, onLook, onClose }: CardProps) {
  /** On a phone it is one line until somebody opens it. */
  const [isOpened, setOpened] = useState(false)
  const { title, school, place, address, time } = wordsOf(entry)
  const colour = colourOf(entry)
  const isDrill = entry.kind === "yuan"
  return (
    <article
      className={classes(
        css.card,
        colour ? levelClass(colour) : css.drill,
        colour === "red" && css.gravest,
        isOpened && css.opened,
      )}
      aria-label={isDrill ? "演练" : "预警"}
    >
      {isDrill ? (
        <DrillMark look="band" />
      ) : (
        <Row as="p" gap={8} padX={16} weight={600} className={css.level}>
          <Icon name="alarm" sizePx={16} />
          {entry.item.alarm_level_name}预警
        </Row>
      )}
      <Button
        look="quiet"
        className={css.close}
        aria-label={isDrill ? "关闭演练卡片" : "关闭预警卡片"}
        onClick={onClose}
      >
        <Icon name="close" sizePx={16} />
      </Button>
      <Stack gap={8} padX={16} padY={8} className={css.words}>
        <Text as="h2" size={18} breaks>
          {title}
          <span className={css.linePlace}>{` · ${[place, school].filter(Boolean).join(" · ")}`}</span>
        </Text>
        <Text as="dl" breaks className={css.facts}>
          <Text as="dt" tone="faint">
            单位
          </Text>
          <dd>{school}</dd>
          {place && (
            <>
              <Text as="dt" tone="faint">
                位置
              </Text>
              <Text as="dd" weight={600}>
                {place}
              </Text>
            </>
          )}
          <Text as="dt" tone="faint">
            地址
          </Text>
          <Text as="dd" {...(entry.item.schoolAddress === "" && { tone: "faint" })}>
            {address}
          </Text>
          <Text as="dt" tone="faint">
            时间
          </Text>
          <dd>{time}</dd>
          {entry.kind === "warning" && entry.item.due_at && (
            <>
              <Text as="dt" tone="faint">
                时限
              </Text>
              <dd>
                <EscalationCountdown
                  dueAt={entry.item.due_at}
                  isEscalated={entry.item.escalated_here ?? false}
                />
              </dd>
            </>
          )}
        </Text>
        {isDrill && (
          <Text as="p" tone="caution">
            这是演练，不是真实警情
          </Text>
        )}
      </Stack>
      <Row justify="end" gap={4} padX={16} padY={8} className={css.actions}>
        <Button
          look="quiet"
          className={css.opener}
          aria-expanded={isOpened}
          aria-label={isOpened ? "收起详情" : "展开详情"}
          onClick={() => setOpened(!isOpened)}
        >
          <Icon name={isOpened ? "down" : "up"} sizePx={16} />
        </Button>
        {told && <KnownButton item={told} look="plain" className={css.known} onDone={onClose} />}
        <Button look={isDrill ? "plain" : "primary"} onClick={onLook}>
          查看
        </Button>
      </Row>
    </article>
  )
}
