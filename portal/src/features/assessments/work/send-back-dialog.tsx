import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type AssessmentDetail } from "@uc/contract/assessments/admin-calls"
import { useState } from "react"
import { nowMs } from "../../../platform/browser/clock.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { DayField, LongTextField } from "../../../ui/forms/form-fields.tsx"
import { dayIn } from "../day-in.ts"
import { useAssessmentAction } from "../use-assessment-action.ts"

interface SendBackDialogProps {
  readonly detail: AssessmentDetail
  readonly onClose: () => void
}

export const SendBackDialog = closesWhenBroken(function SendBackDialog({
  detail: { id, version, ends: due },
  onClose,
}: SendBackDialogProps) {
  const { act, isBusy, problem, setProblem } = useAssessmentAction()
  const week = dayIn(7, nowMs())
  const [reason, setReason] = useState("")
  const [ends, setEnds] = useState(due > week ? due : week)

  async function go() {
    if (reason.trim() === "") return setProblem(assessmentMessages.reasonMissing)
    if (ends === "") return setProblem(assessmentMessages.returnEndsPast)
    if (!(await act(assessmentAdminCalls.sendBack, { id, version, reason: reason.trim(), ends }))) return
    showToast("success", assessmentMessages.nowReturned)
    onClose()
  }

  return (
    <FormDialog
      title="退回修改"
      confirm="退回"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void go() }}
      onClose={onClose}
    >
      <LongTextField
        label="退回原因"
        rows={4}
        value={reason}
        maxLength={assessmentLimits.reason}
        placeholder="写明哪几项需要补充或修改"
        onValue={setReason}
      />
      <DayField label="重新提交的截止日期" value={ends} onValue={setEnds} />
    </FormDialog>
  )
})
