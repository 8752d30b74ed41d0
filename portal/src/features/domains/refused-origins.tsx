import { domainLimits, type RefusedOrigin } from "@uc/contract/domains/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Card } from "../../ui/layout/card.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import css from "./domains.module.css"

interface RefusedOriginsProps {
  readonly refused: readonly RefusedOrigin[]
  readonly onAdd: (origin: string) => void
}

/** What people tried to open and could not: by browsers' word, so a hint what may be missing, and no more. */
export function RefusedOrigins({ refused, onAdd }: RefusedOriginsProps) {
  return (
    <Card
      title="未授权的来源"
      icon="shield"
      words={`最近 ${domainLimits.refusedDays} 天在门户内打开时被拒绝的网站。请先确认网站可信，再添加。`}
    >
      {refused.length === 0 ? (
        <p className={css.none}>
          <Icon name="done" />
          最近没有被拒绝的来源
        </p>
      ) : (
        <ul className={css.refused}>
          {refused.map(({ origin, times, lastAt }) => (
            <li key={origin}>
              <div>
                <strong>{origin}</strong>
                <span>
                  {times} 次，最近 <time title={lastAt}>{formatMoment(lastAt, nowMs())}</time>
                </span>
              </div>
              <Button aria-label={`添加：${origin}`} onClick={() => onAdd(origin)}>
                添加
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
