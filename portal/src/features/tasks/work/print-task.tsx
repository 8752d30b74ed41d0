import {
  isStoppedWork,
  taskCalls,
  taskStateLabel,
  workStateLabel,
  type TaskDetail,
  type TaskWork,
} from "@uc/contract/tasks/calls"
import { pageLimit } from "@uc/contract/core/wire"
import { PrintButton } from "../../../page-kit/print/print-button.tsx"
import { PrintFacts, PrintTable } from "../../../page-kit/print/print-table.tsx"
import { send } from "../../../platform/http/send.ts"
import { doneOf } from "../task-labels.ts"
import type { Column } from "../../../ui/data/data-table.tsx"

const columnsOf = (task: TaskDetail): readonly Column<TaskWork>[] => [
  {
    title: "对象",
    cell: ({ nickname, orgname }) => (nickname === null ? orgname : `${nickname}（${orgname}）`),
  },
  { title: "状态", cell: ({ state }) => workStateLabel(task, state) },
  { title: "进度", cell: ({ progress, state }) => (isStoppedWork(task, state) ? "" : `${progress}%`) },
  { title: "说明", cell: ({ note }) => note ?? "" },
  { title: "完成时间", cell: ({ finishedAt }) => finishedAt ?? "" },
]

/** DAY-13: a task on paper, with who has it and how far they are where the viewer sees that. */
export function PrintTask({ task }: { readonly task: TaskDetail }) {
  const { id, title, content, steps, counts, seesOthers } = task
  return (
    <PrintButton
      title={title}
      load={async () => (seesOthers ? send(taskCalls.assignees, { id, limit: pageLimit }) : null)}
    >
      {(assignees) => (
        <>
          <PrintFacts
            facts={[
              [task.isRequest ? "请求人" : "布置人", `${task.giverorg} ${task.givername}`],
              [task.isRequest ? "请求时间" : "布置时间", task.createtime],
              ["截止时间", task.deadline ?? "未设期限"],
              ["状态", taskStateLabel(task)],
              ["完成情况", doneOf(counts)],
              ...(content === "" ? [] : [["说明", content] as const]),
            ]}
          />
          {steps.length > 0 && (
            <>
              <h2>步骤</h2>
              <ol>
                {steps.map((step, at) => (
                  <li key={at}>
                    {at + 1}. {step}
                  </li>
                ))}
              </ol>
            </>
          )}
          {assignees && assignees.items.length > 0 && (
            <>
              <h2>名单</h2>
              <PrintTable columns={columnsOf(task)} rows={assignees.items} keyOf={(work) => work.id} />
              {assignees.items.length < counts.total && (
                <p>只打印前 {assignees.items.length} 个对象，完整名单请导出表格。</p>
              )}
            </>
          )}
        </>
      )}
    </PrintButton>
  )
}
