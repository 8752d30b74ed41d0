import {
  alarmDeeds,
  escalationWords,
  type AlarmDetail,
  type AlarmEvent,
} from "@uc/contract/alarms/admin-calls"
import type { ReactNode } from "react"
import { nowMs } from "../../platform/browser/clock.ts"
import { shownAttachments } from "../attachments/public.ts"
import { AttachmentList } from "../../ui/data/attachment-list.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./alarms.module.css"

const icons: Readonly<Record<AlarmEvent["deed"], IconName>> = {
  acknowledged: "check",
  assigned: "people",
  handling: "edit",
  closed: "done",
  false: "minus",
  escalated: "caution",
}
const tones = { closed: "done", escalated: "danger" } as const

/** The history, each entry with a time and a name. */
export function AlarmTimeline({
  alarm: { received_at: receivedAt, history },
}: {
  readonly alarm: AlarmDetail
}) {
  return (
    <ol className={css.timeline}>
      <li>
        <Moment icon="alarm" at={receivedAt}>
          系统收到预警
        </Moment>
      </li>
      {history.map(({ id, at, deed, who, orgname, whom, note, photos }) => (
        <li key={id}>
          <Moment icon={icons[deed]} at={at} tone={(tones as Record<string, "done" | "danger">)[deed]}>
            <strong>{who ?? "系统"}</strong>{" "}
            {deed === "escalated" ? `${escalationWords(history)}，已上报` : alarmDeeds[deed]}
            {whom && <>：{whom}</>}
          </Moment>
          {who && orgname && (
            <Text as="p" tone="faint" size={13}>
              {orgname}
            </Text>
          )}
          {note && (
            <Text as="p" surface="sunken" padX={12} padY={8} keepsLines>
              {note}
            </Text>
          )}
          <AttachmentList label="现场照片" items={shownAttachments(photos)} />
        </li>
      ))}
    </ol>
  )
}

interface MomentProps {
  readonly icon: IconName
  readonly at: string
  readonly tone?: "brand" | "done" | "danger" | undefined
  readonly children: ReactNode
}

function Moment({ icon, at, tone = "brand", children }: MomentProps) {
  return (
    <>
      <Text surface={tone} tone={tone} className={css.dot}>
        <Icon name={icon} sizePx={14} />
      </Text>
      <Row wrap columnGap={6}>
        <p>{children}</p>
        <Text as="time" end figures tone="faint" size={13} title={at}>
          {formatMoment(at, nowMs(), { withSeconds: true })}
        </Text>
      </Row>
    </>
  )
}
