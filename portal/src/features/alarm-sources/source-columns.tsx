import type { AlarmSource } from "@uc/contract/alarm-sources/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { Button } from "../../ui/forms/button.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import css from "./alarm-sources.module.css"

interface SourceTableProps {
  readonly sources: readonly AlarmSource[]
  readonly onCalls: (source: AlarmSource) => void
  readonly onRevoke: (source: AlarmSource) => void
}

type Row = AlarmSource & Pick<SourceTableProps, "onCalls" | "onRevoke">

const columns: readonly Column<Row>[] = [
  {
    title: "名称",
    cell: ({ name, orgname }) => (
      <>
        {name}
        <small className={css.under}>{orgname}</small>
      </>
    ),
  },
  { title: "标识", width: "22%", cell: ({ key }) => <code className={css.key}>{key}</code> },
  {
    title: "状态",
    width: "110px",
    cell: ({ revokedAt }) =>
      revokedAt === null ? (
        <Tag tone="done" icon="done">
          使用中
        </Tag>
      ) : (
        <Tag icon="minus">已停用</Tag>
      ),
  },
  {
    title: "最近上报",
    width: "150px",
    cell: ({ lastCallAt }) => (lastCallAt === null ? "从未上报" : formatMoment(lastCallAt, nowMs())),
  },
  {
    title: "操作",
    width: "190px",
    cell: (row) => (
      <span className={css.actions}>
        <Button onClick={() => row.onCalls(row)} aria-label={`${row.name}的上报记录`}>
          上报记录
        </Button>
        {row.revokedAt === null && (
          <Button onClick={() => row.onRevoke(row)} aria-label={`停用${row.name}`}>
            停用
          </Button>
        )}
      </span>
    ),
  },
]

export function SourceTable({ sources, onCalls, onRevoke }: SourceTableProps) {
  return (
    <DataTable
      label="预警来源"
      columns={columns}
      rows={sources.map((source) => ({ ...source, onCalls, onRevoke }))}
      keyOf={({ id }) => id}
    />
  )
}
