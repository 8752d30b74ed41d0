import { monitorMessages } from "@uc/contract/monitor/messages"
import { createContext, useContext } from "react"
import { classes } from "../../ui/theme/classes.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
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
  const note = useContext(OneArea) && <span className={css.area}>{monitorMessages.oneArea}</span>
  const seconds = ageS(pace, now)
  if (isInterrupted(pace, now))
    return (
      <span className={classes(css.freshness, css.interrupted)}>
        {note}
        <Icon name="danger" sizePx={15} />
        {/* Said once; who cannot see would hear it again every second. */}
        <span role="status">{monitorMessages.interrupted}</span>
        <span aria-hidden="true">{seconds} 秒</span>
      </span>
    )
  return (
    <span className={css.freshness}>
      {note}
      {pace.hasAnswer ? formatAge(seconds) : "正在连接…"}
    </span>
  )
}
