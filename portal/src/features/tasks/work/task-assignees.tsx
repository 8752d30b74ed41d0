import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import {
  isStoppedWork,
  taskCalls,
  workStateLabel,
  type TaskDetail,
  type TaskWork,
} from "@uc/contract/tasks/calls"
import { isEndedWork, workLabel, workStates, type WorkState } from "@uc/contract/tasks/work"
import { useState } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { shownAttachments } from "../../attachments/public.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { AttachmentList } from "../../../ui/data/attachment-list.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../../ui/forms/filters/choice-filter.tsx"
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { formatMoment } from "../../../ui/format/moment-in-words.ts"
import { DebouncedSearch } from "../../../ui/forms/filters/debounced-search.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { CursorPager } from "../../../ui/data/cursor-pager.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Toolbar } from "../../../ui/primitives/toolbar.tsx"
import { lookOfWork } from "../task-labels.ts"
import type { Act } from "../../../platform/http/use-action.ts"
import type { Confirmed } from "../use-task-action.ts"
import css from "./work.module.css"

type Filter = WorkState | ""
const statesOf = (isRequest: boolean) =>
  (["", ...Object.keys(workStates)] as Filter[]).map(
    (state) => [state, state === "" ? "全部" : workLabel(state, isRequest)] as const,
  )
const pageSize = 20

interface TaskAssigneesProps {
  readonly task: TaskDetail
  readonly act: Act
  readonly confirmed: Confirmed
}

/** All assignees, paged by cursor. */
export function TaskAssignees({ task, act, confirmed }: TaskAssigneesProps) {
  const [state, setState] = useState<Filter>("")
  const [name, setName] = useState("")
  const [after, setAfter] = useState("")
  const filters = {
    id: task.id,
    ...(state !== "" && { state }),
    ...(name.trim() !== "" && { name: name.trim() }),
  }
  const { data, error, isPlaceholderData, refetch } = useCall(
    taskCalls.assignees,
    { ...filters, limit: pageSize, ...(after !== "" && { after }) },
    { keepsPrevious: true },
  )
  const file = useExport(taskCalls.exportAssignees)
  const filter = (change: () => void) => {
    setAfter("")
    change()
  }
  return (
    <>
      {task.counts.total > 1 && (
        <Toolbar>
          {task.counts.total > 5 && (
            <>
              <ChoiceFilter
                label="状态"
                value={state}
                choices={statesOf(task.isRequest)}
                onChange={(next) => filter(() => setState(next))}
              />
              <DebouncedSearch
                label="姓名或单位"
                placeholder="姓名或单位"
                value={name}
                maxLength={taskLimits.searched}
                onSettled={(next) => filter(() => setName(next))}
              />
            </>
          )}
          <ExportButton isBusy={file.isBusy} onExport={() => void file.run(filters)} />
        </Toolbar>
      )}
      {error ? (
        <ErrorState title="名单加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <BarsSkeleton heightsPx={[40, 40, 40]} />
      ) : data.items.length === 0 ? (
        <Text as="p" tone="faint" size={13}>
          没有符合条件的对象
        </Text>
      ) : (
        <ul className={css.works} aria-label="名单" aria-busy={isPlaceholderData}>
          {data.items.map((work) => (
            <Work key={work.id} work={work} task={task} act={act} confirmed={confirmed} />
          ))}
        </ul>
      )}
      {data && <CursorPager cursor={after} next={data.next} onPage={setAfter} />}
    </>
  )
}

function Work({ work, task, act, confirmed }: TaskAssigneesProps & { readonly work: TaskWork }) {
  const [asked, setAsked] = useState<"again" | "takeOff" | null>(null)
  const name = work.nickname ?? work.orgname
  const isEnded = isEndedWork(work.state)
  const isUnderWay = work.state === "doing" && !isStoppedWork(task, work.state)
  const mayAct = task.isManager && task.can.includes("change")
  const again = task.isRequest
    ? {
        label: `再次请求${name}协助`,
        words: "对方会再次收到通知，请对方答复。",
        confirm: "再次请求",
        told: taskMessages.askedAgain,
      }
    : {
        label: `让${name}重新办理`,
        words: "对方的进度会清零并收到通知，原来的附件保留。",
        confirm: "重新布置",
        told: taskMessages.givenAgain,
      }

  async function remind() {
    const done = await act(taskCalls.remind, { ids: task.id, work: work.id })
    if (done) showToast("success", taskMessages.reminded(done.reminded))
  }

  return (
    <Stack as="li" gap={6} padY={8} line="top">
      <Row gap={8} wrap>
        <Row gap={8} wrap breaks className={css.who}>
          <Text as="strong" weight={500}>
            {name}
          </Text>
          {work.nickname !== null && (
            <Text as="small" tone="faint" size={12}>
              {work.orgname}
            </Text>
          )}
          {work.isGone && <Tag tone="caution">已停用</Tag>}
        </Row>
        <Tag {...lookOfWork(task, work.state)}>
          {workStateLabel(task, work.state)}
          {isUnderWay && ` ${work.progress}%`}
          {isUnderWay && task.steps.length > 0 && `（${work.doneSteps.length}/${task.steps.length}步）`}
        </Tag>
        {mayAct && !isEnded && !work.isGone && (
          <Button aria-label={`提醒${name}`} onClick={() => void remind()}>
            提醒
          </Button>
        )}
        {mayAct && isEnded && !work.isGone && (
          <Button aria-label={again.label} onClick={() => setAsked("again")}>
            {again.confirm}
          </Button>
        )}
        {mayAct && work.state !== "done" && task.counts.total > 1 && (
          <Button aria-label={`移除${name}`} onClick={() => setAsked("takeOff")}>
            移除
          </Button>
        )}
      </Row>
      {(work.note || work.attachments.length > 0 || work.finishedAt) && (
        <Stack gap={6} padX={12} padY={8} surface="sunken" keepsLines>
          {work.note && (
            <p>
              {work.state === "returned" && (task.isRequest ? "婉拒原因：" : "退回原因：")}
              {work.note}
            </p>
          )}
          <AttachmentList label={`${name}的附件`} items={shownAttachments(work.attachments)} />
          {work.finishedAt && (
            <Text as="small" tone="faint" size={12}>
              {work.workedBy} {formatMoment(work.finishedAt, nowMs())}
            </Text>
          )}
        </Stack>
      )}
      {asked === "again" && (
        <ConfirmDialog
          title={`${again.label}？`}
          words={again.words}
          confirm={again.confirm}
          onClose={() => setAsked(null)}
          onConfirm={() => confirmed(taskCalls.giveAgain, { work: work.id }, again.told)}
        />
      )}
      {asked === "takeOff" && (
        <ConfirmDialog
          title={`不再由${name}办理？`}
          words="对方会收到通知，之后看不到这个任务，已填写的进度、留言和附件会一并删除。"
          confirm="移除"
          look="danger"
          onClose={() => setAsked(null)}
          onConfirm={() => confirmed(taskCalls.takeOff, { work: work.id }, taskMessages.takenOff)}
        />
      )}
    </Stack>
  )
}
