import type { AlarmSource } from "@uc/contract/alarm-sources/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { Button } from "../../ui/forms/button.tsx"
import type { Column } from "../../ui/data/data-table.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"

export function sourceColumns(
  onCalls: (source: AlarmSource) => void,
  onRevoke: (source: AlarmSource) => void,
): readonly Column<AlarmSource>[] {
  return [
    {
      title: "名称",
      isName: true,
      cell: ({ name, orgname }) => (
        <>
          {name}
          <SecondLine>{orgname}</SecondLine>
        </>
      ),
    },
    { title: "标识", width: "22%", cell: ({ key }) => <code>{key}</code> },
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
        <Row gap={8} wrap>
          <Button onClick={() => onCalls(row)} aria-label={`${row.name}的上报记录`}>
            上报记录
          </Button>
          {row.revokedAt === null && (
            <Button onClick={() => onRevoke(row)} aria-label={`停用${row.name}`}>
              停用
            </Button>
          )}
        </Row>
      ),
    },
  ]
}
