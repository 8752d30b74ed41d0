import { inThousands } from "../../ui/format/in-thousands.ts"
import type { taskCalls } from "@uc/contract/tasks/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { CountTiles } from "../../ui/layout/count-tiles.tsx"
import type { IconName } from "../../ui/navigation/icon.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { taskFilters, type TaskFilterState } from "./task-filters.ts"

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
  readonly url: UrlState<TaskFilterState>
}

export function TaskTiles({ counts, url }: TaskTilesProps) {
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
          url.state.look === "list" &&
          url.state.view === change.view &&
          url.state.state === change.state &&
          url.state.due === change.due,
        onPress: () => url.narrow({ ...taskFilters.usual, ...change, order: url.state.order }),
      }))}
    />
  )
}
