import {
  drillCalls,
  drillLimits,
  drillMessages,
  planKinds,
  type EmergencyPlan,
  type PlanKind,
} from "@uc/contract/drills"
import { usertypes, type CurrentUser } from "@uc/contract/session"
import { useId, useState } from "react"
import { showToast } from "../../platform/toast.ts"
import { useCodes, useRemarks } from "../../platform/use-codes.ts"
import { Field, FieldPair, FormDialog, TextField, Tick } from "../../ui/form-dialog.tsx"
import { useDrillAct } from "./use-drill-act.ts"

interface PlanDialogProps {
  readonly user: CurrentUser
  /** Null: a new one. */
  readonly plan: EmergencyPlan | null
  readonly onClose: () => void
}

const times = Array.from({ length: drillLimits.timesAYear }, (_, at) => at + 1)

function stepsOf(typed: string): string[] {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

export function PlanDialog({ user, plan, onClose }: PlanDialogProps) {
  const id = useId()
  const { act, isBusy, problem, setProblem } = useDrillAct()
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
    const lines = stepsOf(steps)
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
      isBusy={isBusy}
      problem={problem}
      heightPx={680}
      onSubmit={() => void save()}
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
        <Field label="类别" id={`${id}-kind`} hint={remarkOn(kind)}>
          <select
            id={`${id}-kind`}
            value={kind}
            onChange={({ target }) => setKind(kinds.find(([key]) => key === target.value)?.[0] ?? "other")}
          >
            {kinds.map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <Field label="每年演练次数" id={`${id}-times`}>
          <select
            id={`${id}-times`}
            value={timesAYear ?? ""}
            onChange={({ target }) => setTimes(target.value === "" ? null : Number(target.value))}
          >
            <option value="">不要求</option>
            {times.map((count) => (
              <option key={count} value={count}>
                {count} 次
              </option>
            ))}
          </select>
        </Field>
      </FieldPair>
      <Field label="说明（选填）" id={`${id}-content`}>
        <textarea
          id={`${id}-content`}
          rows={3}
          value={content}
          maxLength={drillLimits.content}
          onChange={({ target }) => setContent(target.value)}
        />
      </Field>
      <Field label="步骤" id={`${id}-steps`} hint="每行一个步骤">
        <textarea
          id={`${id}-steps`}
          rows={5}
          value={steps}
          placeholder={"拉响警报\n各班按路线有序疏散\n到达集合点清点人数"}
          onChange={({ target }) => setSteps(target.value)}
        />
      </Field>
      {mayShare && (
        <Tick label="区域内的下级单位也使用这个预案，并按次数演练" isOn={isShared} onChange={setShared} />
      )}
    </FormDialog>
  )
}
