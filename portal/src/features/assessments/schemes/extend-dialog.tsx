import { assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type AssessmentDetail } from "@uc/contract/assessments/admin-calls"
import { useState } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { DayField } from "../../../ui/forms/form-fields.tsx"
import { dayIn } from "../day-in.ts"
import { useAssessmentAction } from "../use-assessment-action.ts"

interface ExtendDialogProps {
  readonly detail: AssessmentDetail
  readonly onClose: () => void
}

/** WORK-2: whoever has missed the last day can be given another one. */
export const ExtendDialog = closesWhenBroken(function ExtendDialog({
  detail: { id, version, begins, ends: due, orgname },
  onClose,
}: ExtendDialogProps) {
  const { act, isBusy, problem, setProblem } = useAssessmentAction()
  const today = dayIn(0, nowMs())
  const week = dayIn(7, nowMs())
  const [ends, setEnds] = useState(due > week ? due : week)

  async function go() {
    if (ends === "" || ends < today) return setProblem(assessmentMessages.returnEndsPast)
    if (ends < begins) return setProblem(assessmentMessages.daysWrong)
    if (!(await act(assessmentAdminCalls.extend, { id, version, ends }))) return
    showToast("success", assessmentMessages.nowExtended)
    onClose()
  }

  return (
    <FormDialog
      title="修改截止日期"
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void go() }}
      onClose={onClose}
    >
      <DayField
        label="新的截止日期"
        hint={`现在是${due}。修改后会通知${orgname}的管理员。`}
        min={today}
        value={ends}
        onValue={setEnds}
      />
    </FormDialog>
  )
})
