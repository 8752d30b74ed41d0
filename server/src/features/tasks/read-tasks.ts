import { parameterMessages } from "@uc/contract/core/parameter-messages"
import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import { momentFrom } from "../../db/queries/wire-moment.ts"
import { Refusal } from "../../errors/refusal.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { managesAny } from "./task-access.ts"
import { assigneesOf, commentsOn } from "./task-detail.store.ts"
import { assigneeSheet, sheetNames, taskSheet } from "./task-export.ts"
import { detailOf, mustSee, mustSeeOthers, mustSeeWorkOf, viewerOf } from "./task-guards.ts"
import type { TaskHandlers } from "./task-handlers.ts"
import { taskPage, tasksDue, taskTotals } from "./task-list.store.ts"

type Reading =
  | "list"
  | "counts"
  | "calendar"
  | "detail"
  | "assignees"
  | "comments"
  | "exportList"
  | "exportAssignees"

export const readTaskHandlers: TaskHandlers<Reading> = {
  list: ({ start, limit, cursor, ...filters }, context) => {
    // DISTRICT-15: refused and not dropped.
    if (start > 0 && cursor !== undefined)
      throw new Refusal(parameterMessages.eitherStartOrCursor, { field: "start" })
    mustOrderOneWay(filters)
    return taskPage(context.db, { ...filters, ...viewerOf(context) }, { start, limit, cursor })
  },

  counts: async (_input, context) => ({
    ...(await taskTotals(context.db, viewerOf(context).viewer)),
    isAdministrator: managesAny(viewerOf(context)),
    mayGive: !context.user.user.isParent,
  }),

  calendar: ({ view, from, to }, context) => {
    const days =
      (momentFrom(`${to} 00:00:00`).getTime() - momentFrom(`${from} 00:00:00`).getTime()) / 86_400_000
    if (days < 0 || days >= taskLimits.calendarDays) throw new Refusal(taskMessages.periodTooLong)
    const filter = { view, order: "due", ...viewerOf(context) } as const
    return tasksDue(context.db, filter, { from, to, limit: taskLimits.calendarRows })
  },

  detail: async ({ id, work }, context) => {
    if (work !== undefined) await mustSeeWorkOf(context, id, work)
    return detailOf(context, await mustSee(context, id), work)
  },

  assignees: async ({ id, ...filter }, context) =>
    assigneesOf(context.db, { ...filter, seen: await mustSeeOthers(context, id) }),

  comments: async ({ id, work, before, limit }, context) => {
    const seen = await mustSee(context, id)
    if (work !== undefined) await mustSeeWorkOf(context, id, work)
    return commentsOn(context.db, viewerOf(context).viewer, seen, { work, before, limit })
  },

  exportList: async (filters, context) => {
    mustOrderOneWay(filters)
    const sheets = [await taskSheet(context.db, filters.view, { ...filters, ...viewerOf(context) })]
    const name = `${sheetNames[filters.view]}-${shanghaiDay(new Date())}`
    return exportedFile(context, { action: "tasks.exportList", name, sheets })
  },

  exportAssignees: async ({ id, ...filters }, context) => {
    const seen = await mustSeeOthers(context, id)
    const sheets = [assigneeSheet(context.db, { ...filters, seen })]
    return exportedFile(context, { action: "tasks.exportAssignees", name: `${seen.title}-名单`, sheets })
  },
}

interface Ordered {
  readonly order?: string | undefined
  readonly sort?: string | undefined
}

function mustOrderOneWay({ order, sort }: Ordered): void {
  if (order !== undefined && sort !== undefined)
    throw new Refusal(parameterMessages.eitherOrderOrSort, { field: "sort" })
}

function shanghaiDay(now: Date): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
}
