import { taskMessages } from "@uc/contract/task-messages"
import { taskCalls, taskPriorities, taskRepeats, taskStateWords, type TaskDetail } from "@uc/contract/tasks"
import { useState, type ReactNode } from "react"
import { nowMs } from "../../platform/clock.ts"
import { messageOf } from "../../platform/failure.ts"
import { useUser } from "../../platform/session.ts"
import { showToast } from "../../platform/toast.ts"
import { shownAttachments } from "../../platform/use-attachments.ts"
import { useCall } from "../../platform/use-call.ts"
import { AttachmentList } from "../../ui/attachment-list.tsx"
import { Button } from "../../ui/button.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { FailedFace } from "../../ui/failed-face.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Modal } from "../../ui/modal.tsx"
import { momentInWords } from "../../ui/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/skeleton.tsx"
import { Tag } from "../../ui/tag.tsx"
import { EndWorkDialog, type WorkEnd } from "./end-work-dialog.tsx"
import { OwnWork } from "./own-work.tsx"
import { TaskAssignees } from "./task-assignees.tsx"
import { TaskComments } from "./task-comments.tsx"
import { TaskForm } from "./task-form.tsx"
import { priorityLooks, stateLooks } from "./task-words.ts"
import { useTaskAct, type ActOnTask } from "./use-task-act.ts"
import { WorkBar } from "./work-bar.tsx"
import css from "./task-drawer.module.css"

interface TaskDrawerProps {
  readonly id: string
  /** Which of one's own rows; empty: whichever. */
  readonly work: string
  readonly onClose: () => void
}

/** One task: what it is, one's own part in it, how far the others are, and what is said about it. */
export function TaskDrawer({ id, work, onClose }: TaskDrawerProps) {
  const { data, error, refetch } = useCall(taskCalls.detail, { id, ...(work !== "" && { work }) })
  const { act, isBusy, problem } = useTaskAct()
  return (
    <Modal label={data?.title ?? "任务"} place="side" sizePx={{ width: 640 }} onClose={onClose}>
      <header className={css.head}>
        <div className={css.title}>
          <h2>{data?.title ?? "任务"}</h2>
          {data && <Marks task={data} />}
        </div>
        <Button look="quiet" aria-label="关闭" title="关闭（Esc）" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      <div className={css.body}>
        {data ? (
          <Body task={data} act={act} isBusy={isBusy} />
        ) : error ? (
          <FailedFace title="任务没有加载成功" words={messageOf(error)} onRetry={refetch} />
        ) : (
          <BarsSkeleton heightsPx={[160, 120, 120]} />
        )}
      </div>
      {data && (data.can.length > 0 || problem) && (
        <footer className={css.foot}>
          {problem && (
            <p className={css.problem} role="alert">
              <Icon name="danger" sizePx={16} />
              {problem}
            </p>
          )}
          <Buttons task={data} act={act} isBusy={isBusy} />
        </footer>
      )}
    </Modal>
  )
}

function Marks({ task }: { readonly task: TaskDetail }) {
  const look = priorityLooks[task.priority]
  return (
    <p className={css.tags}>
      <Tag {...stateLooks[task.state]}>{taskStateWords[task.state]}</Tag>
      {task.isOverdue && (
        <Tag tone="danger" icon="danger">
          已逾期
        </Tag>
      )}
      {look && <Tag {...look}>{taskPriorities[task.priority]}</Tag>}
      {task.repeat && <Tag icon="retry">{taskRepeats[task.repeat]}重复</Tag>}
    </p>
  )
}

interface PartProps {
  readonly task: TaskDetail
  readonly act: ActOnTask
  readonly isBusy: boolean
}

function Body({ task, act, isBusy }: PartProps) {
  const { counts } = task
  return (
    <>
      <dl className={css.facts}>
        <Fact label="布置人">
          {task.giverorg} {task.givername}
        </Fact>
        <Fact label="布置时间">{momentInWords(task.createtime, nowMs())}</Fact>
        <Fact label="截止时间">
          {task.deadline === null ? "未设期限" : momentInWords(task.deadline, nowMs())}
        </Fact>
        {task.content !== "" && <Fact label="说明">{task.content}</Fact>}
        {task.attachments.length > 0 && (
          <Fact label="附件">
            <AttachmentList label="任务附件" items={shownAttachments(task.attachments)} />
          </Fact>
        )}
      </dl>
      {task.mine && <OwnWork task={task} mine={task.mine} act={act} isBusy={isBusy} />}
      {(task.isKeeper || (task.seesOthers && counts.total > 1)) && counts.total > 0 && (
        <section className={css.part} aria-label="完成情况">
          <div className={css.partHead}>
            <h3>完成情况</h3>
            <WorkBar
              percent={Math.round((100 * counts.done) / counts.total)}
              words={`${counts.done}/${counts.total} 已完成${counts.returned > 0 ? `，${counts.returned} 退回` : ""}`}
            />
          </div>
          <TaskAssignees task={task} act={act} />
        </section>
      )}
      <TaskComments task={task} />
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Asked = WorkEnd | "cancel" | "stopRepeat" | "change"

function Buttons({ task, act, isBusy }: PartProps) {
  const user = useUser()
  const [asked, setAsked] = useState<Asked | null>(null)
  const may = (action: TaskDetail["can"][number]) => task.can.includes(action)
  const close = () => setAsked(null)
  const { mine, steps } = task
  const isReady = mine !== null && mine.doneSteps.length >= steps.length

  async function remind() {
    const done = await act(taskCalls.remind, { ids: task.id })
    if (done) showToast("success", taskMessages.reminded(done.reminded))
  }

  return (
    <div className={css.buttons}>
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
      {may("handBack") && <Button onClick={() => setAsked("handBack")}>退回</Button>}
      {may("remind") && (
        <Button disabled={isBusy} onClick={() => void remind()}>
          <Icon name="bell" sizePx={16} />
          提醒未完成的
        </Button>
      )}
      {may("change") && <Button onClick={() => setAsked("change")}>修改</Button>}
      {may("stopRepeat") && <Button onClick={() => setAsked("stopRepeat")}>停止重复</Button>}
      {may("cancel") && (
        <Button look="danger" onClick={() => setAsked("cancel")}>
          取消任务
        </Button>
      )}
      {mine && (asked === "finish" || asked === "handBack") && (
        <EndWorkDialog end={asked} work={mine.id} onClose={close} />
      )}
      {asked === "change" && user && <TaskForm user={user} task={task} onSaved={close} onClose={close} />}
      {asked === "cancel" && (
        <ConfirmDialog
          title="取消这个任务？"
          words="取消后不能恢复，未完成的对象会收到通知，已完成的记录保留。"
          confirm="取消任务"
          look="danger"
          onClose={close}
          onConfirm={async () => {
            const done = await act(taskCalls.cancel, { id: task.id })
            if (done) showToast("success", taskMessages.cancelledNow)
            return done ? null : "取消没有成功，请重试"
          }}
        />
      )}
      {asked === "stopRepeat" && (
        <ConfirmDialog
          title="停止重复？"
          words="之后不再自动布置，已经布置的不受影响。"
          confirm="停止重复"
          onClose={close}
          onConfirm={async () => {
            const done = await act(taskCalls.stopRepeat, { id: task.id })
            if (done) showToast("success", taskMessages.repeatStopped)
            return done ? null : "停止没有成功，请重试"
          }}
        />
      )}
    </div>
  )
}
