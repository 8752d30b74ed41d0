import { monitorMessages } from "@uc/contract/monitor/messages"
import { createContext, useContext } from "react"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ageS, isInterrupted, type Pace } from "./poll-interval.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import css from "./monitor.module.css"

/** Minutes instead of seconds where nothing is wrong. */
function formatAge(seconds: number): string {
  if (seconds < 3) return "刚刚更新"
  return seconds < 120 ? `${seconds} 秒前更新` : `${Math.floor(seconds / 60)} 分钟前更新`
}

/** The monitor may watch one area only, and must say so. */
export const OneArea = createContext(false)

/** The age of what is shown; a lost connection is named, with its seconds. */
export function Freshness({ pace }: { readonly pace: Pace }) {
  const now = useNow()
  const note = useContext(OneArea) && <Tag>{monitorMessages.oneArea}</Tag>
  const seconds = ageS(pace, now)
  if (isInterrupted(pace, now))
    return (
      <Row as="span" gap={6} padX={6} tone="danger" size={13} weight={600} className={css.freshness}>
        {note}
        <Icon name="danger" sizePx={15} />
        {/* Announced once; a screen reader would otherwise repeat it every second. */}
        <span role="status">{monitorMessages.interrupted}</span>
        <span aria-hidden="true">{seconds} 秒</span>
      </Row>
    )
  return (
    <Row as="span" gap={6} padX={6} tone="faint" size={12} className={css.freshness}>
      {note}
      {pace.hasAnswer ? formatAge(seconds) : "正在连接…"}
    </Row>
  )
}
