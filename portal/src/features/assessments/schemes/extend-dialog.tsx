import { assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type AssessmentDetail } from "@uc/contract/assessments/admin-calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { nowMs } from "../../../platform/browser/clock.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { DayField } from "../../../ui/forms/form-fields.tsx"
import { dayIn, laterOf } from "../day-in.ts"
import { useAssessmentAction } from "../use-assessment-action.ts"

interface ExtendDialogProps {
  readonly detail: AssessmentDetail
  readonly onClose: () => void
}

/** WORK-2: a new deadline for those who missed it. */
export const ExtendDialog = closesWhenBroken(function ExtendDialog({
  detail: { id, version, begins, ends: due, orgname },
  onClose,
}: ExtendDialogProps) {
  const { attempt, onFailed } = useAssessmentAction()
  const today = dayIn(0, nowMs())
  const form = useForm({
    call: assessmentAdminCalls.extend,
    attempt,
    onFailed,
    initial: () => ({ ends: laterOf(due, dayIn(7, nowMs())) }),
    input: ({ ends }) => ({ id, version, ends }),
    check({ ends }) {
      if (ends < today) return { ends: assessmentMessages.returnEndsPast }
      return ends < begins ? { ends: assessmentMessages.daysWrong } : null
    },
    onDone() {
      showToast("success", assessmentMessages.nowExtended)
      onClose()
    },
  })
  return (
    <FormDialog title="修改截止日期" confirm="保存" form={form} onClose={onClose}>
      <DayField
        label="新的截止日期"
        hint={`现在是${due}。修改后会通知${orgname}的管理员。`}
        min={today}
        {...form.bind("ends")}
      />
    </FormDialog>
  )
})
