import {
  drillCalls,
  drillLimits,
  drillMessages,
  planKinds,
  type EmergencyPlan,
} from "@uc/contract/drills/calls"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { useForm } from "../../page-kit/form/use-form.ts"
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
  const { attempt } = useDrillAction()
  const mayShare = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
  const form = useForm({
    call: drillCalls.savePlan,
    attempt,
    initial: {
      title: plan?.title ?? "",
      kind: plan?.kind ?? "fire",
      timesAYear: plan ? plan.timesAYear : 2,
      content: plan?.content ?? "",
      steps: plan?.steps.join("\n") ?? "",
      isShared: plan?.isShared ?? mayShare,
    },
    input: ({ steps, timesAYear, title, ...others }) => ({
      ...(plan && { id: plan.id, version: plan.version }),
      ...others,
      title: title.trim(),
      steps: linesOf(steps),
      ...(timesAYear !== null && { timesAYear }),
    }),
    check: ({ steps }) =>
      linesOf(steps).some((line) => line.length > drillLimits.step)
        ? { steps: `每个步骤不能超过${drillLimits.step}个字` }
        : null,
    onDone() {
      showToast("success", drillMessages.planSaved)
      onClose()
    },
  })
  const { kind } = form.values
  const { choices, wordOf } = useCodes("planKind", planKinds)
  const remarkOn = useRemarks("planKind")
  // The plan's present kind stays a choice, also when it is no longer offered.
  const kinds = choices.some(([key]) => key === kind) ? choices : [...choices, [kind, wordOf(kind)] as const]

  return (
    <FormDialog title={plan ? "修改预案" : "新建预案"} confirm="保存" form={form} onClose={onClose}>
      <TextField label="名称" placeholder="例如：消防疏散应急预案" {...form.text("title")} />
      <FieldPair>
        <ChoiceField label="类别" hint={remarkOn(kind)} choices={kinds} {...form.bind("kind")} />
        <ChoiceField label="每年演练次数" choices={times} {...form.bind("timesAYear")} />
      </FieldPair>
      <LongTextField label="说明（选填）" rows={3} {...form.text("content")} />
      <LongTextField
        label="步骤"
        hint="每行一个步骤"
        rows={5}
        placeholder={"拉响警报\n各班按路线有序疏散\n到达集合点清点人数"}
        {...form.bind("steps")}
      />
      {mayShare && <Tick label="区域内的下级单位也使用这个预案，并按次数演练" {...form.bind("isShared")} />}
    </FormDialog>
  )
})
