import {
  alarmAdminCalls,
  alarmLimits,
  type AlarmAction,
  type AlarmDetail,
} from "@uc/contract/alarms/admin-calls"
import { attachmentLimits } from "@uc/contract/attachments/calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { send } from "../../platform/http/send.ts"
import { useAttachments } from "../attachments/public.ts"
import { AttachmentField } from "../../ui/forms/attachment-field.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { LongTextField } from "../../ui/forms/form-fields.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { actFailed } from "./use-alarm.ts"

export type NotedAction = Exclude<AlarmAction, "acknowledge" | "assign">

const words: Readonly<Record<NotedAction, { title: string; hint: string; label: string; confirm: string }>> =
  {
    handle: {
      title: "记录处置情况",
      hint: "谁到场、采取了什么措施，会写入处理过程。",
      label: "处置说明",
      confirm: "保存",
    },
    close: {
      title: "确认办结该预警？",
      hint: "办结后不能再修改，请确认现场已恢复正常。",
      label: "办结说明",
      confirm: "确认办结",
    },
    dismiss: {
      title: "确认标记为误报？",
      hint: "标记后不能撤销，请确认已到现场核实。",
      label: "核实说明",
      confirm: "确认误报",
    },
  }

interface NoteDialogProps {
  readonly action: NotedAction
  readonly alarm: AlarmDetail
  readonly onDone: (alarm: AlarmDetail) => void
  readonly onFailed: () => void
  readonly onClose: () => void
}

/** It can't be undone, so it is confirmed; a click beside the dialog does not lose the text. */
export const NoteDialog = closesWhenBroken(function NoteDialog({
  action,
  alarm: { uuid, acts },
  onDone,
  onFailed,
  onClose,
}: NoteDialogProps) {
  const { title, hint, label, confirm } = words[action]
  const photos = useAttachments()
  const takesPhotos = action !== "dismiss"
  const form = useForm({
    call: alarmAdminCalls[action],
    attempt: (call, input) => send(call, input),
    initial: { note: "" },
    input: ({ note }) => ({
      uuid,
      seen: acts,
      note: note.trim(),
      ...(takesPhotos && { photos: photos.ids }),
    }),
    check: () => photos.obstacle,
    hasFiles: photos.items.length > 0,
    fallback: actFailed,
    onDone(changed) {
      onDone(changed)
      onClose()
    },
    onFailed,
  })
  return (
    <FormDialog title={title} confirm={confirm} form={form} widthPx={480} onClose={onClose}>
      <Text as="p" tone="soft">
        {hint}
      </Text>
      <LongTextField
        label={label}
        rows={4}
        hint={`${form.values.note.length}/${alarmLimits.note}`}
        {...form.text("note")}
      />
      {takesPhotos && (
        <AttachmentField
          label="现场照片（选填）"
          hint={`最多${attachmentLimits.each}张，每张不超过${attachmentLimits.bytes / 1024 / 1024}MB`}
          accept="image/*"
          items={photos.items}
          onAdd={photos.add}
          onRemove={photos.remove}
          onRetry={photos.retry}
        />
      )}
    </FormDialog>
  )
})
