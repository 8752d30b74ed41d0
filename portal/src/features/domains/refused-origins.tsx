import { domainLimits, type RefusedOrigin } from "@uc/contract/domains/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"

interface RefusedOriginsProps {
  readonly refused: readonly RefusedOrigin[]
  readonly onAdd: (origin: string) => void
}

/** What people tried to open and could not, as browsers report it: only a hint what may be missing. */
export function RefusedOrigins({ refused, onAdd }: RefusedOriginsProps) {
  return (
    <Card
      title="未授权的来源"
      icon="shield"
      words={`最近 ${domainLimits.refusedDays} 天在门户内打开时被拒绝的网站。请先确认网站可信，再添加。`}
    >
      {refused.length === 0 ? (
        <Row as="p" gap={8} padY={12} tone="soft">
          <Row as="span" tone="done" rigid>
            <Icon name="done" />
          </Row>
          最近没有被拒绝的来源
        </Row>
      ) : (
        <Stack as="ul" padY={8}>
          {refused.map(({ origin, times, lastAt }) => (
            <Row as="li" key={origin} gap={12} justify="between" padY={10} line="bottom">
              <Row wrap columnGap={16}>
                <Text as="strong" weight={500} breaks>
                  {origin}
                </Text>
                <Text tone="faint" size={13}>
                  {times} 次，最近 <time title={lastAt}>{formatMoment(lastAt, nowMs())}</time>
                </Text>
              </Row>
              <Button aria-label={`添加：${origin}`} onClick={() => onAdd(origin)}>
                添加
              </Button>
            </Row>
          ))}
        </Stack>
      )}
    </Card>
  )
}
