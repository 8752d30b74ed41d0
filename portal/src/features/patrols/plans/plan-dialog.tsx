import {
  patrolLimits,
  patrolMessages,
  patrolAdminCalls,
  weekdayNames,
  type PatrolPlan,
} from "@uc/contract/patrols/admin-calls"
import { useForm } from "../../../page-kit/form/use-form.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { TimeField } from "../../../ui/forms/dates/time-field.tsx"
import { Button } from "../../../ui/forms/button.tsx"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FieldGroup } from "../../../ui/forms/field-group.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { ChoiceField, TextField, Tick } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { RouteField } from "./route-field.tsx"
import { usePatrolAction } from "../use-patrol-action.ts"
import css from "./plans.module.css"

interface PlanDialogProps {
  /** Null: a new one. */
  readonly plan: PatrolPlan | null
  readonly onClose: () => void
}

const graces = [15, 30, 60, 120, 240] as const
const everyDay = weekdayNames.map((_name, at) => at + 1)

export const PlanDialog = closesWhenBroken(function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const { attempt } = usePatrolAction()
  const form = useForm({
    call: patrolAdminCalls.savePlan,
    attempt,
    initial: {
      name: plan?.name ?? "",
      times: plan?.times ?? ["08:00"],
      weekdays: plan?.weekdays ?? everyDay,
      graceMinutes: plan?.graceMinutes ?? patrolLimits.graceMinutes.usual,
      route: plan?.route ?? [],
      isDisabled: plan?.isDisabled ?? false,
    },
    input: ({ times: typed, route, ...others }) => ({
      ...(plan && { id: plan.id, version: plan.version }),
      ...others,
      times: [...new Set(typed.filter((time) => time !== ""))].toSorted(),
      route: route.map(({ pointId, personId }) => ({ pointId, personId })),
    }),
    onDone() {
      showToast("success", patrolMessages.planSaved)
      onClose()
    },
  })
  const { times, weekdays, graceMinutes, route } = form.values

  return (
    <FormDialog title={plan ? "修改计划" : "新建计划"} confirm="保存" form={form} onClose={onClose}>
      <TextField label="名称" placeholder="例如：日常安全巡查" {...form.text("name")} />
      <FieldGroup isRow isRequired label="日期" problem={form.problems.weekdays}>
        {weekdayNames.map((word, at) => {
          const day = at + 1
          const others = weekdays.filter((each) => each !== day)
          const isOn = others.length < weekdays.length
          return (
            <Button
              key={word}
              aria-pressed={isOn}
              className={css.day}
              onClick={() =>
                form.set({ weekdays: isOn ? others : [...others, day].toSorted((a, b) => a - b) })
              }
            >
              {word}
            </Button>
          )
        })}
      </FieldGroup>
      <FieldGroup isRow isRequired label="时间" problem={form.problems.times}>
        {times.map((time, at) => (
          // Several may be empty: only their place tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={at} className={css.time}>
            <TimeField
              label={`第${at + 1}个时间`}
              value={time}
              onChange={(chosen) => form.set({ times: times.map((each, no) => (no === at ? chosen : each)) })}
            />
            {times.length > 1 && (
              <Button
                look="quiet"
                aria-label={`移除第${at + 1}个时间`}
                onClick={() => form.set({ times: times.filter((_each, no) => no !== at) })}
              >
                <Icon name="close" sizePx={14} />
              </Button>
            )}
          </Row>
        ))}
        {times.length < patrolLimits.times && (
          <Button onClick={() => form.set({ times: [...times, ""] })}>
            <Icon name="plus" sizePx={16} />
            添加时间
          </Button>
        )}
      </FieldGroup>
      <ChoiceField
        label="打卡时段"
        hint="超过时段没有打卡，记为漏检并提醒管理员。"
        {...form.bind("graceMinutes")}
        choices={[...new Set([...graces, graceMinutes])]
          .toSorted((a, b) => a - b)
          .map((minutes) => [minutes, `应巡时间前后 ${minutes} 分钟`] as const)}
      />
      <RouteField
        route={route}
        problem={form.problems.route}
        onRoute={(changed) => form.set({ route: [...changed] })}
      />
      {plan && <Tick label="停用：不再安排新的巡查" {...form.bind("isDisabled")} />}
    </FormDialog>
  )
})
