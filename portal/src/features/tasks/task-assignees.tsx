import { taskMessages } from "@uc/contract/task-messages"
import { taskCalls, workStates, type TaskDetail, type TaskWork, type WorkState } from "@uc/contract/tasks"
import { useState } from "react"
import { nowMs } from "../../platform/clock.ts"
import { messageOf } from "../../platform/failure.ts"
import { showToast } from "../../platform/toast.ts"
import { shownAttachments } from "../../platform/use-attachments.ts"
import { useCall } from "../../platform/use-call.ts"
import { AttachmentList } from "../../ui/attachment-list.tsx"
import { Button } from "../../ui/button.tsx"
import { ChoiceFilter } from "../../ui/choice-filter.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { FailedFace } from "../../ui/failed-face.tsx"
import { momentInWords } from "../../ui/moment-in-words.ts"
import { BarsSkeleton } from "../../ui/skeleton.tsx"
import { Tag } from "../../ui/tag.tsx"
import { workLooks } from "./task-words.ts"
import type { ActOnTask } from "./use-task-act.ts"
import css from "./task-drawer.module.css"

type Filter = WorkState | ""
const states = [["", "全部"], ...Object.entries(workStates)] as (readonly [Filter, string])[]
const pageSize = 20

interface TaskAssigneesProps {
  readonly task: TaskDetail
  readonly act: ActOnTask
}

/** Everybody who has it, page by page, by key. */
export function TaskAssignees({ task, act }: TaskAssigneesProps) {
  const [state, setState] = useState<Filter>("")
  const [name, setName] = useState("")
  const [places, setPlaces] = useState<readonly string[]>([])
  const after = places.at(-1)
  const { data, error, isPlaceholderData, refetch } = useCall(
    taskCalls.assignees,
    {
      id: task.id,
      limit: pageSize,
      ...(state !== "" && { state }),
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(after !== undefined && { after }),
    },
    { keepsPrevious: true },
  )
  const filter = (change: () => void) => {
    setPlaces([])
    change()
  }
  return (
    <>
      {task.counts.total > 5 && (
        <div className={css.filters}>
          <ChoiceFilter
            label="状态"
            value={state}
            choices={states}
            onChange={(next) => filter(() => setState(next))}
          />
          <input
            type="search"
            aria-label="姓名或单位"
            placeholder="姓名或单位"
            value={name}
            onChange={({ target }) => filter(() => setName(target.value))}
          />
        </div>
      )}
      {error ? (
        <FailedFace title="名单没有加载成功" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={[40, 40, 40]} />
      ) : data.items.length === 0 ? (
        <p className={css.hint}>没有符合条件的对象</p>
      ) : (
        <ul className={css.works} aria-label="名单" aria-busy={isPlaceholderData}>
          {data.items.map((work) => (
            <Work key={work.id} work={work} task={task} act={act} />
          ))}
        </ul>
      )}
      {data && (places.length > 0 || data.next !== null) && (
        <div className={css.pager}>
          <Button disabled={places.length === 0} onClick={() => setPlaces(places.slice(0, -1))}>
            上一页
          </Button>
          <Button
            disabled={data.next === null}
            onClick={() => data.next !== null && setPlaces([...places, data.next])}
          >
            下一页
          </Button>
        </div>
      )}
    </>
  )
}

function Work({
  work,
  task,
  act,
}: {
  readonly work: TaskWork
  readonly task: TaskDetail
  readonly act: ActOnTask
}) {
  const [isAsked, setAsked] = useState(false)
  const name = work.nickname ?? work.orgname
  const isEnded = work.state === "done" || work.state === "returned"
  const mayAct = task.isKeeper && task.can.includes("change")

  async function remind() {
    const done = await act(taskCalls.remind, { ids: task.id, work: work.id })
    if (done) showToast("success", taskMessages.reminded(done.reminded))
  }

  return (
    <li className={css.work}>
      <div className={css.who}>
        <strong>{name}</strong>
        {work.nickname !== null && <small>{work.orgname}</small>}
        {work.isGone && <Tag tone="caution">已停用</Tag>}
      </div>
      <Tag {...workLooks[work.state]}>
        {work.state === "doing" ? `${workStates.doing} ${work.progress}%` : workStates[work.state]}
      </Tag>
      {mayAct && !isEnded && !work.isGone && (
        <Button aria-label={`提醒${name}`} onClick={() => void remind()}>
          提醒
        </Button>
      )}
      {mayAct && isEnded && (
        <Button aria-label={`让${name}重新办理`} onClick={() => setAsked(true)}>
          重新布置
        </Button>
      )}
      {(work.note || work.attachments.length > 0 || work.finishedAt) && (
        <div className={css.result}>
          {work.note && (
            <p>
              {work.state === "returned" && "退回原因："}
              {work.note}
            </p>
          )}
          <AttachmentList label={`${name}的附件`} items={shownAttachments(work.attachments)} />
          {work.finishedAt && (
            <small>
              {work.workedBy} {momentInWords(work.finishedAt, nowMs())}
            </small>
          )}
        </div>
      )}
      {isAsked && (
        <ConfirmDialog
          title={`让${name}重新办理？`}
          words="对方的进度会清零并收到通知，原来的附件保留。"
          confirm="重新布置"
          onClose={() => setAsked(false)}
          onConfirm={async () => {
            const done = await act(taskCalls.giveAgain, { work: work.id })
            if (done) showToast("success", taskMessages.givenAgain)
            return done ? null : "没有成功，请重试"
          }}
        />
      )}
    </li>
  )
}
