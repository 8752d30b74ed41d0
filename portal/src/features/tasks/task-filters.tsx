import { taskLimits } from "@uc/contract/task-messages"
import { dueFilters, taskOrders, taskPriorities, taskStates, taskStateWords } from "@uc/contract/tasks"
import { useEffect, useId, useState } from "react"
import { Button } from "../../ui/button.tsx"
import { ChoiceFilter } from "../../ui/choice-filter.tsx"
import { isFiltered, type StateWord, type TaskPlace } from "./task-place.ts"
import css from "./tasks.module.css"

const states: readonly (readonly [StateWord, string])[] = [
  ...(Object.keys(taskStates) as (keyof typeof taskStates)[]).map(
    (key) => [key, taskStateWords[taskStates[key]]] as const,
  ),
  ["all", "全部"],
]
const dues = [["", "不限"], ...Object.entries(dueFilters)] as (readonly [TaskPlace["due"], string])[]
const priorities = [["", "不限"], ...Object.entries(taskPriorities)] as (readonly [
  TaskPlace["priority"],
  string,
])[]
const orders = Object.entries(taskOrders) as [TaskPlace["order"], string][]

const typingMs = 300

interface TaskFiltersProps {
  readonly place: TaskPlace
  readonly onFilter: (change: Partial<TaskPlace>) => void
  readonly onReset: () => void
}

export function TaskFilters({ place, onFilter, onReset }: TaskFiltersProps) {
  return (
    <div className={css.filters} role="search" aria-label="筛选">
      {/* Anew where the address changed by itself: a reset, a tile, "back". */}
      <TitleFilter key={place.title} title={place.title} onChange={(title) => onFilter({ title })} />
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

function TitleFilter({
  title,
  onChange,
}: {
  readonly title: string
  readonly onChange: (title: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(title)
  useEffect(() => {
    if (typed === title) return
    const timer = setTimeout(() => onChange(typed), typingMs)
    return () => clearTimeout(timer)
  })
  return (
    <div className={css.search}>
      <label htmlFor={id} className="only-read-aloud">
        任务名称
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        maxLength={taskLimits.searched}
        placeholder="搜索任务名称"
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}
