import type { ScreenDrill, ScreenOverview } from "@uc/contract/screens/calls"
import { countdown } from "../../../ui/format/countdown.ts"
import { classes } from "../../../ui/theme/classes.ts"
import { msOf } from "../../monitor/public.ts"
import { slowPage } from "../slow-pages.ts"
import { Calm, Panel } from "./panel.tsx"
import css from "./running.module.css"

const perPage = 2

interface BoardDrillsProps {
  readonly drills: ScreenOverview["drills"]
  readonly now: number
}

export function BoardDrills({ drills, now }: BoardDrillsProps) {
  const { items, page, pages } = slowPage(drills.items, perPage, now)
  return (
    <Panel title="进行中的演练与应急" total={drills.total} page={page} pages={pages}>
      {items.length === 0 ? (
        <Calm icon="drill" title="当前没有演练" />
      ) : (
        <ul className={css.drills}>
          {items.map((drill) => (
            <OneDrill key={drill.key} drill={drill} now={now} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Amber hatching is the drill's; an emergency is red and plain. */
function OneDrill({ drill, now }: { readonly drill: ScreenDrill; readonly now: number }) {
  const { title, isReal, begunAt, orgname, organisations, confirmed } = drill
  return (
    <li className={classes(css.drill, isReal && css.real)}>
      <p className={css.kind}>
        <span>{isReal ? "真实应急" : "演练"}</span>
        <time role="timer">{countdown(Math.max(1, now - msOf(begunAt)))}</time>
      </p>
      <h3>{title}</h3>
      <p className={css.who}>
        {organisations > 1 ? `${orgname}等 ${organisations} 个单位` : orgname}
        <span>已确认 {confirmed} 人</span>
      </p>
    </li>
  )
}
