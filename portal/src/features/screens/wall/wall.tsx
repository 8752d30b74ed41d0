import type { ScreenOverview } from "@uc/contract/screens/calls"
import type { CSSProperties } from "react"
import { classes } from "../../../ui/theme/classes.ts"
import { focused, serverMs, staleS, unconfirmedRed, type ScreenState } from "../screen.machine.ts"
import { shiftAt } from "../slow-pages.ts"
import { WallAlarms } from "./wall-alarms.tsx"
import { WallDrills } from "./wall-drills.tsx"
import { WallFocus } from "./wall-focus.tsx"
import { WallFoot } from "./wall-foot.tsx"
import { WallHead } from "./wall-head.tsx"
import { WallNumbers } from "./wall-numbers.tsx"
import { WallPatrols } from "./wall-patrols.tsx"
import { WallPlaces } from "./wall-places.tsx"
import css from "./wall.module.css"

interface WallProps {
  readonly state: ScreenState
  readonly overview: ScreenOverview
  readonly hasSound: boolean | null
}

/** DAY-7: fills the display exactly, 1920x1080 as well as 3840x2160; all lengths follow from one unit. */
export function Wall({ state, overview, hasSound }: WallProps) {
  const now = serverMs(state)
  const { x, y } = shiftAt(now)
  const stale = staleS(state)
  const focus = focused(state)
  const reds = unconfirmedRed(state).length
  const shift = { "--shift-x": x, "--shift-y": y } as CSSProperties
  return (
    <main className={classes(css.wall, reds > 0 && css.red)} style={shift}>
      <div className={css.shifted}>
        <WallHead overview={overview} reds={reds} isStale={stale !== null} now={now} />
        {stale === null ? (
          <WallNumbers overview={overview} />
        ) : (
          // In the place of the numbers: what is out of date must not look like safety.
          <div className={css.stale}>
            <p>数据已 {stale} 秒未更新</p>
            <p role="alert">连接中断，请检查网络，恢复后自动更新</p>
          </div>
        )}
        <div className={classes(css.columns, stale !== null && css.old)}>
          <WallAlarms overview={overview} arrivals={state.arrivals} now={now} />
          <WallPlaces places={overview.places} now={now} />
          <div className={css.side}>
            <WallDrills drills={overview.drills} now={now} />
            <WallPatrols patrols={overview.patrols} now={now} />
          </div>
        </div>
        <WallFoot state={state} overview={overview} hasSound={hasSound} />
      </div>
      {focus && <WallFocus alarm={focus} now={now} />}
    </main>
  )
}
