import { inThousands } from "@uc/contract/thousands"
import type { taskCalls } from "@uc/contract/tasks"
import type { OutputOf } from "@uc/contract/call"
import { classes } from "../../ui/classes.ts"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { noPlace, type TaskPlace } from "./task-place.ts"
import css from "./tasks.module.css"

type Counts = OutputOf<typeof taskCalls.counts>

interface Tile {
  readonly key: keyof Counts & `${"mine" | "given"}${string}`
  readonly icon: IconName
  readonly words: string
  readonly isGrave?: true
  readonly change: Pick<TaskPlace, "view" | "state" | "due">
}

const tiles: readonly Tile[] = [
  { key: "mine", icon: "task", words: "待我完成", change: { view: "mine", state: "open", due: "" } },
  {
    key: "mineOverdue",
    icon: "danger",
    words: "我的逾期",
    isGrave: true,
    change: { view: "mine", state: "open", due: "overdue" },
  },
  { key: "given", icon: "people", words: "我布置未完成", change: { view: "given", state: "open", due: "" } },
  {
    key: "givenBack",
    icon: "back",
    words: "被退回",
    isGrave: true,
    change: { view: "given", state: "handedBack", due: "" },
  },
]

interface TaskTilesProps {
  readonly counts: Counts | undefined
  readonly place: TaskPlace
  readonly onFilter: (change: Partial<TaskPlace>) => void
}

/** What waits, whatever is filtered; a press shows it. Unknown is a dash and never a zero. */
export function TaskTiles({ counts, place, onFilter }: TaskTilesProps) {
  return (
    <div className={css.tiles} role="group" aria-label="任务概况">
      {tiles.map(({ key, icon, words, isGrave, change }) => {
        const isOn =
          place.look === "list" &&
          place.view === change.view &&
          place.state === change.state &&
          place.due === change.due
        return (
          <button
            key={key}
            type="button"
            className={classes(css.tile, isGrave && counts && counts[key] > 0 && css.grave)}
            aria-pressed={isOn}
            onClick={() => onFilter({ ...noPlace, ...change, order: place.order })}
          >
            <Icon name={icon} />
            <span className={css.words}>{words}</span>
            <strong>{counts === undefined ? "—" : inThousands(counts[key])}</strong>
          </button>
        )
      })}
    </div>
  )
}
