import { drillCalls, type HeldDrill } from "@uc/contract/drills/calls"
import { List } from "../../page-kit/list/list.tsx"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Button } from "../../ui/forms/button.tsx"
import { drillFilters, heldInput, ledgerFields, ledgerPaging, yearOf } from "./drill-filters.ts"
import { formatDuration } from "./drill-labels.ts"
import { ExecutionMark } from "./execution-mark.tsx"

const types = [
  ["", "全部"],
  ["drill", "演练"],
  ["emergency", "真实应急"],
] as const

interface HeldListProps {
  readonly isOfMany: boolean
  readonly onRecord: (id: string) => void
}

/** What was held, drills and emergencies. */
export function HeldList({ isOfMany, onRecord }: HeldListProps) {
  const url = useUrlFilters(drillFilters)
  return (
    <List
      label="执行记录"
      what="执行记录"
      url={url}
      fields={[
        ...ledgerFields(isOfMany),
        { choice: "type", label: "类型", choices: types },
        { day: "day", label: "日期" },
      ]}
      call={drillCalls.held}
      input={heldInput(url.state)}
      file={drillCalls.exportLedger}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={columns(onRecord)}
      paging={ledgerPaging}
      printed={`${yearOf(url.state)}年执行记录`}
      empty={{ title: "该年度暂无执行记录", words: "请选择其他年份。" }}
    />
  )
}

function columns(onRecord: (id: string) => void): readonly Column<HeldDrill>[] {
  return [
    {
      title: "开始时间",
      sortedBy: "begunAt",
      width: "150px",
      cell: ({ begunAt }) => formatMoment(begunAt, nowMs()),
      printed: ({ begunAt }) => begunAt.slice(0, 16),
    },
    { title: "类型", width: "110px", cell: ({ zxType }) => <ExecutionMark type={zxType} /> },
    { title: "名称", sortedBy: "title", isName: true, cell: ({ title }) => title },
    { title: "单位", sortedBy: "orgname", width: "22%", cell: ({ orgname }) => orgname },
    {
      title: "用时",
      sortedBy: "seconds",
      width: "110px",
      cell: ({ seconds }) => (seconds === null ? "—" : formatDuration(seconds)),
    },
    { title: "确认", sortedBy: "confirmed", width: "80px", cell: ({ confirmed }) => `${confirmed} 人` },
    {
      title: "操作",
      width: "90px",
      printed: null,
      cell: ({ id, title }) => (
        <Button aria-label={`${title}的记录`} onClick={() => onRecord(id)}>
          记录
        </Button>
      ),
    },
  ]
}
