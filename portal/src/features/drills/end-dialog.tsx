import { drillCalls, executionTypes, type LiveDrill } from "@uc/contract/drills/calls"
import { useForm } from "../../page-kit/form/use-form.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { LongTextField } from "../../ui/forms/form-fields.tsx"
import type { Round } from "./drill-labels.ts"
import { ExecutionMark } from "./execution-mark.tsx"
import { useDrillAction } from "./use-drill-action.ts"

/** One organisation's, or all running ones of a round. */
export type Ending = { readonly one: LiveDrill } | { readonly all: Round & { readonly round: string } }

export const EndDialog = closesWhenBroken(function EndDialog({
  ending,
  onClose,
}: {
  readonly ending: Ending
  readonly onClose: () => void
}) {
  const { attempt } = useDrillAction()
  const drill = "one" in ending ? ending.one : ending.all.first
  const word = drill.zxType === executionTypes.drill ? "演练" : "应急响应"
  const shared = {
    attempt,
    initial: { notes: "" },
    onDone() {
      showToast("success", `${word}已结束`)
      onClose()
    },
  }
  const ofOne = useForm({
    ...shared,
    call: drillCalls.end,
    input: ({ notes }) => ({ id: drill.id, notes }),
  })
  const ofAll = useForm({
    ...shared,
    call: drillCalls.endRound,
    input: ({ notes }) => ({ round: "all" in ending ? ending.all.round : "", notes }),
  })
  const form = "one" in ending ? ofOne : ofAll

  return (
    <FormDialog
      title={`结束${word}`}
      mark={<ExecutionMark type={drill.zxType} look="band" />}
      confirm={`结束${word}`}
      form={form}
      onClose={onClose}
    >
      <p>
        {"one" in ending ? (
          <>
            结束<strong>{drill.orgname}</strong>的“{drill.title}”，已有 {drill.confirmed} 人确认。
          </>
        ) : (
          <>
            结束“{drill.title}”中仍在进行的 <strong>{ending.all.drills.length} 个单位</strong>，共{" "}
            {ending.all.confirmed} 人确认。
          </>
        )}
        结束后不能恢复，也不能再确认。
      </p>
      <LongTextField
        label="总结（选填）"
        rows={4}
        {...form.text("notes")}
        placeholder="用时、秩序、发现的问题和改进措施"
      />
    </FormDialog>
  )
})
