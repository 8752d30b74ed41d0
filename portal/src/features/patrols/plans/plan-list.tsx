import { patrolAdminCalls, formatWeekdays, type PatrolPlan } from "@uc/contract/patrols/admin-calls"
import { useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { Button } from "../../../ui/forms/button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { ItemCard, ItemCards } from "../../../ui/layout/item-cards.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { FilterBar } from "../../../page-kit/list/filter-bar.tsx"
import { ListExport } from "../../../page-kit/list/list-export.tsx"
import { useUrlFilters } from "../../../page-kit/list/use-url-filters.ts"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { patrolFilters } from "../patrol-filters.ts"
import { PlanDialog } from "./plan-dialog.tsx"

export function PlanList() {
  const url = useUrlFilters(patrolFilters)
  const [edited, setEdited] = useState<PatrolPlan | "new" | null>(null)
  const usual = useCall(patrolAdminCalls.plans, { withDisabled: 0 })
  const mayAdminister = usual.data?.mayAdminister ?? false
  // The address may say what only administrators are answered.
  const input = { withDisabled: url.state.withDisabled && mayAdminister ? 1 : 0 } as const
  const { data, error, refetch } = useCall(patrolAdminCalls.plans, input, { keepsPrevious: true })
  if (error && !data) return <ErrorState title="计划加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[120, 120]} />
  const { plans } = data
  return (
    <>
      <FilterBar
        label="筛选计划"
        url={url}
        fields={[mayAdminister && { tick: "withDisabled", label: "显示已停用" }]}
        actions={
          <>
            <ListExport call={patrolAdminCalls.exportPlans} input={input} />
            {mayAdminister && (
              <Button look="primary" onClick={() => setEdited("new")}>
                <Icon name="plus" sizePx={16} />
                新建计划
              </Button>
            )}
          </>
        }
      />
      {plans.length === 0 ? (
        <EmptyState
          art="empty"
          title="暂无巡查计划"
          words={mayAdminister ? "选好点位、时间和人员，到时间会自动提醒。" : "计划由本单位管理员维护。"}
        />
      ) : (
        <>
          <Text tone="soft">共 {plans.filter(({ isDisabled }) => !isDisabled).length} 个计划在用</Text>
          <ItemCards>
            {plans.map((plan) => (
              <OnePlan key={plan.id} plan={plan} onEdit={mayAdminister ? () => setEdited(plan) : null} />
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

function OnePlan({ plan, onEdit }: { readonly plan: PatrolPlan; readonly onEdit: (() => void) | null }) {
  const { name, isDisabled, weekdays, times, graceMinutes, route } = plan
  return (
    <ItemCard
      title={name}
      mark={isDisabled && <Tag>已停用</Tag>}
      foot={
        <Row justify="between">
          <Text tone="faint" size={12}>
            共 {route.length} 个点位
          </Text>
          {onEdit && (
            <Button aria-label={`修改${name}`} onClick={onEdit}>
              <Icon name="edit" sizePx={16} />
              修改
            </Button>
          )}
        </Row>
      }
    >
      <Row as="p" wrap gap={4} columnGap={12} tone="soft" size={13}>
        <span>
          {formatWeekdays(weekdays)} {times.join("、")}
        </span>
        <span>前后 {graceMinutes} 分钟内打卡</span>
      </Row>
      <Stack as="ol" gap={4}>
        {route.slice(0, 4).map(({ pointId, pointName, personName }) => (
          <Row as="li" key={pointId} gap={12}>
            <Text grow truncate title={pointName}>
              {pointName}
            </Text>
            <Text rigid tone="faint" size={12}>
              {personName ?? "任何人"}
            </Text>
          </Row>
        ))}
      </Stack>
    </ItemCard>
  )
}
