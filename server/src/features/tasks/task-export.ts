import {
  taskPriorities,
  taskRepeats,
  taskStateLabel,
  taskStates,
  workStateLabel,
  type Task,
  type TaskPriority,
  type TaskView,
  type TaskWork,
} from "@uc/contract/tasks/calls"
import { codeLabels } from "../dictionary/public.ts"
import type { Db } from "../../db/open.ts"
import { exportedSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { assigneesOf, type AssigneeFilter } from "./task-detail.store.ts"
import { taskPage, type TaskFilter } from "./task-list.store.ts"

export const sheetNames: Readonly<Record<TaskView, string>> = {
  mine: "我的任务",
  given: "我布置的任务",
  all: "全部任务",
}

function columnsWith(priority: (of: TaskPriority) => string): readonly ExportedColumn<Task>[] {
  return [
    { title: "任务名称", width: 40, cell: ({ title }) => title },
    { title: "状态", width: 10, cell: taskStateLabel },
    { title: "优先级", width: 8, cell: (task) => priority(task.priority) },
    { title: "布置人", width: 12, cell: ({ givername }) => givername },
    { title: "布置单位", width: 24, cell: ({ giverorg }) => giverorg },
    { title: "布置时间", width: 20, cell: ({ createtime }) => createtime },
    { title: "截止时间", width: 20, cell: ({ deadline }) => deadline },
    { title: "是否逾期", width: 10, cell: ({ isOverdue }) => (isOverdue ? "是" : "否") },
    { title: "进度（%）", width: 10, cell: ({ progress }) => progress },
    { title: "对象数", width: 8, cell: ({ counts }) => counts.total },
    { title: "已完成", width: 8, cell: ({ counts }) => counts.done },
    { title: "已退回", width: 8, cell: ({ counts }) => counts.returned },
    { title: "重复", width: 8, cell: ({ repeat }) => (repeat === null ? null : taskRepeats[repeat]) },
  ]
}

/** WORK-1: the list on screen, all of its pages. */
export async function taskSheet(db: Db, view: TaskView, filters: TaskFilter): Promise<ExportedSheet> {
  return exportedSheet({
    name: sheetNames[view],
    columns: columnsWith(await codeLabels(db, "taskPriority", taskPriorities)),
    read: (cursor: string | undefined, limit) => taskPage(db, filters, { start: 0, limit, cursor }),
  })
}

const workColumns = (task: Pick<Task, "state" | "isRequest">): readonly ExportedColumn<TaskWork>[] => [
  { title: "姓名", width: 14, cell: ({ nickname }) => nickname },
  { title: "单位", width: 28, cell: ({ orgname }) => orgname },
  { title: "状态", width: 10, cell: ({ state }) => workStateLabel(task, state) },
  { title: "进度（%）", width: 10, cell: ({ progress }) => progress },
  { title: "说明", width: 48, cell: ({ note }) => note },
  { title: "附件数", width: 8, cell: ({ attachments }) => attachments.length },
  { title: "办理人", width: 14, cell: ({ workedBy }) => workedBy },
  { title: "完成时间", width: 20, cell: ({ finishedAt }) => finishedAt },
  { title: "最近提醒", width: 20, cell: ({ remindedAt }) => remindedAt },
  { title: "已停用", width: 8, cell: ({ isGone }) => (isGone ? "是" : "否") },
]

/** WORK-1: all assignees that match the filters. */
export function assigneeSheet(db: Db, filters: Omit<AssigneeFilter, "after" | "limit">): ExportedSheet {
  const { isRequest, isCancelled } = filters.seen
  return exportedSheet({
    name: "名单",
    columns: workColumns({ isRequest, state: isCancelled ? taskStates.cancelled : taskStates.open }),
    read: (after: string | undefined, limit) => assigneesOf(db, { ...filters, after, limit }),
  })
}
