import { alarmStates, type ListedAlarm } from "@uc/contract/alarms/admin-calls"
import { Link } from "react-router"
import { nowMs } from "../../platform/browser/clock.ts"
import { useCodes } from "../dictionary/public.ts"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { AlarmLevel, levelClass } from "./alarm-level.tsx"
import { stateLooks } from "./alarm-labels.ts"
import css from "./alarms.module.css"

interface AlarmTableProps {
  readonly rows: readonly ListedAlarm[]
  readonly isStale: boolean
  readonly urlOf: (uuid: string) => string
}

/** With the place that its link leads to, and the word for how far it is. */
type Row = ListedAlarm & { readonly to: string; readonly stateWords: string }

const columns: readonly Column<Row>[] = [
  {
    title: "级别",
    width: "96px",
    cell: ({ level, alarm_level_name: name }) => <AlarmLevel level={level} name={name} />,
  },
  {
    title: "预警",
    cell: ({ to, model_name: name, address }) => (
      <>
        <Link className={css.link} to={to}>
          {name}
        </Link>
        {address && <small className={css.under}>{address}</small>}
      </>
    ),
  },
  { title: "单位", width: "20%", cell: ({ school_name: name }) => name },
  {
    title: "时间",
    width: "150px",
    cell: ({ createtime }) => <time title={createtime}>{formatMoment(createtime, nowMs())}</time>,
  },
  {
    title: "状态",
    width: "210px",
    cell: ({ state, stateWords, escalated_at: escalatedAt, escalated_here: isHere }) => (
      <span className={css.tags}>
        <Tag {...stateLooks[state]}>{stateWords}</Tag>
        {escalatedAt && (
          <Tag tone="danger" icon="caution">
            {isHere ? "上报到我局" : "超时上报"}
          </Tag>
        )}
      </span>
    ),
  },
  {
    title: "负责人",
    width: "12%",
    cell: ({ taken_by: who }) => who ?? <span className={css.none}>无</span>,
  },
]

export function AlarmTable({ rows, isStale, urlOf }: AlarmTableProps) {
  const { wordOf } = useCodes("alarmState", alarmStates)
  return (
    <DataTable
      label="预警列表"
      columns={columns}
      rows={rows.map((row) => ({ ...row, to: urlOf(row.uuid), stateWords: wordOf(row.state) }))}
      keyOf={({ uuid }) => uuid}
      rowClass={({ level }) => `${css.row} ${levelClass(level)}`}
      isStale={isStale}
    />
  )
}
