import { actionLabel, actionLabels, formatChange, moduleLabel } from "@uc/contract/logs/log-labels"
import { logCalls, type AuditEntry } from "@uc/contract/logs/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { List } from "../../page-kit/list/list.tsx"
import { periodBounds, periodFields } from "../../page-kit/list/period-filter.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { SecondLine } from "../../ui/data/second-line.tsx"
import type { Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { logFilters, logPaging, nothingLogged } from "./log-filters.ts"
import { outcomeInWords } from "./log-labels.ts"

const columns: readonly Column<AuditEntry>[] = [
  {
    title: "时间",
    sortedBy: "at",
    width: "150px",
    cell: ({ at }) => <time title={at}>{formatMoment(at, nowMs(), { withSeconds: true })}</time>,
  },
  {
    title: "人员",
    sortedBy: "name",
    width: "20%",
    cell: ({ nickname, orgname }) => (
      <>
        {nickname ?? "系统"}
        {orgname && <SecondLine>{orgname}</SecondLine>}
      </>
    ),
  },
  {
    title: "操作",
    sortedBy: "action",
    cell: ({ action, change }) => (
      <>
        {actionLabel(action)}
        {change && formatChange(change).map((line) => <SecondLine key={line}>{line}</SecondLine>)}
      </>
    ),
  },
  { title: "涉及", width: "15%", cell: ({ mid }) => moduleLabel(mid) },
  {
    title: "结果",
    sortedBy: "result",
    width: "100px",
    cell: ({ result }) => {
      const { words, tone, icon } = outcomeInWords(result)
      return (
        <Tag tone={tone} icon={icon}>
          {words}
        </Tag>
      )
    },
  },
  { title: "来自", sortedBy: "ip", width: "130px", cell: ({ ip }) => ip ?? "—" },
]

const actions: readonly (readonly [string, string])[] = [["", "全部"], ...Object.entries(actionLabels)]

export function AuditLog() {
  const url = useUrlFilters(logFilters)
  const { action } = url.state
  return (
    <List
      label="操作日志"
      what="记录"
      url={url}
      fields={[{ choice: "action", label: "操作", choices: actions }, ...periodFields(url.state)]}
      call={logCalls.audit}
      input={{ ...periodBounds(url.state), ...(action !== "" && { action }) }}
      file={logCalls.exportAudit}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={columns}
      paging={logPaging}
      empty={nothingLogged}
    />
  )
}
