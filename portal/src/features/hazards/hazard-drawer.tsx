import type { Id } from "@uc/contract/core/wire"
import { hazardCalls, hazardSources, type HazardDetail } from "@uc/contract/hazards/calls"
import { hazardMessages } from "@uc/contract/hazards/messages"
import { hazardActions, type HazardAction } from "@uc/contract/hazards/steps"
import { useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Button } from "../../ui/forms/button.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { AssignDialog } from "./assign-dialog.tsx"
import { HazardLevelMark, HazardStateMark, OverdueMark } from "./hazard-labels.tsx"
import { HazardTimeline } from "./hazard-timeline.tsx"
import { StepDialog } from "./step-dialog.tsx"

interface HazardDrawerProps {
  readonly id: Id
  readonly onClose: () => void
}

/** One hazard: what it is, who did what when, and what may be done now. */
export const HazardDrawer = closesWhenBroken(function HazardDrawer({ id, onClose }: HazardDrawerProps) {
  const { data, error, refetch } = useCall(hazardCalls.detail, { id })
  return (
    <Drawer
      title={data?.title ?? "隐患"}
      tags={
        data && (
          <>
            <HazardLevelMark level={data.level} />
            <HazardStateMark state={data.state} />
            <OverdueMark isOverdue={data.isOverdue} />
          </>
        )
      }
      foot={data && <HazardButtons hazard={data} />}
      onClose={onClose}
    >
      {data ? (
        <HazardFacts hazard={data} />
      ) : error ? (
        <ErrorState title="隐患加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={[200, 120]} />
      )}
    </Drawer>
  )
})

function HazardFacts({ hazard }: { readonly hazard: HazardDetail }) {
  const bureau = hazard.history.find(({ deed }) => deed === "escalated")?.whom ?? "所属教育局"
  return (
    <>
      {hazard.escalatedAt && (
        <Row as="p" gap={8} padX={12} padY={8} surface="danger" tone="danger">
          <Icon name="caution" sizePx={16} />
          逾期未整改，{formatMoment(hazard.escalatedAt, nowMs())}已上报至{bureau}
        </Row>
      )}
      <Facts>
        <Fact label="单位">{hazard.orgname}</Fact>
        <Fact label="位置">{hazard.place}</Fact>
        {hazard.description !== "" && <Fact label="说明">{hazard.description}</Fact>}
        <Fact label="来源">
          {hazardSources[hazard.source]}
          {hazard.sourceName && `：${hazard.sourceName}`}
          {hazard.alarm && (
            <>
              {" "}
              <Link to={`/main/alarms?alarm=${hazard.alarm}`}>查看预警</Link>
            </>
          )}
        </Fact>
        <Fact label="上报人">
          {hazard.reporter}（{hazard.reporterOrg}）
        </Fact>
        <Fact label="整改人">{hazard.assignee ?? "未指派"}</Fact>
        {hazard.deadline && <Fact label="整改期限">{hazard.deadline}</Fact>}
        {hazard.closedAt && (
          <Fact label={hazard.state === "rejected" ? "驳回时间" : "销号时间"}>
            {formatMoment(hazard.closedAt, nowMs())}
          </Fact>
        )}
      </Facts>
      <Text as="h3" size={14}>
        处理过程
      </Text>
      <HazardTimeline history={hazard.history} />
    </>
  )
}

/** The next step stands out. */
const leading: readonly HazardAction[] = ["assign", "rectify", "close"]

function HazardButtons({ hazard }: { readonly hazard: HazardDetail }) {
  const [asking, setAsking] = useState<HazardAction | null>(null)
  const close = () => setAsking(null)
  const { can, state } = hazard
  const wordOf = (action: HazardAction) =>
    action === "assign" && state === "assigned" ? "改派或延期" : hazardActions[action]
  return (
    <Row gap={8} wrap onPhone="share">
      {can.map((action) => (
        <Button
          key={action}
          look={
            leading.includes(action) && !(action === "assign" && state === "assigned") ? "primary" : "plain"
          }
          onClick={() => setAsking(action)}
        >
          {wordOf(action)}
        </Button>
      ))}
      {can.length === 0 && <Text tone="soft">{nothingToDo(hazard)}</Text>}
      {asking === "assign" && <AssignDialog hazard={hazard} onClose={close} />}
      {asking !== null && asking !== "assign" && (
        <StepDialog action={asking} hazard={hazard} onClose={close} />
      )}
    </Row>
  )
}

function nothingToDo({ state, assignee, isOwnWork }: HazardDetail): string {
  switch (state) {
    case "closed":
      return "该隐患已销号。"
    case "rejected":
      return "该上报已驳回。"
    case "reported":
      return "等待管理人员指派整改。"
    case "assigned":
      return `由${assignee ?? "整改人"}整改。`
    case "rectified":
      return isOwnWork ? hazardMessages.ownWork : "等待管理人员复查。"
  }
}
