import { assessmentLimits } from "@uc/contract/assessments/messages"
import { AssessmentStage, assessmentStateLabels } from "@uc/contract/assessments/steps"
import { assessmentAdminCalls, type AssessmentRow } from "@uc/contract/assessments/admin-calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Button } from "../../ui/forms/button.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Tag } from "../../ui/marks/tag.tsx"
import type { AssessmentFilterState } from "./assessment-filters-url.ts"
import { dayIn } from "./day-in.ts"
import { StageMark } from "./stage-mark.tsx"
import css from "./assessments.module.css"

const stages: readonly (readonly [AssessmentStage | "all", string])[] = [
  ["all", "全部"],
  ...AssessmentStage.options.map((stage) => [stage, assessmentStateLabels[stage]] as const),
]

interface AssessmentListProps {
  readonly of: "mine" | "given"
  readonly place: AssessmentFilterState
  readonly onFilter: (change: Partial<AssessmentFilterState>) => void
  readonly onPage: (before: string) => void
  readonly onOpen: (id: string) => void
}

export function AssessmentList({ of, place, onFilter, onPage, onOpen }: AssessmentListProps) {
  const { stage, search, before } = place
  const filters = { of, ...(stage !== "" && { stage }), ...(search !== "" && { search }) }
  const { data, error, refetch, isPlaceholderData } = useCall(
    assessmentAdminCalls.page,
    { ...filters, ...(before !== "" && { before }) },
    { keepsPrevious: true },
  )
  const file = useExport(assessmentAdminCalls.exportPage)
  const isFiltered = stage !== "" || search !== ""
  const today = dayIn(0, nowMs())
  return (
    <>
      <div className={css.filters} role="search" aria-label="筛选">
        <ChoiceFilter
          label="状态"
          value={stage === "" ? "all" : stage}
          choices={stages}
          onChange={(chosen) => onFilter({ stage: chosen === "all" ? "" : chosen })}
        />
        <form
          className={css.search}
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get("search")
            onFilter({ search: typeof typed === "string" ? typed.trim() : "" })
          }}
        >
          <input
            key={search}
            name="search"
            type="search"
            aria-label="考核或单位名称"
            placeholder={of === "given" ? "考核或单位名称" : "考核名称"}
            autoComplete="off"
            defaultValue={search}
            maxLength={assessmentLimits.searched}
          />
          <Button type="submit">查询</Button>
        </form>
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run(filters)} />
      </div>
      {error && <ErrorState title="考核没有加载成功" words={messageOf(error)} onRetry={refetch} />}
      {!error && !data && <BarsSkeleton heightsPx={Array.from({ length: 6 }, () => 44)} />}
      {!error && data?.items.length === 0 && (
        <EmptyState
          art="empty"
          title={isFiltered ? "没有符合条件的考核" : "目前没有考核"}
          words={
            isFiltered
              ? "试试放宽筛选条件。"
              : of === "mine"
                ? "上级下发的考核会出现在这里，并通过消息提醒您。"
                : "在“考核方案”中建立方案并下发给单位。"
          }
          actions={
            isFiltered && <Button onClick={() => onFilter({ stage: "", search: "" })}>清除筛选</Button>
          }
        />
      )}
      {!error && data && data.items.length > 0 && (
        <>
          <DataTable
            label="考核"
            columns={columnsOf(of, today, onOpen)}
            rows={data.items}
            keyOf={({ id }) => id}
            isStale={isPlaceholderData}
          />
          <div className={css.pages}>
            {before !== "" && <Button onClick={() => onFilter({ before: "" })}>回到最新</Button>}
            {data.older !== null && <Button onClick={() => onPage(data.older ?? "")}>更早的考核</Button>}
          </div>
        </>
      )}
    </>
  )
}

function columnsOf(
  of: "mine" | "given",
  today: string,
  onOpen: (id: string) => void,
): readonly Column<AssessmentRow>[] {
  return [
    {
      title: "考核",
      cell: (row) => (
        <button type="button" className={css.open} onClick={() => onOpen(row.id)}>
          {row.period} {row.title}
          {of === "given" && <span className="only-read-aloud">，{row.orgname}</span>}
        </button>
      ),
    },
    ...(of === "given" ? [{ title: "单位", cell: ({ orgname }: AssessmentRow) => orgname }] : []),
    { title: "状态", width: "120px", cell: ({ stage }) => <StageMark stage={stage} /> },
    { title: "填报", width: "90px", cell: ({ filled, items }) => `${filled}/${items}` },
    {
      title: "截止",
      width: "170px",
      cell: ({ ends, stage }) => {
        const isLate = ends < today && (stage === "open" || stage === "returned")
        return (
          <>
            {ends} {isLate && <Tag tone="danger">已截止</Tag>}
          </>
        )
      },
    },
    {
      title: "得分",
      width: "110px",
      cell: ({ score, full }) => (score === null ? "—" : `${score} / ${full}`),
    },
  ]
}
