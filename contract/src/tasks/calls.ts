import { shownText } from "../core/shown-name.ts"
import { z } from "zod"
import { Attachment } from "../attachments/calls.ts"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { sortedBy } from "../core/sorting.ts"
import { taskLimits, taskMessages } from "./messages.ts"
import { isEndedWork, taskActions, workLabel, WorkState } from "./work.ts"
import {
  Count,
  Cursor,
  Day,
  Id,
  IdList,
  Moment,
  oneOf,
  page,
  PageSize,
  paging,
  text,
  ZeroOne,
} from "../core/wire.ts"

/** Of a whole task: finished when everybody has; handed back as soon as somebody has and it is not dealt with. */
export const taskStates = { open: 0, finished: 1, handedBack: 2, cancelled: 3 } as const
export const TaskState = z.enum(taskStates)
export type TaskState = z.infer<typeof TaskState>

export const taskStateLabels: Readonly<Record<TaskState, string>> = {
  [taskStates.open]: "进行中",
  [taskStates.finished]: "已完成",
  [taskStates.handedBack]: "有退回",
  [taskStates.cancelled]: "已取消",
}

export const taskPriorities = { 1: "紧急", 2: "普通", 3: "低" } as const
export type TaskPriority = keyof typeof taskPriorities
const Priority = z.literal([1, 2, 3])

export const taskRepeats = { daily: "每天", weekly: "每周", monthly: "每月" } as const
export type TaskRepeat = keyof typeof taskRepeats
export const TaskRepeat = z.enum(Object.keys(taskRepeats) as [TaskRepeat, ...TaskRepeat[]])

/** WORK-1: mine, given by me, all that I reach. */
export const taskViews = ["mine", "given", "all"] as const
export type TaskView = (typeof taskViews)[number]

export const dueFilters = {
  overdue: "已逾期",
  today: "今天到期",
  week: "七天内到期",
  none: "未设期限",
} as const
export type DueFilter = keyof typeof dueFilters

const count = z.int().min(0)
/** The progress of all assignees. In the view `mine` only the viewer's own. */
export const TaskCounts = z.object({ total: count, done: count, returned: count })

export const Task = z.object({
  id: Id,
  title: z.string(),
  state: TaskState,
  /** In percent: the viewer's own in the view `mine`, else the average of all assignees. */
  progress: z.int().min(0).max(100),
  /** Who gave it. */
  givername: z.string(),
  giverorg: z.string(),
  createtime: Moment,
  deadline: Moment.nullable(),
  isOverdue: z.boolean(),
  priority: Priority,
  repeat: TaskRepeat.nullable(),
  /** DAY-14: help that was asked for; who was asked accepts or declines. */
  isRequest: z.boolean().default(false),
  /** Such help, neither accepted nor declined yet: by the viewer in the view `mine`, else by anybody. */
  isUnanswered: z.boolean().default(false),
  counts: TaskCounts,
  /** In the view `mine`: one's own row of it. */
  work: Id.nullable(),
  /** In the view `mine`: it is one's organisation's. */
  forOrganisation: z.boolean(),
})
export type Task = z.infer<typeof Task>

const withdrawn = "已撤回"

/** DAY-14: a task's state in one word, the same for who asked and for who was asked. */
export function taskStateLabel({
  state,
  isRequest,
  isUnanswered,
  counts,
}: Pick<Task, "state" | "isRequest" | "isUnanswered" | "counts">): string {
  if (!isRequest) return taskStateLabels[state]
  if (isUnanswered) return workLabel("new", true)
  if (state === taskStates.cancelled) return withdrawn
  if (state === taskStates.handedBack) return counts.total > 1 ? "有婉拒" : workLabel("returned", true)
  return taskStateLabels[state]
}

/** Was open when the task was cancelled or the request withdrawn: it is not under way any more. */
export function isStoppedWork({ state }: Pick<Task, "state">, work: WorkState): boolean {
  return state === taskStates.cancelled && !isEndedWork(work)
}

/** Of one assignee's work. */
export function workStateLabel(task: Pick<Task, "state" | "isRequest">, work: WorkState): string {
  if (!isStoppedWork(task, work)) return workLabel(work, task.isRequest)
  return task.isRequest ? withdrawn : taskStateLabels[taskStates.cancelled]
}

/** DAY-14: what stands instead of 布置 where somebody asked. */
export const askedForHelp = "请求协助"

