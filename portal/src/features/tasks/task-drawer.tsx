import { taskMessages } from "@uc/contract/tasks/messages"
import {
  askedForHelp,
  taskCalls,
  taskRepeats,
  taskStateLabel,
  taskStates,
  type TaskDetail,
} from "@uc/contract/tasks/calls"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useUser } from "../../platform/session/session.ts"
import { showToast } from "../../platform/browser/toast.ts"
import type { Act } from "../../platform/http/use-action.ts"
import { shownAttachments } from "../attachments/public.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { AttachmentList } from "../../ui/data/attachment-list.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { Grid } from "../../ui/primitives/grid.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { EndWorkDialog, type WorkEnd } from "./work/end-work-dialog.tsx"
import { OwnWork } from "./work/own-work.tsx"
import { PrintTask } from "./work/print-task.tsx"
import { TaskAssignees } from "./work/task-assignees.tsx"
import { TaskComments } from "./work/task-comments.tsx"
import { TaskForm } from "./task-form.tsx"
import { doneOf, priorityLooks, stateLooks, workLooks } from "./task-labels.ts"
import { usePriorities } from "./use-priorities.ts"
import { useTaskAction, type Confirmed } from "./use-task-action.ts"
import { WorkBar } from "./work/work-bar.tsx"

interface TaskDrawerProps {
  readonly id: string
  /** Which of the viewer's own rows; empty: any. */
  readonly work: string
  readonly onClose: () => void
}

/** One task: what it is, the viewer's own work, the progress of others, and the comments. */
export const TaskDrawer = closesWhenBroken(function TaskDrawer({ id, work, onClose }: TaskDrawerProps) {
  const { data, error, refetch } = useCall(taskCalls.detail, { id, ...(work !== "" && { work }) })
  const { act, confirmed, isBusy, problem } = useTaskAction()
  return (
    <Drawer
      title={data?.title ?? "任务"}
      tags={data && <Marks task={data} />}
      foot={data && <Buttons task={data} act={act} confirmed={confirmed} isBusy={isBusy} />}
      problem={problem}
      onClose={onClose}
    >
      {data ? (
        <Body task={data} act={act} confirmed={confirmed} isBusy={isBusy} />
      ) : error ? (
        <ErrorState title="任务加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={[160, 120, 120]} />
      )}
    </Drawer>
  )
})

function Marks({ task }: { readonly task: TaskDetail }) {
  const look = priorityLooks[task.priority]
  const { wordOf } = usePriorities()
  return (
    <>
      <Tag {...(task.isUnanswered ? workLooks.new : stateLooks[task.state])}>{taskStateLabel(task)}</Tag>
      {task.isOverdue && (
        <Tag tone="danger" icon="danger">
          已逾期
        </Tag>
      )}
      {look && <Tag {...look}>{wordOf(task.priority)}</Tag>}
      {task.isRequest && <Tag tone="brand">{askedForHelp}</Tag>}
      {task.repeat && <Tag icon="retry">{taskRepeats[task.repeat]}重复</Tag>}
    </>
  )
}

interface PartProps {
  readonly task: TaskDetail
  readonly act: Act
  readonly confirmed: Confirmed
  readonly isBusy: boolean
}

function endedOf({ counts, isRequest }: TaskDetail): string {
  const returned = `，${inThousands(counts.returned)} ${isRequest ? "婉拒" : "退回"}`
  return `${doneOf(counts)}${counts.returned > 0 ? returned : ""}`
}

