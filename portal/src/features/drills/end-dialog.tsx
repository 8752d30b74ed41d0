import { drillCalls, drillLimits, executionTypes, type LiveDrill } from "@uc/contract/drills/calls"
import { useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { LongTextField } from "../../ui/forms/form-fields.tsx"
import type { Round } from "./drill-labels.ts"
import { ExecutionMark } from "./execution-mark.tsx"
import { useDrillAction } from "./use-drill-action.ts"

/** One organisation's, or all that are still running of a round. */
export type Ending = { readonly one: LiveDrill } | { readonly all: Round & { readonly round: string } }

export const EndDialog = closesWhenBroken(function EndDialog({
  ending,
  onClose,
}: {
  readonly ending: Ending
  readonly onClose: () => void
}) {
  const { act, isBusy, problem } = useDrillAction()
  const [notes, setNotes] = useState("")
  const drill = "one" in ending ? ending.one : ending.all.first
  const word = drill.zxType === executionTypes.drill ? "演练" : "应急响应"

  async function end() {
    const done =
      "one" in ending
        ? await act(drillCalls.end, { id: ending.one.id, notes })
        : await act(drillCalls.endRound, { round: ending.all.round, notes })
    if (!done) return
    showToast("success", `${word}已结束`)
    onClose()
  }

  return (
    <FormDialog
      title={`结束${word}`}
      mark={<ExecutionMark type={drill.zxType} look="band" />}
      confirm={`结束${word}`}
      form={{ isBusy, problem, failures: 0, onSubmit: () => void end() }}
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
        value={notes}
        maxLength={drillLimits.notes}
        placeholder="用时、秩序、发现的问题和改进措施"
        onValue={setNotes}
      />
    </FormDialog>
  )
})
