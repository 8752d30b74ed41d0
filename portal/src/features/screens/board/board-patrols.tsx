import type { ScreenOverview } from "@uc/contract/screens/calls"
import { classes } from "../../../ui/theme/classes.ts"
import { slowPage } from "../slow-pages.ts"
import { Calm, Panel } from "./panel.tsx"
import css from "./running.module.css"

const perPage = 4

interface BoardPatrolsProps {
  readonly patrols: ScreenOverview["patrols"]
  readonly now: number
}

export function BoardPatrols({ patrols, now }: BoardPatrolsProps) {
  const { items, page, pages } = slowPage(patrols.items, perPage, now)
  const open = patrols.planned - patrols.done - patrols.missed
  return (
    <Panel
      title="待巡查"
      total={Math.max(open, patrols.items.length)}
      page={page}
      pages={pages}
      note={patrols.overdue > 0 && <b className={css.late}>逾期 {patrols.overdue}</b>}
    >
      {items.length === 0 ? (
        <Calm icon="patrol" title={patrols.planned === 0 ? "今天没有巡查计划" : "今天的巡查已全部结束"} />
      ) : (
        <ul className={css.patrols}>
          {items.map(({ id, point, orgname, dueAt, isOverdue }) => (
            <li key={id} className={classes(css.patrol, isOverdue && css.overdue)}>
              <time>{dueAt.slice(11, 16)}</time>
              <div>
                <p>{orgname}</p>
                <span>{point}</span>
              </div>
              <em>{isOverdue ? "逾期" : "待巡查"}</em>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
