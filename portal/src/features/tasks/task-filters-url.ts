import type { InputOf } from "@uc/contract/core/call"
import { taskLimits } from "@uc/contract/tasks/messages"
import {
  dueFilters,
  taskOrders,
  taskStates,
  taskViews,
  type DueFilter,
  type taskCalls,
  type TaskOrder,
  type TaskPriority,
  type TaskState,
  type TaskView,
} from "@uc/contract/tasks/calls"
import { Cursor, Day, Id } from "@uc/contract/core/wire"
import { z } from "zod"

export type StateWord = keyof typeof taskStates | "all"

/** Which tasks are shown, how, and which one is open: all of it stands in the address. */
export interface TaskFilterState {
  readonly view: TaskView
  readonly look: "list" | "month"
  readonly state: StateWord
  readonly due: DueFilter | ""
  readonly priority: "" | "1" | "2" | "3"
  /** The day on which it was finished; empty: any. */
  readonly finished: string
  readonly title: string
  readonly order: TaskOrder
  readonly cursor: string
  /** Of the calendar, `2026-11`; empty: the present one. */
  readonly month: string
  /** The id of the one that is open, and of which of one's own rows it is. */
  readonly task: string
  readonly work: string
}

export const noFilterState: TaskFilterState = {
  view: "mine",
  look: "list",
  state: "open",
  due: "",
  priority: "",
  finished: "",
  title: "",
  order: "due",
  cursor: "",
  month: "",
  task: "",
  work: "",
}

const shapes = {
  view: z.enum(taskViews),
  look: z.enum(["list", "month"]),
  state: z.enum([...(Object.keys(taskStates) as (keyof typeof taskStates)[]), "all"]),
  due: z.enum(Object.keys(dueFilters) as [DueFilter, ...DueFilter[]]),
  priority: z.enum(["1", "2", "3"]),
  finished: Day,
  title: z.string().max(taskLimits.searched),
  order: z.enum(Object.keys(taskOrders) as [TaskOrder, ...TaskOrder[]]),
  cursor: Cursor,
  month: z.string().regex(/^2[0-9]{3}-(0[1-9]|1[0-2])$/),
  task: Id,
  work: Id,
} as const

/** An address may be typed by anybody: what it says wrongly, it does not say. */
export function filtersFromUrl(address: URLSearchParams): TaskFilterState {
  const said: Record<string, string> = {}
  for (const [key, shape] of Object.entries(shapes)) {
    const read = shape.safeParse(address.get(key))
    if (read.success) said[key] = read.data
  }
  return { ...noFilterState, ...(said as Partial<TaskFilterState>) }
}

export function urlOf(place: TaskFilterState): URLSearchParams {
  const address = new URLSearchParams()
  for (const [key, value] of Object.entries(place) as [keyof TaskFilterState, string][])
    if (value !== noFilterState[key]) address.set(key, value)
  return address
}

/** Whatever is filtered for, the list begins at its beginning. */
export function filtered(place: TaskFilterState, change: Partial<TaskFilterState>): TaskFilterState {
  return { ...place, cursor: "", ...change }
}

export function isFiltered({ state, due, priority, finished, title }: TaskFilterState): boolean {
  return state !== noFilterState.state || [due, priority, finished, title].some((said) => said !== "")
}

/** What the list and its file are asked for, without the page. */
export function filtersOf(place: TaskFilterState): InputOf<typeof taskCalls.exportList> {
  const { view, state, due, priority, finished, title, order } = place
  return {
    view,
    order,
    ...(state !== "all" && { state: taskStates[state] satisfies TaskState }),
    ...(due !== "" && { due }),
    ...(priority !== "" && { priority: Number(priority) as TaskPriority }),
    ...(finished !== "" && { finished }),
    ...(title.trim() !== "" && { title: title.trim() }),
  }
}
