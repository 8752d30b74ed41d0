import {
  patrolLimits,
  patrolMessages,
  patrolAdminCalls,
  weekdayNames,
  type PatrolPlan,
} from "@uc/contract/patrols/admin-calls"
import { useState } from "react"
import { showToast } from "../../../platform/browser/toast.ts"
import { TimeField } from "../../../ui/forms/dates/time-field.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField, Tick } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { RouteField, type Stop } from "./route-field.tsx"
import { usePatrolAction } from "../use-patrol-action.ts"
import planning from "./planning.module.css"

interface PlanDialogProps {
  /** Null: a new one. */
  readonly plan: PatrolPlan | null
  readonly onClose: () => void
}

const graces = [15, 30, 60, 120, 240] as const
const everyDay = weekdayNames.map((_name, at) => at + 1)

export const PlanDialog = closesWhenBroken(function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const { act, isBusy, problem, setProblem } = usePatrolAction()
  const [name, setName] = useState(plan?.name ?? "")
  const [times, setTimes] = useState<readonly string[]>(plan?.times ?? ["08:00"])
  const [weekdays, setWeekdays] = useState<readonly number[]>(plan?.weekdays ?? everyDay)
  const [graceMinutes, setGrace] = useState(plan?.graceMinutes ?? patrolLimits.graceMinutes.usual)
  const [route, setRoute] = useState<readonly Stop[]>(plan?.route ?? [])
  const [isDisabled, setDisabled] = useState(plan?.isDisabled ?? false)

  async function save() {
    const filled = [...new Set(times.filter((time) => time !== ""))].toSorted()
    if (name.trim() === "") return setProblem(patrolMessages.nameMissing)
    if (filled.length === 0) return setProblem(patrolMessages.timesMissing)
    if (weekdays.length === 0) return setProblem(patrolMessages.weekdaysMissing)
    if (route.length === 0) return setProblem(patrolMessages.routeMissing)
    const saved = await act(patrolAdminCalls.savePlan, {
      ...(plan && { id: plan.id, version: plan.version }),
      name: name.trim(),
      times: filled,
      weekdays: [...weekdays],
      graceMinutes,
      isDisabled,
      route: route.map(({ pointId, personId }) => ({ pointId, personId })),
    })
    if (!saved) return
    showToast("success", patrolMessages.planSaved)
    onClose()
  }

  return (
    <FormDialog
      title={plan ? "修改计划" : "新建计划"}
      confirm="保存"
      form={{ isBusy, problem, failures: 0, onSubmit: () => void save() }}
      onClose={onClose}
    >
      <TextField
        label="名称"
        value={name}
        maxLength={patrolLimits.name}
        placeholder="例如：日常安全巡查"
        onValue={setName}
      />
      <fieldset className={planning.week}>
        <legend>日期</legend>
        {weekdayNames.map((word, at) => {
          const day = at + 1
          const isOn = weekdays.includes(day)
          return (
            <button
              key={word}
              type="button"
              aria-pressed={isOn}
              onClick={() =>
                setWeekdays(
                  isOn
                    ? weekdays.filter((each) => each !== day)
                    : [...weekdays, day].toSorted((a, b) => a - b),
                )
              }
            >
              {word}
            </button>
          )
        })}
      </fieldset>
      <fieldset className={planning.times}>
        <legend>时间</legend>
        {times.map((time, at) => (
          // Several may be empty: only their place tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>
            <TimeField
              label={`第${at + 1}个时间`}
              value={time}
              onChange={(chosen) => setTimes(times.map((each, no) => (no === at ? chosen : each)))}
            />
            {times.length > 1 && (
              <button
                type="button"
                aria-label={`移除第${at + 1}个时间`}
                onClick={() => setTimes(times.filter((_each, no) => no !== at))}
              >
                <Icon name="close" sizePx={14} />
              </button>
            )}
          </span>
        ))}
        {times.length < patrolLimits.times && (
          <Button onClick={() => setTimes([...times, ""])}>
            <Icon name="plus" sizePx={16} />
            添加时间
          </Button>
        )}
      </fieldset>
      <ChoiceField
        label="打卡时段"
        hint="超过时段没有打卡，记为漏检并提醒管理员。"
        value={graceMinutes}
        choices={[...new Set([...graces, graceMinutes])]
          .toSorted((a, b) => a - b)
          .map((minutes) => [minutes, `应巡时间前后 ${minutes} 分钟`] as const)}
        onValue={setGrace}
      />
      <RouteField route={route} onRoute={setRoute} />
      {plan && <Tick label="停用：不再安排新的巡查" value={isDisabled} onValue={setDisabled} />}
    </FormDialog>
  )
})
