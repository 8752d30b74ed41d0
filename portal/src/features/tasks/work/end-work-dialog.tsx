import { taskLimits, taskMessages } from "@uc/contract/tasks/messages"
import { taskCalls } from "@uc/contract/tasks/calls"
import { useState } from "react"
import { showToast } from "../../../platform/browser/toast.ts"
import { useAttachments } from "../../attachments/public.ts"
import { AttachmentField } from "../../../ui/forms/attachment-field.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { LongTextField } from "../../../ui/forms/form-fields.tsx"
import { acceptedFiles, filesHint } from "../task-form.tsx"
import { useTaskAction } from "../use-task-action.ts"

export type WorkEnd = "finish" | "handBack"

const words = {
  finish: {
    title: "办结任务",
    confirm: "办结",
    label: "办结说明（选填）",
    told: taskMessages.finishedNow,
  },
  handBack: {
    title: "退回任务",
    confirm: "退回",
    label: "退回原因",
    told: taskMessages.handedBackNow,
  },
} as const

interface EndWorkDialogProps {
  readonly end: WorkEnd
  readonly work: string
  readonly onClose: () => void
}

/** What one has done, or why one can't: with words and pictures. */
export const EndWorkDialog = closesWhenBroken(function EndWorkDialog({
  end,
  work,
  onClose,
}: EndWorkDialogProps) {
  const { title, confirm, label, told } = words[end]
  const [note, setNote] = useState("")
  const files = useAttachments()
  const { act, isBusy, problem, setProblem } = useTaskAction()

  async function go() {
    if (end === "handBack" && note.trim() === "") return setProblem(taskMessages.reasonMissing)
    if (files.obstacle !== null) return setProblem(files.obstacle)
    const done = await act(taskCalls[end], { work, note: note.trim(), attachments: files.ids })
    if (!done) return
    showToast("success", told)
    onClose()
  }

  return (
    <FormDialog
      title={title}
      confirm={confirm}
      form={{ isBusy, problem, failures: 0, onSubmit: () => void go() }}
      onClose={onClose}
    >
      <LongTextField
        label={label}
        hint={
          end === "finish" ? "办结后不能再修改，布置人可以要求重新办理。" : "退回后由布置人决定是否重新布置。"
        }
        rows={4}
        value={note}
        maxLength={taskLimits.note}
        onValue={(text) => {
          setNote(text)
          setProblem(null)
        }}
      />
      <AttachmentField
        label="图片和文件（选填）"
        hint={filesHint}
        accept={acceptedFiles}
        items={files.items}
        onAdd={files.add}
        onRemove={files.remove}
        onRetry={files.retry}
      />
    </FormDialog>
  )
})
