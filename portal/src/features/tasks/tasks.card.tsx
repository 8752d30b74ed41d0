import { askedForHelp, taskCalls, taskStateLabel, taskStates, type Task } from "@uc/contract/tasks/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { nowMs } from "../../platform/browser/clock.ts"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { momentAt, formatMoment } from "../../ui/format/moment-in-words.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { priorityLooks, workLooks } from "./task-labels.ts"
import { usePriorities } from "./use-priorities.ts"

/** Said by a word, not by a colour alone. */
function Due({ deadline, isOverdue, isUnanswered }: Pick<Task, "deadline" | "isOverdue" | "isUnanswered">) {
  if (deadline === null) return <Tag>无期限</Tag>
  if (isOverdue)
    return (
      <Tag tone="danger" icon="danger">
        已逾期
      </Tag>
    )
  const isToday = deadline.slice(0, 10) === momentAt(nowMs()).slice(0, 10)
  return isToday ? (
    <Tag tone="caution" icon="clock">
      今天到期
    </Tag>
  ) : (
    // What was not accepted is not under way.
    !isUnanswered && <Tag>进行中</Tag>
  )
}

/** DAY-10, DAY-14: why it stands where it stands, and that it is asked for and not given. */
function Marks({ task }: { readonly task: Task }) {
  const { wordOf } = usePriorities()
  const look = priorityLooks[task.priority]
  return (
    <>
      {look && <Tag {...look}>{wordOf(task.priority)}</Tag>}
      {task.isUnanswered && <Tag {...workLooks.new}>{taskStateLabel(task)}</Tag>}
      <Due deadline={task.deadline} isOverdue={task.isOverdue} isUnanswered={task.isUnanswered} />
    </>
  )
}

/** What nobody has agreed to do yet has no progress. */
function asideOf({ deadline, isUnanswered, progress }: Task): string | undefined {
  if (deadline) return `${formatMoment(deadline, nowMs())} 前`
  return isUnanswered ? undefined : `${progress}%`
}

function Content({ data: { items } }: CardContent<OutputOf<typeof taskCalls.list>>) {
  if (items.length === 0) return <SmallEmptyState icon="done" words="没有待办任务" />
  return (
    <RowList
      isShortened
      label="待办任务"
      rows={items.map((task) => ({
        key: task.id,
        to: `/task?task=${task.id}${task.work === null ? "" : `&work=${task.work}`}`,
        title: task.title,
        mark: <Marks task={task} />,
        ...(task.isRequest && {
          words: `${task.givername} ${askedForHelp}`,
        }),
        aside: asideOf(task),
      }))}
    />
  )
}

export const card = homeCard({
  key: "tasks",
  title: "待办任务",
  icon: "task",
  audience: audiences,
  refreshedBy: ["bell"],
  order: 20,
  size: { w: 4, h: 4 },
  least: { w: 3, h: 3 },
  more: { words: "全部任务", to: "/task" },
  shape: taskCalls.list.output,
  load: ({ ask }) => ask(taskCalls.list, { view: "mine", state: taskStates.open, order: "urgent", limit: 8 }),
  Content,
})
