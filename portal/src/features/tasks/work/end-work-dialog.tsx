import { taskMessages } from "@uc/contract/tasks/messages"
import { taskCalls } from "@uc/contract/tasks/calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { useAttachments } from "../../attachments/public.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { LongTextField } from "../../../ui/forms/form-fields.tsx"
import { FilesField } from "../files-field.tsx"
import { useTaskAction } from "../use-task-action.ts"

/** DAY-14: who was asked for help declines. */
const declining = {
  title: "婉拒协助",
  confirm: "婉拒",
  label: "原因",
  hint: "对方会收到通知，可以另找他人或再次请您协助。",
  told: taskMessages.declinedNow,
} as const

export type WorkEnd = "finish" | "handBack"

const words = {
  finish: {
    title: "办结任务",
    confirm: "办结",
    label: "办结说明（选填）",
    hint: "办结后不能再修改，布置人可以要求重新办理。",
    told: taskMessages.finishedNow,
  },
  handBack: {
    title: "退回任务",
    confirm: "退回",
    label: "退回原因",
    hint: "退回后由布置人决定是否重新布置。",
    told: taskMessages.handedBackNow,
  },
} as const

interface EndWorkDialogProps {
  readonly end: WorkEnd
  readonly work: string
  readonly isRequest: boolean
  readonly onClose: () => void
}

/** Finishing or handing back, with text and pictures. */
export const EndWorkDialog = closesWhenBroken(function EndWorkDialog({
  end,
  work,
  isRequest,
  onClose,
}: EndWorkDialogProps) {
  const { title, confirm, label, hint, told } = isRequest && end === "handBack" ? declining : words[end]
  const files = useAttachments()
  const { attempt, fallback, onFailed } = useTaskAction()
  const form = useForm({
    call: taskCalls[end],
    attempt,
    fallback,
    onFailed,
    initial: { note: "" },
    input: ({ note }) => ({ work, note: note.trim(), attachments: files.ids }),
    check: () => files.obstacle,
    hasFiles: files.items.length > 0,
    onDone() {
      showToast("success", told)
      onClose()
    },
  })
  return (
    <FormDialog title={title} confirm={confirm} form={form} onClose={onClose}>
      <LongTextField label={label} hint={hint} rows={4} {...form.text("note")} />
      <FilesField label="图片和文件（选填）" files={files} />
    </FormDialog>
  )
})
