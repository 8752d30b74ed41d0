import { attachmentLimits } from "@uc/contract/attachments/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import {
  taskCalls,
  taskRepeats,
  type TaskDetail,
  type TaskPriority,
  type TaskRepeat,
} from "@uc/contract/tasks/calls"
import { useState } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAttachments } from "../attachments/public.ts"
import { AttachmentField } from "../../ui/forms/attachment-field.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, MomentField, FieldPair, LongTextField, TextField } from "../../ui/forms/form-fields.tsx"
import { linesOf } from "../../ui/format/lines-of.ts"
import { momentAt } from "../../ui/format/moment-in-words.ts"
import { noReceivers, ReceiversField, type Receivers } from "./receivers-field.tsx"
import { fieldOf, momentOf } from "./task-labels.ts"
import { usePriorities } from "./use-priorities.ts"
import { useTaskAction } from "./use-task-action.ts"

interface TaskFormProps {
  readonly user: CurrentUser
  /** Null: a new one. */
  readonly task: TaskDetail | null
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

const repeats = [[null, "不重复"], ...(Object.entries(taskRepeats) as [TaskRepeat, string][])] as const

export const acceptedFiles = "image/jpeg,image/png,image/webp,image/gif,application/pdf"
export const filesHint = `图片或PDF，每个不超过${attachmentLimits.bytes / 1024 / 1024}MB，可拖入或粘贴`

function listed(chosen: readonly { readonly id: string }[]): string {
  return chosen.map(({ id }) => id).join(",")
}

export const TaskForm = closesWhenBroken(function TaskForm({ user, task, onSaved, onClose }: TaskFormProps) {
  const { act, isBusy, problem, setProblem } = useTaskAction()
  const [title, setTitle] = useState(task?.title ?? "")
  const [content, setContent] = useState(task?.content ?? "")
  const [priority, setPriority] = useState<TaskPriority>(task?.priority ?? 2)
  const [deadline, setDeadline] = useState(fieldOf(task?.deadline ?? null))
  const [repeat, setRepeat] = useState<TaskRepeat | null>(null)
  const [steps, setSteps] = useState("")
  const [receivers, setReceivers] = useState<Receivers>(noReceivers)
  const files = useAttachments(task?.attachments.length)
  const { choices, wordOf } = usePriorities()
  // What it has stays, though nobody offers it any more.
  const offered = choices.some(([key]) => key === `${priority}`)
    ? choices
    : [...choices, [`${priority}`, wordOf(priority)] as const]

  function obstacle(): string | null {
    if (title.trim() === "") return taskMessages.titleMissing
    const due = momentOf(deadline)
    if (due !== null && due !== task?.deadline && due <= momentAt(nowMs())) return taskMessages.duePast
    if (task) return files.obstacle
    const { people, departments, organisations } = receivers
    if (people.length + departments.length + organisations.length === 0) return taskMessages.nobodyChosen
    if ([people, departments, organisations].some(({ length }) => length > taskLimits.picked))
      return taskMessages.tooManyPicked
    const lines = linesOf(steps)
    if (lines.length > taskLimits.steps) return `步骤最多${taskLimits.steps}条`
    if (lines.some((line) => line.length > taskLimits.step)) return `每个步骤不能超过${taskLimits.step}个字`
    return files.obstacle
  }

  async function save() {
    const wrong = obstacle()
    if (wrong !== null) return setProblem(wrong)
    const what = { title: title.trim(), content, priority, deadline: momentOf(deadline) }
    if (task) {
      const saved = await act(taskCalls.change, {
        id: task.id,
        version: task.version,
        ...what,
        attachments: files.ids,
      })
      if (!saved) return
      showToast("success", taskMessages.saved)
      return onSaved(saved.id)
    }
    const made = await act(taskCalls.create, {
      ...what,
      steps: linesOf(steps),
      repeat,
      people: listed(receivers.people),
      departments: listed(receivers.departments),
      organisations: listed(receivers.organisations),
      each: receivers.isEach ? 1 : 0,
      attachments: files.ids,
    })
    if (!made) return
    showToast("success", `${taskMessages.created}，共${made.assignees}个对象`)
    if (made.unattended.length > 0) showToast("warning", taskMessages.withoutAdministrator(made.unattended))
    onSaved(made.id)
  }

  return (
    <FormDialog
      title={task ? "修改任务" : "布置任务"}
      confirm={task ? "保存" : "布置"}
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <TextField
        label="任务名称"
        value={title}
        maxLength={taskLimits.title}
        placeholder="例如：报送本月安全隐患排查情况"
        onValue={setTitle}
      />
      {!task && (
        <ReceiversField user={user} chosen={receivers} onChosen={setReceivers} onProblem={setProblem} />
      )}
      <FieldPair>
        <MomentField label="截止时间（选填）" usualTime="18:00" value={deadline} onValue={setDeadline} />
        <ChoiceField
          label="优先级"
          value={`${priority}`}
          choices={offered}
          onValue={(key) => setPriority(Number(key) as TaskPriority)}
        />
      </FieldPair>
      <LongTextField
        label="说明（选填）"
        rows={3}
        value={content}
        maxLength={taskLimits.content}
        onValue={setContent}
      />
      {!task && (
        <LongTextField
          label="步骤（选填）"
          hint="每行一个步骤，由每个对象各自勾选，全部完成后才能办结"
          rows={3}
          value={steps}
          placeholder={"逐项检查\n拍照留存\n整改并上报"}
          onValue={setSteps}
        />
      )}
      <AttachmentField
        label={
          task && task.attachments.length > 0
            ? `补充附件（选填，已有${task.attachments.length}个）`
            : "附件（选填）"
        }
        hint={filesHint}
        accept={acceptedFiles}
        items={files.items}
        onAdd={files.add}
        onRemove={files.remove}
        onRetry={files.retry}
      />
      {!task && (
        <ChoiceField
          label="重复"
          hint={repeat && "到时会自动布置下一次，截止时间相应顺延；可随时停止"}
          value={repeat}
          choices={repeats}
          onValue={setRepeat}
        />
      )}
    </FormDialog>
  )
})
