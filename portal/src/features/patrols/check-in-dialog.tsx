import { attachmentLimits } from "@uc/contract/attachments/calls"
import {
  patrolLimits,
  patrolMessages,
  patrolAdminCalls,
  type ScannedPoint,
  type visitResults,
} from "@uc/contract/patrols/admin-calls"
import { useId, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useAttachments } from "../attachments/public.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Radio } from "../../ui/forms/controls/radio.tsx"
import { AttachmentField } from "../../ui/forms/attachment-field.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { DialogHead } from "../../ui/overlays/dialog-head.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { LongTextField } from "../../ui/forms/form-fields.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { usePatrolAction } from "./use-patrol-action.ts"
import { useVisitWords } from "./visit-state.tsx"
import css from "./patrols.module.css"

interface CheckInDialogProps {
  readonly code: string
  readonly onClose: () => void
}

const sizePx = { width: 600, height: 620 }

/** WORK-3: what a phone shows that has scanned a point's code. */
export const CheckInDialog = closesWhenBroken(function CheckInDialog({ code, onClose }: CheckInDialogProps) {
  const { data, error, refetch } = useCall(patrolAdminCalls.scanned, { code })
  if (data?.visit) return <CheckIn code={code} point={data} visit={data.visit} onClose={onClose} />
  return (
    <Modal label="巡查打卡" place="window" sizePx={sizePx} onClose={onClose}>
      <DialogHead title="巡查打卡" onClose={onClose} />
      <div className={css.detail}>
        {error && <ErrorState title="不能打卡" words={messageOf(error)} onRetry={refetch} />}
        {!error && !data && <BarsSkeleton heightsPx={[40, 72, 120]} />}
        {data && (
          <EmptyState
            art="empty"
            title={data.pointName}
            words={data.why}
            actions={<Button onClick={onClose}>返回我的巡查</Button>}
          />
        )}
      </div>
    </Modal>
  )
})

type Result = (typeof visitResults)[number]

const CheckIn = closesWhenBroken(function CheckIn({
  code,
  point,
  visit,
  onClose,
}: CheckInDialogProps & {
  readonly point: ScannedPoint
  readonly visit: NonNullable<ScannedPoint["visit"]>
}) {
  const id = useId()
  const wordOf = useVisitWords()
  const { act, isBusy, problem, setProblem } = usePatrolAction()
  const pictures = useAttachments()
  const [result, setResult] = useState<Result | null>(null)
  const [note, setNote] = useState("")

  async function checkIn() {
    if (result === null) return setProblem("请选择巡查结果")
    if (result === "problem" && note.trim() === "") return setProblem(patrolMessages.noteMissing)
    if (pictures.obstacle !== null) return setProblem(pictures.obstacle)
    const input = { code, visitId: visit.id, result, note, pictures: pictures.ids }
    if (!(await act(patrolAdminCalls.checkIn, input))) return
    showToast("success", patrolMessages.checkedIn)
    onClose()
  }

  return (
    <FormDialog
      title="巡查打卡"
      confirm="打卡"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void checkIn() }}
      onClose={onClose}
    >
      <div className={css.point}>
        <b>{point.pointName}</b>
        <span>{point.placeName ?? "未设置位置"}</span>
        <span>
          {visit.planName ?? "临时巡查"} · 应巡 {visit.dueAt.slice(5, 16)}，{visit.closesAt.slice(11, 16)}{" "}
          前打卡
        </span>
      </div>
      <fieldset className={css.results}>
        <legend>巡查结果</legend>
        {(["normal", "problem"] as const).map((each) => (
          <label key={each} className={css[each]}>
            <Radio name={`${id}-result`} checked={result === each} onChange={() => setResult(each)} />
            {wordOf(each)}
          </label>
        ))}
      </fieldset>
      <LongTextField
        label={result === "problem" ? "问题说明" : "说明（选填）"}
        rows={3}
        value={note}
        maxLength={patrolLimits.note}
        placeholder={result === "problem" ? "例如：灭火器压力不足" : ""}
        onValue={setNote}
      />
      <AttachmentField
        label="现场照片（选填）"
        hint={`最多${patrolLimits.pictures}张，每张不超过${attachmentLimits.bytes / 1024 / 1024}MB`}
        accept="image/*"
        items={pictures.items}
        onAdd={pictures.add}
        onRemove={pictures.remove}
        onRetry={pictures.retry}
      />
    </FormDialog>
  )
})
