import { inThousands } from "../../ui/format/in-thousands.ts"
import type { taskCalls } from "@uc/contract/tasks/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { CountTiles } from "../../ui/layout/count-tiles.tsx"
import type { IconName } from "../../ui/navigation/icon.tsx"
import { noFilterState, type TaskFilterState } from "./task-filters-url.ts"

type Counts = OutputOf<typeof taskCalls.counts>

interface Tile {
  readonly key: keyof Counts & `${"mine" | "given"}${string}`
  readonly icon: IconName
  readonly words: string
  readonly isGrave?: true
  readonly change: Pick<TaskFilterState, "view" | "state" | "due">
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
  readonly place: TaskFilterState
  readonly onFilter: (change: Partial<TaskFilterState>) => void
}

export function TaskTiles({ counts, place, onFilter }: TaskTilesProps) {
  return (
    <CountTiles
      label="任务概况"
      tiles={tiles.map(({ key, icon, words, isGrave, change }) => ({
        key,
        icon,
        words,
        count: counts === undefined ? null : inThousands(counts[key]),
        tone: isGrave && counts && counts[key] > 0 ? "danger" : "brand",
        isOn:
          place.look === "list" &&
          place.view === change.view &&
          place.state === change.state &&
          place.due === change.due,
        onPress: () => onFilter({ ...noFilterState, ...change, order: place.order }),
      }))}
    />
  )
}
