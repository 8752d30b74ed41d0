import { assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type AssessmentDetail } from "@uc/contract/assessments/admin-calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { nowMs } from "../../../platform/browser/clock.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { DayField, LongTextField } from "../../../ui/forms/form-fields.tsx"
import { dayIn, laterOf } from "../day-in.ts"
import { useAssessmentAction } from "../use-assessment-action.ts"

interface SendBackDialogProps {
  readonly detail: AssessmentDetail
  readonly onClose: () => void
}

export const SendBackDialog = closesWhenBroken(function SendBackDialog({
  detail: { id, version, ends: due },
  onClose,
}: SendBackDialogProps) {
  const { attempt, onFailed } = useAssessmentAction()
  const form = useForm({
    call: assessmentAdminCalls.sendBack,
    attempt,
    onFailed,
    initial: () => ({ reason: "", ends: laterOf(due, dayIn(7, nowMs())) }),
    input: (values) => ({ id, version, ...values }),
    check: ({ ends }) => (ends === "" ? { ends: assessmentMessages.returnEndsPast } : null),
    onDone() {
      showToast("success", assessmentMessages.nowReturned)
      onClose()
    },
  })
  return (
    <FormDialog title="退回修改" confirm="退回" form={form} onClose={onClose}>
      <LongTextField
        label="退回原因"
        rows={4}
        placeholder="写明哪几项需要补充或修改"
        {...form.text("reason")}
      />
      <DayField label="重新提交的截止日期" {...form.bind("ends")} />
    </FormDialog>
  )
})
