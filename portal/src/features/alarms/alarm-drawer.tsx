import {
  alarmStates,
  escalationWords,
  isActedOnSince,
  type AlarmDetail,
} from "@uc/contract/alarms/admin-calls"
import { levelColour } from "@uc/contract/alarms/level-colours"
import type { CurrentUser } from "@uc/contract/account/calls"
import { holds } from "@uc/contract/roles/permissions"
import { useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCodes } from "../dictionary/public.ts"
import { closesWhenBroken } from "../../ui/feedback/closes-when-broken.tsx"
import { buttonClass } from "../../ui/forms/button.tsx"
import { Drawer } from "../../ui/overlays/drawer.tsx"
import { Fact, Facts } from "../../ui/data/facts.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { levelStripe } from "../../ui/marks/level-mark.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { AlarmAwareness } from "../awareness/public.ts"
import { EscalationCountdown } from "../monitor/public.ts"
import { AlarmButtons } from "./alarm-buttons.tsx"
import { AlarmLevel } from "./alarm-level.tsx"
import { AlarmTimeline } from "./alarm-timeline.tsx"
import { stateLooks, stateWords } from "./alarm-labels.ts"
import { useAlarm } from "./use-alarm.ts"

interface AlarmDrawerProps {
  readonly uuid: string
  readonly user: CurrentUser
  readonly onClose: () => void
}

/** One alarm: what it is, who did what when, and what may be done now. */
export const AlarmDrawer = closesWhenBroken(function AlarmDrawer({ uuid, user, onClose }: AlarmDrawerProps) {
  const found = useAlarm(uuid)
  const { data, error, refetch } = found
  const { wordOf } = useCodes("alarmState", alarmStates)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Drawer
      title={data?.model_name ?? "预警"}
      tags={
        data && (
          <>
            <AlarmLevel level={data.level} name={data.alarm_level_name} />
            <Tag {...stateLooks[data.state]}>{stateWords(user, wordOf)(data.state)}</Tag>
          </>
        )
      }
      {...(data && { headClass: levelStripe(levelColour(data.level, data.alarm_level_name)) })}
      foot={data && <AlarmButtons alarm={data} user={user} of={found} onProblem={setProblem} />}
      problem={problem}
      onClose={onClose}
    >
      {data ? (
        <AlarmFacts alarm={data} mayNameType={holds(user, "alarmTables.manage")} />
      ) : error ? (
        <ErrorState title="预警加载失败" words={messageOf(error)} onRetry={refetch} />
      ) : (
        <BarsSkeleton heightsPx={[200, 120]} />
      )}
    </Drawer>
  )
})

interface AlarmFactsProps {
  readonly alarm: AlarmDetail
  /** Whoever keeps the warning types is offered to add one that nobody has named. */
  readonly mayNameType: boolean
}

function AlarmFacts({ alarm, mayNameType }: AlarmFactsProps) {
  const { escalated_at: escalatedAt, history } = alarm
  const bureau = history.find(({ deed }) => deed === "escalated")?.whom ?? "所属教育局"
  return (
    <>
      {escalatedAt && (
        <Row
          as="p"
          gap={8}
          padX={12}
          padY={8}
          {...(isActedOnSince(history)
            ? ({ surface: "sunken", tone: "soft" } as const)
            : ({ surface: "danger", tone: "danger" } as const))}
        >
          <Icon name="caution" sizePx={16} />
          {escalationWords(history)}，{formatMoment(escalatedAt, nowMs())}已上报至{bureau}
        </Row>
      )}
      <Facts>
        {!alarm.is_known_type && mayNameType && (
          <Fact label="类型">
            {alarm.model_name}，
            <Link to={`/main/alarmTypes?${new URLSearchParams({ code: alarm.model_code }).toString()}`}>
              新增这个预警类型
            </Link>
          </Fact>
        )}
        <Fact label="单位">{alarm.school_name}</Fact>
        <Fact label="位置">
          {alarm.address ?? "未提供"}
          {alarm.school_address && <SecondLine>{alarm.school_address}</SecondLine>}
        </Fact>
        {alarm.school_phone && (
          <Fact label="值班电话">
            <a className={buttonClass()} href={`tel:${alarm.school_phone.replaceAll(/[^\d+]/g, "")}`}>
              <Icon name="phone" sizePx={16} />
              拨打 {alarm.school_phone}
            </a>
          </Fact>
        )}
        {alarm.due_at && !escalatedAt && (
          <Fact label="时限">
            <EscalationCountdown dueAt={alarm.due_at} />
          </Fact>
        )}
        <Fact label="说明">{alarm.detail ?? "无"}</Fact>
        <Fact label="发生时间">{alarm.createtime}</Fact>
        <Fact label="接收时间">{alarm.received_at}</Fact>
        <Fact label="负责人">{alarm.taken_by ?? "暂无，等待确认"}</Fact>
        {alarm.closed_at && <Fact label="结束时间">{alarm.closed_at}</Fact>}
      </Facts>
      <Text as="h3" size={14}>
        处理过程
      </Text>
      <AlarmTimeline alarm={alarm} />
      {/* Last: the names of a whole school may be in it. */}
      <AlarmAwareness uuid={alarm.uuid} />
    </>
  )
}
