import type { ScreenOverview } from "@uc/contract/screens/calls"
import { screenLimits } from "@uc/contract/screens/calls"
import { classes } from "../../../ui/theme/classes.ts"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { momentAt } from "../../monitor/public.ts"
import { staleS, type ScreenState } from "../screen.machine.ts"
import { since } from "./since.ts"
import css from "./foot.module.css"

interface BoardFootProps {
  readonly state: ScreenState
  readonly overview: ScreenOverview
  readonly hasSound: boolean | null
}

/** The monitor's own health: whether what is shown can be trusted. */
export function BoardFoot({ state, overview, hasSound }: BoardFootProps) {
  const { answeredMs, aheadMs, isPushed } = state
  const { health, screen, nowMs } = overview
  const isStale = staleS(state) !== null
  return (
    <footer className={css.foot}>
      <ul>
        <li className={isStale ? css.bad : isPushed ? css.good : css.fair}>
          <i aria-hidden="true" />
          {isStale
            ? "连接中断，正在重试"
            : isPushed
              ? "实时推送正常"
              : `每 ${screenLimits.pollMs / 1000} 秒轮询`}
        </li>
        <li>最近更新 {answeredMs === null ? "—" : momentAt(answeredMs + aheadMs).slice(11)}</li>
        <li>
          最近预警{" "}
          {health.lastAlarmAt === null
            ? "暂无"
            : `${since(health.lastAlarmAt, nowMs)}${ago(health.lastAlarmAt, nowMs)}`}
        </li>
        {health.sources > 0 && (
          <li className={classes(health.silentSources > 0 && css.fair)}>
            预警来源 {health.sources} 个
            {health.silentSources > 0 && `，${health.silentSources} 个${screenLimits.silentHours}小时无上报`}
          </li>
        )}
        {screen === null && (
          <li className={css.fair}>个人登录，夜间会自动退出；长期使用请由管理员在“大屏”中配对</li>
        )}
      </ul>
      {hasSound === false ? (
        <p className={css.silent} role="status">
          <Icon name="bell" />
          声音未开启，点击任意处开启
        </p>
      ) : (
        <p>{hasSound ? "声音已开启" : "此浏览器不支持声音"}</p>
      )}
    </footer>
  )
}

function ago(moment: string, nowMs: number): string {
  return since(moment, nowMs) === "刚刚" ? "" : "前"
}
