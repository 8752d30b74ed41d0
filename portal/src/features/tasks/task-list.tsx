import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import { taskCalls, taskStates, type Task } from "@uc/contract/tasks/calls"
import { useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { ChosenBar } from "../../page-kit/bulk/chosen-bar.tsx"
import { useChosenRows } from "../../page-kit/bulk/use-chosen-rows.ts"
import { List } from "../../page-kit/list/list.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { send } from "../../platform/http/send.ts"
import { callKey } from "../../platform/http/use-call.ts"
import { Spinner } from "../../ui/feedback/spinner.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { taskColumns } from "./task-columns.tsx"
import { inputOf, taskFields, type TaskFilterState } from "./task-filters.ts"
import { usePriorities } from "./use-priorities.ts"
import { shownOfTasks, useTaskAction } from "./use-task-action.ts"

interface TaskListProps {
  readonly url: UrlState<TaskFilterState>
  /** Null: the viewer may give none. */
  readonly onGive: (() => void) | null
  readonly actions: ReactNode
}

/** Whom a reminder would reach. */
function isRemindable({ state, counts }: Task): boolean {
  return state !== taskStates.cancelled && counts.done + counts.returned < counts.total
}

/** The list, with actions on several rows. */
export function TaskList({ url, onGive, actions }: TaskListProps) {
  const { choices, wordOf } = usePriorities()
  const { selection, chosenOf, onNone } = useChosenRows<Task>({
    keyOf: ({ id, work }) => work ?? id,
    nameOf: ({ title }) => title,
    isSelectable: isRemindable,
    allWords: "选择本页未完成的任务",
  })
  const chosenTasks = ({ items }: { readonly items: readonly Task[] }) => (
    <Chosen tasks={chosenOf(items)} onNone={onNone} />
  )
  return (
    <List
      label="任务列表"
      what="任务"
      url={url}
      fields={taskFields(url.state, choices)}
      call={taskCalls.list}
      input={inputOf(url.state)}
      rowsOf={({ items }) => items}
      keyOf={({ id, work }) => work ?? id}
      columns={taskColumns({
        addressOf: ({ id, work }) => url.addressWith({ task: id, work: work ?? "" }),
        priorityOf: wordOf,
      })}
      sortedBy="order"
      paging={{
        by: "cursor",
        key: "cursor",
        input: "cursor",
        size: 20,
        nextOf: ({ next }) => next,
        totalOf: ({ total }) => total,
        unit: "个任务",
      }}
      file={taskCalls.exportList}
      actions={actions}
      empty={
        url.state.view !== "mine" && onGive
          ? {
              title: "没有进行中的任务",
              words: "布置后可以在这里看到每个人、每个单位的进度。",
              actions: <Button onClick={onGive}>布置任务</Button>,
            }
          : {
              title: "没有待办任务",
              words: "别人布置给您的任务会出现在这里；已完成的可在“状态”中查看。",
            }
      }
      selection={url.state.view === "given" ? selection : undefined}
      summary={chosenTasks}
      printed="任务"
    />
  )
}

function Chosen({ tasks, onNone }: { readonly tasks: readonly Task[]; readonly onNone: () => void }) {
  const { act, isBusy, problem, setProblem } = useTaskAction()
  const client = useQueryClient()

  async function remind() {
    const ids = tasks.map(({ id }) => id).slice(0, taskLimits.remindedAtOnce)
    const done = await act(taskCalls.remind, { ids: ids.join(",") })
    if (!done) return
    showToast("success", taskMessages.reminded(done.reminded))
    onNone()
  }

  return (
    <ChosenBar
      rows={tasks}
      unit="个任务"
      nameOf={({ title }) => title}
      actions={[
        {
          words: "取消任务",
          icon: "close",
          confirm: { words: "取消后不能再办理，已提交的结果仍可查看。", look: "danger" },
          run: ({ id }) => send(taskCalls.cancel, { id }),
        },
      ]}
      onDone={() => {
        for (const call of shownOfTasks) void client.invalidateQueries({ queryKey: callKey(call) })
      }}
      onNone={() => {
        onNone()
        setProblem(null)
      }}
    >
      <Button look="primary" aria-busy={isBusy} onClick={() => void remind()}>
        {isBusy ? <Spinner sizePx={16} /> : <Icon name="bell" sizePx={16} />}
        提醒未完成的人
      </Button>
      {problem && (
        <Text role="alert" tone="danger">
          {problem}
        </Text>
      )}
    </ChosenBar>
  )
}
