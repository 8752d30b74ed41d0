import { levelColour } from "@uc/contract/alarms/level-colours"
import type { ToldItem } from "@uc/contract/awareness/calls"
import { awarenessMessages } from "@uc/contract/awareness/told"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { DrillMark } from "../../ui/marks/drill-mark.tsx"
import { levelClass } from "../../ui/marks/level-mark.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { classes } from "../../ui/theme/classes.ts"
import { KnownButton } from "./known-button.tsx"
import css from "./told.module.css"

const notReal = "这是演练，不是真实警情"

interface ToldCardProps {
  readonly item: ToldItem
  /** At the foot of the window, one line that opens; otherwise a whole card. */
  readonly isLine: boolean
}

/** DAY-2: what, where, since when, what to do, and 我已知晓. It has no cross: it goes when it is confirmed or over. */
export function ToldCard({ item, isLine }: ToldCardProps) {
  const [isOpened, setOpened] = useState(false)
  const { kind, title, levelName, orgname, place, since, steps, remindedAt } = item
  const isDrill = kind === "drill"
  const look = isDrill
    ? css.drill
    : levelClass(kind === "alarm" ? levelColour(item.level ?? undefined, levelName ?? "") : "red")
  // Of a drill the line says first that it is one; what to do is read when it is opened.
  const firstLine = isDrill ? notReal : steps[0]
  const isWhole = !isLine || isOpened
  return (
    <article
      className={classes(
        css.card,
        look,
        isLine && css.line,
        isOpened && css.opened,
        remindedAt !== null && css.reminded,
      )}
      aria-label={`待确认：${title}`}
    >
      {isDrill ? (
        <DrillMark look="band" />
      ) : (
        <Row as="p" gap={8} padX={12} weight={600} className={css.level}>
          <Icon name={kind === "alarm" ? "alarm" : "danger"} sizePx={16} />
          {kind === "alarm" ? `${levelName}预警` : "真实应急"}
        </Row>
      )}
      <Stack gap={6} padX={12} padY={8} className={css.words}>
        <Row gap={8} wrap className={css.head}>
          <Text as="h2" size={16} breaks>
            {title}
          </Text>
          {remindedAt !== null && <Tag tone="danger">{awarenessMessages.asked}</Tag>}
        </Row>
        <Text as="p" tone="soft" size={13} breaks className={css.where}>
          {[place, orgname, `${formatMoment(since, nowMs())} 起`].filter((word) => word !== null).join(" · ")}
        </Text>
        {isDrill && isWhole && (
          <Text as="p" tone="caution" size={13}>
            {notReal}
          </Text>
        )}
        {isWhole ? (
          <Stack as="ol" gap={2} className={css.steps} aria-label="请这样做">
            {steps.map((step, at) => (
              <li key={at}>{step}</li>
            ))}
          </Stack>
        ) : (
          <Text as="p" truncate className={css.first} title={firstLine}>
            {firstLine}
          </Text>
        )}
      </Stack>
      <Row justify="end" gap={4} padX={8} padY={6} className={css.actions}>
        {isLine && (
          <Button
            look="quiet"
            aria-expanded={isOpened}
            aria-label={isOpened ? "收起该怎么做" : "查看该怎么做"}
            onClick={() => setOpened(!isOpened)}
          >
            <Icon name={isOpened ? "down" : "up"} sizePx={16} />
          </Button>
        )}
        <KnownButton item={item} />
      </Row>
    </article>
  )
}
