import type { AlarmState, ListedAlarm } from "@uc/contract/alarms/admin-calls"
import { Link } from "../../ui/navigation/link.tsx"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { EscalationCountdown } from "../monitor/public.ts"
import { AlarmLevel } from "./alarm-level.tsx"
import { stateLooks } from "./alarm-labels.ts"

export function alarmColumns(
  placeOf: (uuid: string) => string,
  wordOf: (state: AlarmState) => string,
): readonly Column<ListedAlarm>[] {
  return [
    {
      title: "等级",
      sortedBy: "level",
      width: "96px",
      onPhone: "beside",
      cell: ({ level, alarm_level_name: name }) => <AlarmLevel level={level} name={name} />,
    },
    {
      title: "预警",
      sortedBy: "type",
      isName: true,
      cell: ({ uuid, model_name: name, address }) => (
        <>
          <Link to={placeOf(uuid)}>{name}</Link>
          {address && <SecondLine>{address}</SecondLine>}
        </>
      ),
    },
    {
      title: "单位",
      sortedBy: "school",
      width: "20%",
      onPhone: "short",
      cell: ({ school_name: name, school_address: street }) => (
        <>
          {name}
          {street && <SecondLine>{street}</SecondLine>}
        </>
      ),
    },
    {
      title: "时间",
      sortedBy: "createtime",
      width: "150px",
      onPhone: "beside",
      cell: ({ createtime }) => <time title={createtime}>{formatMoment(createtime, nowMs())}</time>,
    },
    {
      title: "状态",
      sortedBy: "state",
      width: "210px",
      onPhone: "bare",
      cell: ({ state, due_at: dueAt, escalated_at: escalatedAt, escalated_here: isHere }) => (
        <Row gap={4} wrap>
          <Tag {...stateLooks[state]}>{wordOf(state)}</Tag>
          {dueAt && !escalatedAt && (
            <Tag icon="clock">
              <EscalationCountdown dueAt={dueAt} />
            </Tag>
          )}
          {escalatedAt && (
            <Tag tone="danger" icon="caution">
              {isHere ? "上报到我局" : "超时上报"}
            </Tag>
          )}
        </Row>
      ),
    },
    {
      title: "负责人",
      width: "12%",
      onPhone: "hidden",
      cell: ({ taken_by: who }) => who ?? <Text tone="faint">无</Text>,
    },
  ]
}
