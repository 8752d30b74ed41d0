import {
  drillCalls,
  drillLimits,
  drillMessages,
  planKinds,
  type EmergencyPlan,
  type PlanKind,
} from "@uc/contract/drills/calls"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { useState } from "react"
import { showToast } from "../../platform/browser/toast.ts"
import { useCodes, useRemarks } from "../dictionary/public.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../ui/forms/form-dialog.tsx"
import { ChoiceField, FieldPair, LongTextField, TextField, Tick } from "../../ui/forms/form-fields.tsx"
import { linesOf } from "../../ui/format/lines-of.ts"
import { useDrillAction } from "./use-drill-action.ts"

interface PlanDialogProps {
  readonly user: CurrentUser
  /** Null: a new one. */
  readonly plan: EmergencyPlan | null
  readonly onClose: () => void
}

const times: readonly (readonly [number | null, string])[] = [
  [null, "不要求"],
  ...Array.from({ length: drillLimits.timesAYear }, (_, at) => [at + 1, `${at + 1} 次`] as const),
]

export const PlanDialog = closesWhenBroken(function PlanDialog({ user, plan, onClose }: PlanDialogProps) {
  const { act, isBusy, problem, setProblem } = useDrillAction()
  const mayShare = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  const [title, setTitle] = useState(plan?.title ?? "")
  const [kind, setKind] = useState<PlanKind>(plan?.kind ?? "fire")
  const { choices, wordOf } = useCodes("planKind", planKinds)
  const remarkOn = useRemarks("planKind")
  // What a plan is already stays a choice, offered or not.
  const kinds = choices.some(([key]) => key === kind) ? choices : [...choices, [kind, wordOf(kind)] as const]
  const [timesAYear, setTimes] = useState(plan ? plan.timesAYear : 2)
  const [content, setContent] = useState(plan?.content ?? "")
  const [steps, setSteps] = useState(plan?.steps.join("\n") ?? "")
  const [isShared, setShared] = useState(plan?.isShared ?? mayShare)

  async function save() {
    const lines = linesOf(steps)
    if (title.trim() === "") return setProblem(drillMessages.titleMissing)
    if (lines.length > drillLimits.steps) return setProblem(`步骤最多${drillLimits.steps}条`)
    if (lines.some((line) => line.length > drillLimits.step))
      return setProblem(`每个步骤不能超过${drillLimits.step}个字`)
    const saved = await act(drillCalls.savePlan, {
      ...(plan && { id: plan.id, version: plan.version }),
      title: title.trim(),
      kind,
      content,
      steps: lines,
      ...(timesAYear !== null && { timesAYear }),
      isShared,
    })
    if (!saved) return
    showToast("success", drillMessages.planSaved)
    onClose()
  }

  return (
    <FormDialog
      title={plan ? "修改预案" : "新建预案"}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <TextField
        label="名称"
        value={title}
        maxLength={drillLimits.title}
        placeholder="例如：消防疏散应急预案"
        onValue={setTitle}
      />
      <FieldPair>
        <ChoiceField label="类别" hint={remarkOn(kind)} value={kind} choices={kinds} onValue={setKind} />
        <ChoiceField label="每年演练次数" value={timesAYear} choices={times} onValue={setTimes} />
      </FieldPair>
      <LongTextField
        label="说明（选填）"
        rows={3}
        value={content}
        maxLength={drillLimits.content}
        onValue={setContent}
      />
      <LongTextField
        label="步骤"
        hint="每行一个步骤"
        rows={5}
        value={steps}
        placeholder={"拉响警报\n各班按路线有序疏散\n到达集合点清点人数"}
        onValue={setSteps}
      />
      {mayShare && (
        <Tick label="区域内的下级单位也使用这个预案，并按次数演练" value={isShared} onValue={setShared} />
      )}
    </FormDialog>
  )
})
