import type { InputOf } from "@uc/contract/core/call"
import { Cursor, Day, Id } from "@uc/contract/core/wire"
import { taskLimits } from "@uc/contract/tasks/messages"
import {
  dueFilters,
  taskOrders,
  taskStateLabels,
  taskStates,
  taskViews,
  taskCalls,
  type DueFilter,
  type TaskOrder,
  type TaskPriority,
} from "@uc/contract/tasks/calls"
import { z } from "zod"
import type { FilterField } from "../../page-kit/list/filter-bar.tsx"
import { monthGrid } from "./month.ts"
import { filter, openItem, pageAt, urlFilters, view } from "../../page-kit/list/url-filters.ts"

const stateWords = [...(Object.keys(taskStates) as (keyof typeof taskStates)[]), "all"] as const

/** The weeks around the last months of the calendar end behind what a call takes as a day. */
function isCalendarMonth(month: string): boolean {
  if (!Day.safeParse(`${month}-01`).success) return false
  const { from, to } = monthGrid(month)
  return Day.safeParse(from).success && Day.safeParse(to).success
}

const Order = z.enum(Object.keys(taskOrders) as [TaskOrder, ...TaskOrder[]])
const ColumnOrder = taskCalls.list.input.shape.sort.unwrap()

/** Which tasks are shown, how, and which one is open: all of it stands in the address. */
export const taskFilters = urlFilters({
  view: view(z.enum(taskViews), "mine"),
  look: view(z.enum(["list", "month"]), "list"),
  state: filter(z.enum(stateWords), "open"),
  due: filter(z.enum(Object.keys(dueFilters) as [DueFilter, ...DueFilter[]])),
  priority: filter(z.enum(["1", "2", "3"])),
  /** The day on which it was finished; empty: any. */
  finished: filter(Day),
  title: filter(z.string().max(taskLimits.searched)),
  /** One of the orders of tasks, or a column (DAY-13). */
  order: view(z.union([Order, ColumnOrder]), "due"),
  cursor: pageAt(Cursor),
  /** Of the calendar, `2026-11`; empty: the present one. */
  month: openItem(
    z
      .string()
      .regex(/^2[0-9]{3}-(0[1-9]|1[0-2])$/)
      .refine(isCalendarMonth),
  ),
  /** The id of the one that is open, and of which of one's own rows it is. */
  task: openItem(Id),
  work: openItem(Id),
})
export type TaskFilterState = typeof taskFilters.usual

const states = stateWords.map(
  (key) => [key, key === "all" ? "全部" : taskStateLabels[taskStates[key]]] as const,
)
const dues = [["", "不限"], ...(Object.entries(dueFilters) as [DueFilter, string][])] as const
const orders = Object.entries(taskOrders) as [TaskOrder, string][]

/** What is typed and chosen above the list. */
export function taskFields(
  { state, finished, order }: TaskFilterState,
  priorities: readonly (readonly [`${TaskPriority}`, string])[],
): readonly (FilterField<TaskFilterState> | false)[] {
  return [
    { search: "title", label: "任务名称", placeholder: "搜索任务名称", maxLength: taskLimits.searched },
    { choice: "state", label: "状态", choices: states },
    { choice: "due", label: "期限", choices: dues },
    { choice: "priority", label: "优先级", choices: [["", "不限"], ...priorities] },
    (state === "finished" || state === "all" || finished !== "") && { day: "finished", label: "完成日期" },
    {
      choice: "order",
      label: "排序",
      choices: Order.safeParse(order).success ? orders : [...orders, [order, "按表头"]],
    },
  ]
}

/** The input of the list and its export, without the page. */
export function inputOf(place: TaskFilterState): InputOf<typeof taskCalls.exportList> {
  const { state, due, priority, finished, title, order } = place
  const { data: known } = Order.safeParse(order)
  return {
    view: place.view,
    ...(known ? { order: known } : { sort: ColumnOrder.parse(order) }),
    ...(state !== "all" && { state: taskStates[state] }),
    ...(due !== "" && { due }),
    ...(priority !== "" && { priority: Number(priority) as TaskPriority }),
    ...(finished !== "" && { finished }),
    ...(title.trim() !== "" && { title: title.trim() }),
  }
}