function Body({ task, act, confirmed, isBusy }: PartProps) {
  const { counts } = task
  return (
    <>
      <Facts>
        <Fact label={task.isRequest ? "请求人" : "布置人"}>
          {task.giverorg} {task.givername}
        </Fact>
        <Fact label={task.isRequest ? "请求时间" : "布置时间"}>{formatMoment(task.createtime, nowMs())}</Fact>
        <Fact label="截止时间">
          {task.deadline === null ? "未设期限" : formatMoment(task.deadline, nowMs())}
        </Fact>
        {task.content !== "" && <Fact label="说明">{task.content}</Fact>}
        {task.attachments.length > 0 && (
          <Fact label="附件">
            <AttachmentList label="任务附件" items={shownAttachments(task.attachments)} />
          </Fact>
        )}
      </Facts>
      {task.mine && <OwnWork task={task} mine={task.mine} act={act} isBusy={isBusy} />}
      {(task.isManager || (task.seesOthers && counts.total > 1)) && counts.total > 0 && (
        <Stack as="section" gap={12} padX={16} padY={12} surface="card" aria-label="完成情况">
          <Grid columns={2} gap={8} align="center">
            <Text as="h3" size={14}>
              完成情况
            </Text>
            {task.state === taskStates.cancelled ? (
              <Text size={13}>{endedOf(task)}</Text>
            ) : (
              <WorkBar percent={Math.round((100 * counts.done) / counts.total)} words={endedOf(task)} />
            )}
          </Grid>
          <TaskAssignees task={task} act={act} confirmed={confirmed} />
        </Stack>
      )}
      <TaskComments task={task} />
    </>
  )
}

type Asked = WorkEnd | "cancel" | "stopRepeat" | "change"

function Buttons({ task, act, confirmed, isBusy }: PartProps) {
  const user = useUser()
  const [asked, setAsked] = useState<Asked | null>(null)
  const may = (action: TaskDetail["can"][number]) => task.can.includes(action)
  const close = () => setAsked(null)
  const { mine, steps } = task
  const cancelling = task.isRequest
    ? {
        title: "撤回这个请求？",
        words: "撤回后不能恢复，对方会收到通知，已完成的记录保留。",
        confirm: "撤回请求",
      }
    : {
        title: "取消这个任务？",
        words: `取消后不能恢复，未完成的对象会收到通知，已完成的记录保留。${task.repeat ? "今后也不再重复布置。" : ""}`,
        confirm: "取消任务",
      }
  const isReady = mine !== null && mine.doneSteps.length >= steps.length

  async function remind() {
    const done = await act(taskCalls.remind, { ids: task.id })
    if (done) showToast("success", taskMessages.reminded(done.reminded))
  }

  async function accept(work: string) {
    if (await act(taskCalls.accept, { work })) showToast("success", taskMessages.acceptedNow)
  }

  return (
    <Row gap={8} wrap onPhone="share">
      {may("accept") && mine && (
        <Button look="primary" disabled={isBusy} onClick={() => void accept(mine.id)}>
          同意协助
        </Button>
      )}
      {may("finish") && (
        <Button
          look="primary"
          disabled={!isReady}
          title={isReady ? undefined : taskMessages.stepsOpen}
          onClick={() => setAsked("finish")}
        >
          办结
        </Button>
      )}
      {may("handBack") && (
        <Button onClick={() => setAsked("handBack")}>{task.isRequest ? "婉拒" : "退回"}</Button>
      )}
      {may("remind") && (
        <Button disabled={isBusy} onClick={() => void remind()}>
          <Icon name="bell" sizePx={16} />
          {task.isRequest ? "提醒对方" : "提醒未完成的"}
        </Button>
      )}
      {may("change") && <Button onClick={() => setAsked("change")}>修改</Button>}
      {may("stopRepeat") && <Button onClick={() => setAsked("stopRepeat")}>停止重复</Button>}
      {may("cancel") && (
        <Button look="danger" onClick={() => setAsked("cancel")}>
          {cancelling.confirm}
        </Button>
      )}
      <PrintTask task={task} />
      {mine && (asked === "finish" || asked === "handBack") && (
        <EndWorkDialog end={asked} work={mine.id} isRequest={task.isRequest} onClose={close} />
      )}
      {asked === "change" && user && <TaskForm user={user} task={task} onSaved={close} onClose={close} />}
      {asked === "cancel" && (
        <ConfirmDialog
          {...cancelling}
          look="danger"
          onClose={close}
          onConfirm={() =>
            confirmed(
              taskCalls.cancel,
              { id: task.id },
              taskMessages[task.isRequest ? "withdrawnNow" : "cancelledNow"],
            )
          }
        />
      )}
      {asked === "stopRepeat" && (
        <ConfirmDialog
          title="停止重复？"
          words="之后不再自动布置，已经布置的不受影响。"
          confirm="停止重复"
          onClose={close}
          onConfirm={() => confirmed(taskCalls.stopRepeat, { id: task.id }, taskMessages.repeatStopped)}
        />
      )}
    </Row>
  )
}
