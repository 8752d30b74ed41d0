import { attachmentLimits } from "@uc/contract/attachments/calls"
import {
  patrolLimits,
  patrolMessages,
  patrolAdminCalls,
  type ScannedPoint,
  type visitResults,
} from "@uc/contract/patrols/admin-calls"
import { useId } from "react"
import { useForm } from "../../page-kit/form/use-form.ts"
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
import { FieldGroup } from "../../ui/forms/field-group.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { LongTextField } from "../../ui/forms/form-fields.tsx"
import { Modal } from "../../ui/overlays/modal.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { usePatrolAction } from "./use-patrol-action.ts"
import { useVisitWords } from "./visit-state.tsx"
import css from "./patrols.module.css"

interface CheckInDialogProps {
  readonly code: string
  readonly onClose: () => void
}

const sizePx = { width: 600, height: 620 }

/** WORK-3: shown after a point's code was scanned. */
export const CheckInDialog = closesWhenBroken(function CheckInDialog({ code, onClose }: CheckInDialogProps) {
  const { data, error, refetch } = useCall(patrolAdminCalls.scanned, { code })
  if (data?.visit) return <CheckIn code={code} point={data} visit={data.visit} onClose={onClose} />
  return (
    <Modal label="巡查打卡" place="window" sizePx={sizePx} onClose={onClose}>
      <DialogHead title="巡查打卡" onClose={onClose} />
      <Stack gap={16} pad={20} className={css.scrolls}>
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
      </Stack>
    </Modal>
  )
})

type Result = (typeof visitResults)[number]

const looks = {
  normal: { surface: "done", tone: "done" },
  problem: { surface: "danger", tone: "danger" },
} as const

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
  const { attempt } = usePatrolAction()
  const pictures = useAttachments()
  const form = useForm({
    call: patrolAdminCalls.checkIn,
    attempt,
    initial: { result: null as Result | null, note: "" },
    // The call's shape accepts all of them.
    input: ({ result, note }) => ({
      code,
      visitId: visit.id,
      result: result as Result,
      note,
      pictures: pictures.ids,
    }),
    check: ({ result, note }) =>
      result === "problem" && note.trim() === "" ? { note: patrolMessages.noteMissing } : pictures.obstacle,
    hasFiles: pictures.items.length > 0,
    onDone() {
      showToast("success", patrolMessages.checkedIn)
      onClose()
    },
  })
  const { result } = form.values

  return (
    <FormDialog title="巡查打卡" confirm="打卡" form={form} onClose={onClose}>
      <Stack gap={2} padX={16} padY={12} surface="sunken">
        <Text as="b" size={16}>
          {point.pointName}
        </Text>
        <Text tone="soft">{point.placeName ?? "未设置位置"}</Text>
        <Text tone="soft">
          {visit.planName ?? "临时巡查"} · 应巡 {visit.dueAt.slice(5, 16)}，{visit.closesAt.slice(11, 16)}{" "}
          前打卡
        </Text>
      </Stack>
      <FieldGroup isRow isRequired label="巡查结果" problem={form.problems.result}>
        {(["normal", "problem"] as const).map((each) => (
          <Row
            as="label"
            key={each}
            gap={8}
            grow
            justify="center"
            weight={500}
            {...(result === each && looks[each])}
            className={css.result}
          >
            <Radio
              name={`${id}-result`}
              checked={result === each}
              onChange={() => form.set({ result: each })}
            />
            {wordOf(each)}
          </Row>
        ))}
      </FieldGroup>
      <LongTextField
        label={result === "problem" ? "问题说明" : "说明（选填）"}
        rows={3}
        {...form.text("note")}
        placeholder={result === "problem" ? "例如：灭火器压力不足" : ""}
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
