import { monitorMessages } from "@uc/contract/monitor/messages"
import { createContext, useContext } from "react"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ageS, isInterrupted, type Pace } from "./poll-interval.ts"
import { useNow } from "../../platform/browser/use-now.ts"
import css from "./monitor.module.css"

/** 3 minutes say more than 187 seconds where nothing is wrong. */
function formatAge(seconds: number): string {
  if (seconds < 3) return "刚刚更新"
  return seconds < 120 ? `${seconds} 秒前更新` : `${Math.floor(seconds / 60)} 分钟前更新`
}

/** Whoever started it may have asked for one area; nobody must take that for all that there is. */
export const OneArea = createContext(false)

/** How old what is shown is; a connection that is gone is told as such, with its seconds. */
export function Freshness({ pace }: { readonly pace: Pace }) {
  const now = useNow()
  const note = useContext(OneArea) && <Tag>{monitorMessages.oneArea}</Tag>
  const seconds = ageS(pace, now)
  if (isInterrupted(pace, now))
    return (
      <Row as="span" gap={6} padX={6} tone="danger" size={13} weight={600} className={css.freshness}>
        {note}
        <Icon name="danger" sizePx={15} />
        {/* Said once; who cannot see would hear it again every second. */}
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
