import { actionLabel, actionLabels, formatChange, moduleLabel } from "@uc/contract/logs/log-labels"
import { logCalls, type AuditEntry } from "@uc/contract/logs/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { LogFilters } from "./log-filters.tsx"
import { LogList } from "./log-list.tsx"
import { outcomeInWords } from "./log-labels.ts"
import { useLogFilters } from "./use-log-filters.ts"
import css from "./logs.module.css"

const columns: readonly Column<AuditEntry>[] = [
  {
    title: "时间",
    width: "150px",
    cell: ({ at }) => <time title={at}>{formatMoment(at, nowMs(), { withSeconds: true })}</time>,
  },
  {
    title: "人员",
    width: "20%",
    cell: ({ nickname, orgname }) => (
      <>
        {nickname ?? "系统"}
        {orgname && <small className={css.under}>{orgname}</small>}
      </>
    ),
  },
  {
    title: "操作",
    cell: ({ action, change }) => (
      <>
        {actionLabel(action)}
        {change &&
          formatChange(change).map((line) => (
            <small key={line} className={css.under}>
              {line}
            </small>
          ))}
      </>
    ),
  },
  { title: "涉及", width: "15%", cell: ({ mid }) => moduleLabel(mid) },
  {
    title: "结果",
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
  { title: "来自", width: "130px", cell: ({ ip }) => ip ?? "—" },
]

const actions: readonly (readonly [string, string])[] = [["", "全部"], ...Object.entries(actionLabels)]

export function AuditLog() {
  const { own: action, page, onPage, onOwn, bounds, paging, boxes } = useLogFilters("")
  const filters = { ...bounds, ...(action !== "" && { action }) }
  const answer = useCall(logCalls.audit, { ...paging, ...filters }, { keepsPrevious: true })
  const file = useExport(logCalls.exportAudit)
  return (
    <>
      <LogFilters
        {...boxes}
        acts={<ExportButton isBusy={file.isBusy} onExport={() => void file.run(filters)} />}
      >
        <ChoiceFilter label="操作" value={action} choices={actions} onChange={onOwn} />
      </LogFilters>
      <LogList label="操作日志" answer={answer} columns={columns} page={page} onPage={onPage} />
    </>
  )
}
