import { drillCalls, drillMessages, planKinds, type EmergencyPlan } from "@uc/contract/drills/calls"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { messageOf, type Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { useCodes } from "../dictionary/public.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { ItemCard, ItemCards } from "../../ui/layout/item-cards.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { ListExport } from "../../page-kit/list/list-export.tsx"
import { PlanDialog } from "./plan-dialog.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { Toolbar } from "../../ui/primitives/toolbar.tsx"
import css from "./drills.module.css"

interface PlanListProps {
  readonly user: CurrentUser
  readonly answer: {
    readonly data: { readonly plans: readonly EmergencyPlan[] } | undefined
    readonly error: Failure | null
    readonly refetch: () => unknown
  }
  readonly onStart: (plan: EmergencyPlan) => void
}

type Open = { readonly edited: EmergencyPlan | null } | { readonly removed: EmergencyPlan } | null

export function PlanList({ user, answer: { data, error, refetch }, onStart }: PlanListProps) {
  const { wordOf } = useCodes("planKind", planKinds)
  const [open, setOpen] = useState<Open>(null)
  const mayAdminister = holds(user, "drills.plans")
  const mayStart = holds(user, "drills.run")
  const add = mayAdminister && (
    <Button look="primary" onClick={() => setOpen({ edited: null })}>
      <Icon name="plus" sizePx={16} />
      新建预案
    </Button>
  )
  if (error && !data) return <ErrorState title="预案加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[120, 120]} />
  return (
    <>
      {data.plans.length === 0 ? (
        <EmptyState
          art="empty"
          title="暂无应急预案"
          words={mayAdminister ? "先写下预案，再按预案演练。" : "预案由本单位管理员维护。"}
          actions={add}
        />
      ) : (
        <>
          <Toolbar>
            <Text grow tone="soft">
              共 {data.plans.length} 个预案
            </Text>
            <ListExport call={drillCalls.exportPlans} input={{}} />
            {add}
          </Toolbar>
          <ItemCards>
            {data.plans.map((plan) => (
              <ItemCard
                key={plan.id}
                title={plan.title}
                mark={
                  plan.isOwn ? (
                    plan.isShared && <Tag tone="brand">下级可用</Tag>
                  ) : (
                    <Tag tone="brand">上级预案</Tag>
                  )
                }
                foot={
                  (mayStart || mayAdminister) && (
                    <Row gap={8}>
                      {mayStart && (
                        <Button onClick={() => onStart(plan)} aria-label={`按“${plan.title}”启动`}>
                          <Icon name="drill" sizePx={16} />
                          启动
                        </Button>
                      )}
                      {mayAdminister && plan.isOwn && (
                        <>
                          <Button
                            look="quiet"
                            aria-label={`修改${plan.title}`}
                            onClick={() => setOpen({ edited: plan })}
                          >
                            <Icon name="edit" />
                          </Button>
                          <Button
                            look="quiet"
                            aria-label={`删除${plan.title}`}
                            onClick={() => setOpen({ removed: plan })}
                          >
                            <Icon name="trash" />
                          </Button>
                        </>
                      )}
                    </Row>
                  )
                }
              >
                <Row as="p" wrap gap={4} columnGap={12} tone="soft" size={13}>
                  <Tag>{wordOf(plan.kind)}</Tag>
                  <span>{plan.timesAYear === null ? "不要求次数" : `每年 ${plan.timesAYear} 次`}</span>
                  <span>{plan.steps.length} 个步骤</span>
                </Row>
                {plan.content !== "" && (
                  <Text as="p" tone="soft" className={css.planWords}>
                    {plan.content}
                  </Text>
                )}
              </ItemCard>
            ))}
          </ItemCards>
        </>
      )}
      {open && "edited" in open && (
        <PlanDialog user={user} plan={open.edited} onClose={() => setOpen(null)} />
      )}
      {open && "removed" in open && (
        <ConfirmDialog
          title={`删除“${open.removed.title}”？`}
          words="删除后不能恢复。"
          confirm="删除"
          look="danger"
          onConfirm={async () => {
            try {
              await send(drillCalls.removePlan, { id: open.removed.id })
              showToast("success", drillMessages.planRemoved)
              await refetch()
              return null
            } catch (failure) {
              return messageOf(failure) ?? ""
            }
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