/** The work of one assignee, a person or an organisation. */
export const TaskWork = z.object({
  id: Id,
  /** Null: the organisation itself. */
  nickname: z.string().nullable(),
  orgname: z.string(),
  /** Disabled since. */
  isGone: z.boolean(),
  state: WorkState,
  progress: z.int(),
  doneSteps: z.array(z.int()),
  note: z.string().nullable(),
  workedBy: z.string().nullable(),
  finishedAt: Moment.nullable(),
  remindedAt: Moment.nullable(),
  attachments: z.array(Attachment),
})
export type TaskWork = z.infer<typeof TaskWork>

export const TaskDetail = Task.omit({ work: true, forOrganisation: true }).extend({
  content: z.string(),
  steps: z.array(z.string()),
  version: Count,
  attachments: z.array(Attachment),
  /** The viewer's own. */
  mine: TaskWork.nullable(),
  /** Gave it, or administers the giver's organisation; what was asked for is for who asked alone. */
  isManager: z.boolean(),
  /** Sees the progress of others: who manages it everybody's, another administrator that of their own people. */
  seesOthers: z.boolean(),
  can: z.array(z.enum(taskActions)),
})
export type TaskDetail = z.infer<typeof TaskDetail>

export const TaskComment = z.object({
  id: Id,
  at: Moment,
  author: z.string(),
  isMine: z.boolean(),
  /** The work that the comment is about; null: for all. */
  work: Id.nullable(),
  text: z.string(),
})
export type TaskComment = z.infer<typeof TaskComment>

export const CalendarTask = Task.pick({
  id: true,
  title: true,
  state: true,
  isOverdue: true,
  priority: true,
}).extend({ deadline: Moment })
export type CalendarTask = z.infer<typeof CalendarTask>

/** DAY-10: `urgent`: what is overdue first, then what waits for the viewer's answer (DAY-14), then by priority, each by deadline. */
export const taskOrders = { newest: "最近布置", due: "最近到期", urgent: "紧急优先" } as const
export type TaskOrder = keyof typeof taskOrders

const State = oneOf(taskStates.open, taskStates.finished, taskStates.handedBack, taskStates.cancelled)

export const taskFilters = {
  view: z.enum(taskViews).default("mine"),
  state: State.optional(),
  /** A part of it. */
  title: text(taskLimits.searched).optional(),
  due: z.enum(Object.keys(dueFilters) as [DueFilter, ...DueFilter[]]).optional(),
  priority: oneOf(1, 2, 3).optional(),
  /** The day on which it was finished: by oneself in the view `mine`, else by somebody. */
  finished: Day.optional(),
  /** One of these, or a column by `sort`; without both the newest first. */
  order: z.enum(Object.keys(taskOrders) as [TaskOrder, ...TaskOrder[]]).optional(),
  ...sortedBy("title", "due", "progress", "state"),
}

/** Numbers of steps. */
const Steps = text(100).regex(/^([0-9]{1,2}(,[0-9]{1,2})*)?$/, "步骤格式不正确")
const attachments = IdList.default("")
const note = text(taskLimits.note).trim()
const title = shownText(taskLimits.title, taskMessages.titleMissing)
const what = { title, content: text(taskLimits.content), priority: Priority, deadline: Moment.nullable() }

const service = { service: "newusercenter" } as const
const written = { ...service, method: "POST", writes: true, sensitive: false } as const
/** DISTRICT-8: everybody has their own; whoever manages tasks sees those of their organisations too, and their organisation's are theirs. */
const managed = { permission: null, more: "tasks.manage" } as const

function act<S extends z.ZodRawShape>(path: `/${string}`, input: S) {
  return call({
    ...written,
    path,
    encoding: "form",
    ...managed,
    input: z.object(input),
    output: TaskDetail,
  })
}

const assigneeFilters = {
  id: Id,
  state: WorkState.optional(),
  /** A part of the person's or the organisation's name. */
  name: text(taskLimits.searched).optional(),
}

