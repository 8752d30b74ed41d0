import { taskPriorities, taskRepeats, taskStateWords, type Task, type TaskView } from "@uc/contract/tasks"
import { xlsxOf } from "../../xlsx.ts"

const sheetNames: Readonly<Record<TaskView, string>> = {
  mine: "我的任务",
  given: "我布置的任务",
  all: "全部任务",
}

export function taskFileName(view: TaskView, day: string): string {
  return `${sheetNames[view]}-${day}.xlsx`
}

export function taskFile(view: TaskView, tasks: readonly Task[]): Promise<Buffer> {
  return xlsxOf([
    {
      name: sheetNames[view],
      columns: [
        { title: "任务名称", width: 40 },
        { title: "状态", width: 10 },
        { title: "优先级", width: 8 },
        { title: "布置人", width: 12 },
        { title: "布置单位", width: 24 },
        { title: "布置时间", width: 20 },
        { title: "截止时间", width: 20 },
        { title: "是否逾期", width: 10 },
        { title: "进度（%）", width: 10 },
        { title: "对象数", width: 8 },
        { title: "已完成", width: 8 },
        { title: "已退回", width: 8 },
        { title: "重复", width: 8 },
      ],
      rows: tasks.map((task) => [
        task.title,
        taskStateWords[task.state],
        taskPriorities[task.priority],
        task.givername,
        task.giverorg,
        task.createtime,
        task.deadline,
        task.isOverdue ? "是" : "否",
        task.progress,
        task.counts.total,
        task.counts.done,
        task.counts.returned,
        task.repeat === null ? null : taskRepeats[task.repeat],
      ]),
    },
  ])
}
