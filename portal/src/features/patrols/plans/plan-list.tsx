import { patrolAdminCalls, formatWeekdays, type PatrolPlan } from "@uc/contract/patrols/admin-calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Tick } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { ItemCard, ItemCards } from "../../../ui/layout/item-cards.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { PlanDialog } from "./plan-dialog.tsx"
import css from "../patrols.module.css"
import planning from "./planning.module.css"

export function PlanList() {
  const [withDisabled, setWithDisabled] = useState(false)
  const [edited, setEdited] = useState<PatrolPlan | "new" | null>(null)
  const question = { withDisabled: withDisabled ? 1 : 0 } as const
  const { data, error, refetch } = useCall(patrolAdminCalls.plans, question, { keepsPrevious: true })
  const file = useExport(patrolAdminCalls.exportPlans)
  if (error && !data)
    return <ErrorState title="计划没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[120, 120]} />
  const { plans, mayKeep } = data
  const add = mayKeep && (
    <Button look="primary" onClick={() => setEdited("new")}>
      <Icon name="plus" sizePx={16} />
      新建计划
    </Button>
  )
  return (
    <>
      {plans.length === 0 ? (
        <EmptyState
          art="empty"
          title="还没有巡查计划"
          words={mayKeep ? "选好点位、时间和人员，到时间会自动提醒。" : "计划由本单位管理员维护。"}
          actions={add}
        />
      ) : (
        <>
          <div className={css.bar}>
            <span className={css.count}>
              共 {plans.filter(({ isDisabled }) => !isDisabled).length} 个计划在用
            </span>
            {mayKeep && <Tick label="显示已停用" value={withDisabled} onValue={setWithDisabled} />}
            <span className={css.grows} />
            <ExportButton isBusy={file.isBusy} onExport={() => void file.run(question)} />
            {add}
          </div>
          <ItemCards>
            {plans.map((plan) => (
              <ItemCard key={plan.id} title={plan.name} mark={plan.isDisabled && <Tag>已停用</Tag>}>
                <p className={planning.planFacts}>
                  <span>
                    {formatWeekdays(plan.weekdays)} {plan.times.join("、")}
                  </span>
                  <span>前后 {plan.graceMinutes} 分钟内打卡</span>
                </p>
                <ol className={planning.route}>
                  {plan.route.slice(0, 4).map(({ pointId, pointName, personName }) => (
                    <li key={pointId}>
                      <span>{pointName}</span>
                      <small>{personName ?? "任何人"}</small>
                    </li>
                  ))}
                </ol>
                <div className={planning.planFoot}>
                  <small>共 {plan.route.length} 个点位</small>
                  {mayKeep && (
                    <Button aria-label={`修改${plan.name}`} onClick={() => setEdited(plan)}>
                      <Icon name="edit" sizePx={16} />
                      修改
                    </Button>
                  )}
                </div>
              </ItemCard>
            ))}
          </ItemCards>
        </>
      )}
      {edited !== null && (
        <PlanDialog plan={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  )
}