export const taskCalls = {
  /** By cursor, the `next` of the page before. `start` is for older pages without cursors. */
  list: call({
    ...service,
    method: "GET",
    path: "/v1/task/getList",
    ...managed,
    input: z.object({ ...taskFilters, ...paging, cursor: Cursor.optional() }),
    output: page(Task).extend({ next: Cursor.nullable() }),
  }),
  /** What waits for whom, for the tabs. */
  counts: call({
    ...service,
    method: "GET",
    path: "/v1/task/getCounts",
    ...managed,
    input: z.object({}),
    output: z.object({
      mine: count,
      mineOverdue: count,
      mineToday: count,
      given: count,
      givenOverdue: count,
      givenBack: count,
      /** Manages tasks of organisations, and sees all of theirs. */
      isAdministrator: z.boolean(),
      mayGive: z.boolean(),
    }),
  }),
  calendar: call({
    ...service,
    method: "GET",
    path: "/v1/task/getCalendar",
    ...managed,
    input: z.object({ view: taskFilters.view, from: Day, to: Day }),
    output: z.object({ items: z.array(CalendarTask), isCut: z.boolean() }),
  }),
  /** `work`: this row as the viewer's own, where there are several (as a person and for the organisation). */
  detail: call({
    ...service,
    method: "GET",
    path: "/v1/task/getDetail",
    ...managed,
    input: z.object({ id: Id, work: Id.optional() }),
    output: TaskDetail,
  }),
  /** Those who have it, for the giver. */
  assignees: call({
    ...service,
    method: "GET",
    path: "/v1/task/getAssignees",
    ...managed,
    input: z.object({
      ...assigneeFilters,
      after: Id.optional(),
      limit: PageSize.default(20),
    }),
    output: z.object({ items: z.array(TaskWork), next: Id.nullable() }),
  }),
  /** Newest first. With `work` the comments on that one, and those for all. */
  comments: call({
    ...service,
    method: "GET",
    path: "/v1/task/getComments",
    ...managed,
    input: z.object({ id: Id, work: Id.optional(), before: Id.optional(), limit: PageSize.default(20) }),
    output: z.object({ items: z.array(TaskComment), next: Id.nullable() }),
  }),
  /**
   * For people and whole departments; for organisations and whole areas, where those who manage tasks work on it, or, with
   * `each`, for every person in them. DISTRICT-8: in other organisations than the own one with its permission alone.
   */
  create: call({
    ...written,
    path: "/v1/task/create",
    permission: null,
    more: "tasks.give",
    encoding: "json",
    timeoutMs: 20_000,
    input: z.object({
      ...what,
      steps: z
        .array(text(taskLimits.step, taskMessages.stepTooLong).trim().min(1))
        .max(taskLimits.steps, taskMessages.tooManySteps),
      repeat: TaskRepeat.nullable(),
      people: IdList.default(""),
      departments: IdList.default(""),
      organisations: IdList.default(""),
      areas: IdList.default(""),
      each: ZeroOne.default(0),
      /** DAY-14: 1: they are asked for help, and accept or decline. People and departments of the own organisation alone. */
      asks: ZeroOne.default(0),
      attachments,
    }),
    output: z.object({
      id: Id,
      assignees: count,
      /** Names of organisations without an administrator: nobody is notified there. */
      unattended: z.array(z.string()),
    }),
  }),
  /** `attachments`: added ones; the earlier ones stay. */
  change: call({
    ...written,
    path: "/v1/task/change",
    ...managed,
    encoding: "json",
    input: z.object({ id: Id, version: Count, ...what, attachments }),
    output: TaskDetail,
  }),
  /**
   * Progress: by steps where there are some, else in percent. With `before`, the steps that were ticked when one looked,
   * only the difference is applied: steps ticked on another device stay.
   */
  work: act("/v1/task/work", {
    work: Id,
    steps: Steps.optional(),
    before: Steps.optional(),
    progress: Count.pipe(z.int().max(99)).optional(),
  }),
  /** DAY-14: help that was asked for. Who declines hands it back with a reason. */
  accept: act("/v1/task/accept", { work: Id }),
  finish: act("/v1/task/finish", { work: Id, note: note.optional(), attachments }),
  handBack: act("/v1/task/handBack", {
    work: Id,
    note: note.min(1, taskMessages.reasonMissing),
    attachments,
  }),
  /** To an assignee who has handed it back, or whose work is to be done again. */
  giveAgain: act("/v1/task/giveAgain", { work: Id, note: note.optional() }),
  /** From an assignee who has not finished it: has left, or should not have got it. */
  takeOff: act("/v1/task/takeOff", { work: Id }),
  cancel: act("/v1/task/cancel", { id: Id }),
  stopRepeat: act("/v1/task/stopRepeat", { id: Id }),
  /** All who have not finished these tasks, or one of them alone. */
  remind: call({
    ...written,
    path: "/v1/task/remind",
    ...managed,
    encoding: "form",
    input: z.object({ ids: IdList, work: Id.optional() }),
    output: z.object({ reminded: count }),
  }),
  comment: call({
    ...written,
    path: "/v1/task/comment",
    ...managed,
    encoding: "form",
    input: z.object({
      id: Id,
      work: Id.optional(),
      text: shownText(taskLimits.comment, taskMessages.commentMissing),
    }),
    output: TaskComment,
  }),
  exportList: call({
    ...exporting,
    ...service,
    path: "/v1/task/export",
    ...managed,
    input: z.object(taskFilters),
  }),
  /** Everybody who has it and how far they are. */
  exportAssignees: call({
    ...exporting,
    ...service,
    path: "/v1/task/exportAssignees",
    ...managed,
    input: z.object(assigneeFilters),
  }),
}
