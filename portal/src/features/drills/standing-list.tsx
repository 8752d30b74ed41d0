import { drillCalls, planKinds, type LedgerRow, type PlanKind } from "@uc/contract/drills/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { List } from "../../page-kit/list/list.tsx"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { nowMs } from "../../platform/browser/clock.ts"
import { useCodes } from "../dictionary/public.ts"
import type { Column } from "../../ui/data/data-table.tsx"
import { formatMoment } from "../../ui/format/moment-in-words.ts"
import { Tag } from "../../ui/marks/tag.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { drillFilters, ledgerFields, ledgerPaging, standingInput, yearOf } from "./drill-filters.ts"
import { yearAt } from "./drill-labels.ts"

/** How far everybody is with the drills of a year. */
export function StandingList({ isOfMany }: { readonly isOfMany: boolean }) {
  const url = useUrlFilters(drillFilters)
  const { wordOf } = useCodes("planKind", planKinds)
  return (
    <List
      label="演练台账"
      what="演练要求"
      url={url}
      fields={[...ledgerFields(isOfMany), { tick: "onlyDue", label: "只看未完成" }]}
      call={drillCalls.ledger}
      input={standingInput(url.state)}
      file={drillCalls.exportLedger}
      summary={summed}
      rowsOf={({ items }) => items}
      keyOf={({ orgid, planId }) => `${orgid}-${planId}`}
      columns={columns(yearOf(url.state) < yearAt(nowMs()), wordOf)}
      paging={ledgerPaging}
      printed={`${yearOf(url.state)}年演练台账`}
      empty={{ title: "没有演练要求", words: "预案写明每年演练次数后，这里显示各单位的完成情况。" }}
    />
  )
}

function summed({ organisations, dueRows }: OutputOf<typeof drillCalls.ledger>) {
  return (
    <Row as="p" gap={24} tone="soft" aria-live="polite">
      <span>
        <Text as="strong" size={18} figures>
          {organisations}
        </Text>{" "}
        个单位
      </span>
      <span>
        <Text as="strong" size={18} figures>
          {dueRows}
        </Text>{" "}
        项未完成
      </span>
    </Row>
  )
}

function columns(isPast: boolean, wordOf: (kind: PlanKind) => string): readonly Column<LedgerRow>[] {
  return [
    { title: "单位", sortedBy: "orgname", isName: true, cell: ({ orgname }) => orgname },
    { title: "预案", sortedBy: "planTitle", width: "28%", cell: ({ planTitle }) => planTitle },
    { title: "类别", sortedBy: "kind", width: "110px", cell: ({ kind }) => wordOf(kind) },
    {
      title: "已做 / 应做",
      sortedBy: "held",
      width: "110px",
      cell: ({ held, timesAYear }) => `${held} / ${timesAYear} 次`,
    },
    {
      title: "最近一次",
      sortedBy: "lastAt",
      width: "150px",
      cell: ({ lastAt }) => (lastAt === null ? "—" : formatMoment(lastAt, nowMs())),
      printed: ({ lastAt }) => lastAt?.slice(0, 16) ?? "—",
    },
    {
      title: "状态",
      sortedBy: "due",
      width: "120px",
      cell: ({ due }) =>
        due > 0 ? (
          <Tag tone={isPast ? "danger" : "caution"} icon={isPast ? "danger" : "clock"}>
            {isPast ? `缺 ${due} 次` : `还差 ${due} 次`}
          </Tag>
        ) : (
          <Tag tone="done" icon="done">
            已完成
          </Tag>
        ),
    },
  ]
}
