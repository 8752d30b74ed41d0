import type { ReactNode } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { Delayed } from "../../ui/layout/delayed.tsx"
import { IconMark } from "../../ui/marks/icon-mark.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Bar } from "../../ui/feedback/skeleton.tsx"
import css from "./account.module.css"

const phones = /Android|iOS|HarmonyOS/

interface DeviceRowProps {
  readonly isFirst: boolean
  readonly browser: string
  readonly tags: ReactNode
  readonly facts: readonly ReactNode[]
  readonly action: ReactNode
}

/** One browser somewhere, with what may be done about it. */
export function DeviceRow({ isFirst, browser, tags, facts, action }: DeviceRowProps) {
  return (
    <Row as="li" wrap gap={12} padY={12} {...(!isFirst && { line: "top" as const })}>
      <IconMark icon={phones.test(browser) ? "phone" : "screen"} sizePx={40} />
      <Stack className={css.about}>
        <Row as="p" wrap gap={2} columnGap={8}>
          <Text as="b" weight={500}>
            {browser}
          </Text>
          {tags}
        </Row>
        <Row as="p" wrap columnGap={16} size={13} tone="faint" figures>
          {facts.map((fact, at) => (
            // The facts of a row never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={at}>{fact}</span>
          ))}
        </Row>
      </Stack>
      {action}
    </Row>
  )
}

export function When({ at }: { readonly at: string }) {
  return (
    <time dateTime={`${at.replace(" ", "T")}+08:00`} title={at}>
      {formatMoment(at, nowMs())}
    </time>
  )
}

export function DevicesSkeleton({ rows }: { readonly rows: number }) {
  return (
    <Delayed>
      <Stack gap={12} padY={12} role="status">
        <span className="only-read-aloud">正在加载…</span>
        {Array.from({ length: rows }, (_, at) => (
          <Bar key={at} heightPx={52} />
        ))}
      </Stack>
    </Delayed>
  )
}
