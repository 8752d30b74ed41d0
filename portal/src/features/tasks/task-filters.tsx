import { taskLimits } from "@uc/contract/tasks/messages"
import { dueFilters, taskOrders, taskStates, taskStateLabels } from "@uc/contract/tasks/calls"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { DayFilter } from "../../ui/forms/day-filter.tsx"
import { DebouncedSearch } from "../../ui/forms/debounced-search.tsx"
import { isFiltered, type StateWord, type TaskFilterState } from "./task-filters-url.ts"
import { usePriorities } from "./use-priorities.ts"
import css from "./tasks.module.css"

const states: readonly (readonly [StateWord, string])[] = [
  ...(Object.keys(taskStates) as (keyof typeof taskStates)[]).map(
    (key) => [key, taskStateLabels[taskStates[key]]] as const,
  ),
  ["all", "全部"],
]
const dues = [["", "不限"], ...Object.entries(dueFilters)] as (readonly [TaskFilterState["due"], string])[]
const orders = Object.entries(taskOrders) as [TaskFilterState["order"], string][]

interface TaskFiltersProps {
  readonly place: TaskFilterState
  readonly onFilter: (change: Partial<TaskFilterState>) => void
  readonly onReset: () => void
}

export function TaskFilters({ place, onFilter, onReset }: TaskFiltersProps) {
  const { choices } = usePriorities()
  const priorities = [["", "不限"], ...choices] as const
  const mayBeFinished = place.state === "finished" || place.state === "all" || place.finished !== ""
  return (
    <div className={css.filters} role="search" aria-label="筛选">
      <div className={css.search}>
        <DebouncedSearch
          label="任务名称"
          placeholder="搜索任务名称"
          value={place.title}
          maxLength={taskLimits.searched}
          onSettled={(title) => onFilter({ title })}
        />
      </div>
      <ChoiceFilter
        label="状态"
        value={place.state}
        choices={states}
        onChange={(state) => onFilter({ state })}
      />
      <ChoiceFilter label="期限" value={place.due} choices={dues} onChange={(due) => onFilter({ due })} />
      <ChoiceFilter
        label="优先级"
        value={place.priority}
        choices={priorities}
        onChange={(priority) => onFilter({ priority })}
      />
      {mayBeFinished && (
        <div className={css.day}>
          <DayFilter
            label="完成日期"
            value={place.finished}
            onChange={(finished) => onFilter({ finished })}
          />
        </div>
      )}
      <ChoiceFilter
        label="排序"
        value={place.order}
        choices={orders}
        onChange={(order) => onFilter({ order })}
      />
      {isFiltered(place) && <Button onClick={onReset}>重置</Button>}
    </div>
  )
}
