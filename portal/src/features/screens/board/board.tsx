import type { ScreenOverview } from "@uc/contract/screens/calls"
import type { CSSProperties } from "react"
import { classes } from "../../../ui/theme/classes.ts"
import { focused, serverMs, staleS, unconfirmedRed, type ScreenState } from "../screen.machine.ts"
import { shiftAt } from "../slow-pages.ts"
import { BoardAlarms } from "./board-alarms.tsx"
import { BoardDrills } from "./board-drills.tsx"
import { BoardFocus } from "./board-focus.tsx"
import { BoardFoot } from "./board-foot.tsx"
import { BoardHead } from "./board-head.tsx"
import { BoardNumbers } from "./board-numbers.tsx"
import { BoardPatrols } from "./board-patrols.tsx"
import { BoardPlaces } from "./board-places.tsx"
import css from "./board.module.css"

interface BoardProps {
  readonly state: ScreenState
  readonly overview: ScreenOverview
  readonly hasSound: boolean | null
}

/** DAY-7: fills the display exactly, 1920x1080 as well as 3840x2160; all lengths follow from one unit. */
export function Board({ state, overview, hasSound }: BoardProps) {
  const now = serverMs(state)
  const { x, y } = shiftAt(now)
  const stale = staleS(state)
  const focus = focused(state)
  const reds = unconfirmedRed(state).length
  const shift = { "--shift-x": x, "--shift-y": y } as CSSProperties
  return (
    <main className={classes(css.board, reds > 0 && css.red)} style={shift}>
      <div className={css.shifted}>
        <BoardHead overview={overview} reds={reds} isStale={stale !== null} now={now} />
        {stale === null ? (
          <BoardNumbers overview={overview} />
        ) : (
          // In the place of the numbers: what is out of date must not look like safety.
          <div className={css.stale}>
            <p>数据已 {stale} 秒未更新</p>
            <p role="alert">连接中断，请检查网络，恢复后自动更新</p>
          </div>
        )}
        <div className={classes(css.columns, stale !== null && css.old)}>
          <BoardAlarms overview={overview} arrivals={state.arrivals} now={now} />
          <BoardPlaces places={overview.places} now={now} />
          <div className={css.side}>
            <BoardDrills drills={overview.drills} now={now} />
            <BoardPatrols patrols={overview.patrols} now={now} />
          </div>
        </div>
        <BoardFoot state={state} overview={overview} hasSound={hasSound} />
      </div>
      {focus && <BoardFocus alarm={focus} now={now} />}
    </main>
  )
}
