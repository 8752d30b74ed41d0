import {
  askedForHelp,
  taskRepeats,
  taskStates,
  taskStateLabel,
  type Task,
  type TaskPriority,
} from "@uc/contract/tasks/calls"
import { workLabel } from "@uc/contract/tasks/work"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { doneOf, priorityLooks, stateLooks, workLooks } from "./task-labels.ts"
import { WorkBar } from "./work/work-bar.tsx"

interface Words {
  readonly addressOf: (task: Task) => string
  readonly priorityOf: (priority: TaskPriority) => string
}

export function taskColumns({ addressOf, priorityOf }: Words): readonly Column<Task>[] {
  return [
    {
      title: "任务",
      sortedBy: "title",
      isName: true,
      cell: (task) => {
        const { title, priority, givername, giverorg, repeat, forOrganisation, isRequest } = task
        const look = priorityLooks[priority]
        return (
          <>
            <Row gap={8}>
              {look && <Tag {...look}>{priorityOf(priority)}</Tag>}
              <Link to={addressOf(task)}>{title}</Link>
            </Row>
            <SecondLine>
              {[giverorg, givername].filter(Boolean).join(" ")} {isRequest ? askedForHelp : "布置"}
              {repeat && ` · ${taskRepeats[repeat]}重复`}
              {forOrganisation && " · 本单位任务"}
            </SecondLine>
          </>
        )
      },
    },
    {
      title: "截止时间",
      width: "170px",
      onPhone: "bare",
      sortedBy: "due",
      cell: ({ deadline, isOverdue }) =>
        deadline === null ? (
          <Text tone="faint">未设期限</Text>
        ) : isOverdue ? (
          <Stack tone="danger">
            <time title={deadline}>{formatMoment(deadline, nowMs())}</time>
            <Text as="small" size={12}>
              已逾期
            </Text>
          </Stack>
        ) : (
          <time title={deadline}>{formatMoment(deadline, nowMs())}</time>
        ),
      printed: ({ deadline, isOverdue }) =>
        deadline === null ? "未设期限" : `${deadline.slice(0, 16)}${isOverdue ? "（已逾期）" : ""}`,
    },
    {
      title: "进度",
      sortedBy: "progress",
      width: "170px",
      onPhone: "bare",
      cell: ({ progress, counts, work, state }) =>
        // Nothing goes on there any more: how far it was is in the drawer.
        state === taskStates.cancelled ? (
          "—"
        ) : (
          <WorkBar
            // As in the drawer: what a bar shows is what stands below it.
            percent={work === null ? Math.round((100 * counts.done) / Math.max(counts.total, 1)) : progress}
            words={work === null ? doneOf(counts) : `${progress}%`}
          />
        ),
      printed: ({ progress, counts, work }) => (work === null ? doneOf(counts) : `${progress}%`),
    },
    {
      title: "状态",
      sortedBy: "state",
      width: "110px",
      onPhone: "beside",
      cell: (task) => (
        <Tag {...(task.isUnanswered ? workLooks.new : stateLooks[task.state])}>
          {task.work !== null && !task.isRequest && task.state === taskStates.handedBack
            ? workLabel("returned", false)
            : taskStateLabel(task)}
        </Tag>
      ),
    },
  ]
}
