import { hazardCalls, type HazardDetail } from "@uc/contract/hazards/calls"
import { hazardDone, hazardLimits } from "@uc/contract/hazards/messages"
import type { HazardAction } from "@uc/contract/hazards/steps"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAttachments } from "../attachments/public.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { DayField, LongTextField } from "../../ui/forms/form-fields.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { dayFromNow, suggestedDeadline } from "./assign-dialog.tsx"
import { PhotosField } from "./photos-field.tsx"
import { useHazardAction } from "./use-hazard-action.ts"

type StepAction = Exclude<HazardAction, "assign">

interface Words {
  readonly title: string
  readonly hint: string
  readonly label: string
  readonly confirm: string
  /** The label of its photos; without it there are none. */
  readonly photos?: string
}

const words: Readonly<Record<StepAction, Words>> = {
  reject: {
    title: "确认驳回该上报？",
    hint: "驳回后不能撤销，上报人会收到原因。",
    label: "驳回原因",
    confirm: "确认驳回",
  },
  rectify: {
    title: "提交整改",
    hint: "提交后由管理人员复查，复查通过即销号。",
    label: "整改说明",
    confirm: "提交",
    photos: "整改后照片（选填）",
  },
  close: {
    title: "确认复查通过并销号？",
    hint: "销号后不能撤销，请确认已到现场复查。",
    label: "复查意见（选填）",
    confirm: "确认销号",
    photos: "复查照片（选填）",
  },
  sendBack: {
    title: "退回整改",
    hint: "整改人会收到原因，重新整改后再提交。",
    label: "退回原因",
    confirm: "退回",
  },
  urge: {
    title: "督办隐患",
    hint: "该单位的管理人员和整改人会收到提醒。",
    label: "督办要求",
    confirm: "督办",
  },
}

interface StepDialogProps {
  readonly action: StepAction
  readonly hazard: HazardDetail
  readonly onClose: () => void
}

/** The words of a step, and its photos; what can't be undone is confirmed by it. */
export const StepDialog = closesWhenBroken(function StepDialog({ action, hazard, onClose }: StepDialogProps) {
  const { id, version, deadline } = hazard
  const { title, hint, label, confirm, photos: photosLabel } = words[action]
  const { attempt, onFailed } = useHazardAction()
  const photos = useAttachments()
  const isSentBack = action === "sendBack"
  const form = useForm({
    call: hazardCalls[action],
    attempt,
    initial: () => ({ note: "", deadline: isSentBack ? suggestedDeadline(deadline) : "" }),
    input: (values) => ({
      id,
      version,
      note: values.note,
      ...(photosLabel !== undefined && { photos: photos.ids }),
      ...(isSentBack && values.deadline !== "" && { deadline: values.deadline }),
    }),
    check: () => photos.obstacle,
    hasFiles: photos.items.length > 0,
    onFailed,
    onDone() {
      showToast("success", hazardDone[action])
      onClose()
    },
  })
  return (
    <FormDialog title={title} confirm={confirm} form={form} widthPx={520} onClose={onClose}>
      <Text as="p" tone="soft">
        {hint}
      </Text>
      <LongTextField
        label={label}
        rows={4}
        hint={`${form.values.note.length}/${hazardLimits.note}`}
        {...form.text("note")}
      />
      {isSentBack && <DayField label="整改期限" min={dayFromNow(0)} {...form.bind("deadline")} />}
      {photosLabel !== undefined && <PhotosField label={photosLabel} photos={photos} />}
    </FormDialog>
  )
})
