import { inThousands } from "../../ui/format/in-thousands.ts"
import { patrolCalls } from "@uc/contract/patrols/calls"
import { patrolLimits, patrolAdminCalls, type PatrolRank } from "@uc/contract/patrols/admin-calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useExport } from "../../platform/http/use-export.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { ChoiceFilter } from "../../ui/forms/choice-filter.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { ExportButton } from "../../ui/data/export-button.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { boundsOf } from "../../ui/format/period.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { lastDays } from "./last-days.ts"
import type { PatrolFilterState } from "./patrol-filters-url.ts"
import { percentDone } from "./percent-done.ts"
import css from "./patrols.module.css"

const spans = [
  ["7", "近7天"],
  ["30", "近30天"],
  ["90", "近90天"],
  ["365", "近一年"],
] as const

interface StatisticsProps {
  /** Its days, where it names both. */
  readonly place: PatrolFilterState
  readonly isOfMany: boolean
  readonly onFilter: (change: Partial<PatrolFilterState>) => void
  /** Leads to the records behind a number. */
  readonly onRecords: (of: {
    readonly from: string
    readonly to: string
    readonly orgid?: string
    readonly search?: string
  }) => void
}

const usual = "30"

/** A number that leads here shows the days that it was counted in. */
function periodOf({ from, to }: PatrolFilterState): { readonly from: string; readonly to: string } {
  if (from === "" || to === "") return lastDays(Number(usual), nowMs())
  return from <= to ? { from, to } : { from: to, to: from }
}

export function Statistics({ place, isOfMany, onFilter, onRecords }: StatisticsProps) {
  const period = periodOf(place)
  const span = spans.find(([days]) => lastDays(Number(days), nowMs()).from === period.from)?.[0]
  const isSpan = span !== undefined && period.to === lastDays(1, nowMs()).to
  const choices = isSpan ? spans : [["own", `${period.from} 至 ${period.to}`] as const, ...spans]
  const bounds = boundsOf("chosen", period, nowMs())
  const { data, error, refetch } = useCall(patrolCalls.statistics, bounds, { keepsPrevious: true })
  return (
    <>
      <div className={css.filters}>
        <ChoiceFilter
          label="时间"
          value={isSpan ? span : "own"}
          choices={choices}
          onChange={(chosen) => {
            if (chosen !== "own") onFilter(lastDays(Number(chosen), nowMs()))
          }}
        />
      </div>
      {error && <ErrorState title="统计没有加载成功" words={messageOf(error)} onRetry={refetch} />}
      {!error && !data && <BarsSkeleton heightsPx={[64, 260]} />}
      {!error && data?.planned === 0 && (
        <EmptyState art="empty" title="这段时间没有安排巡查" words="换一段时间，或在“计划”中安排巡查。" />
      )}
      {!error && data && data.planned > 0 && (
        <>
          <dl className={css.sums}>
            <div>
              <dt>完成率</dt>
              <dd>{percentDone(data)}</dd>
            </div>
            <div>
              <dt>应巡</dt>
              <dd>{inThousands(data.planned)}</dd>
            </div>
            <div>
              <dt>已巡</dt>
              <dd>{inThousands(data.done)}</dd>
            </div>
            <div>
              <dt>漏检</dt>
              <dd>{inThousands(data.missed)}</dd>
            </div>
          </dl>
          <div className={css.chart}>
            <Chart
              kind="columns"
              label="每天的巡查"
              across="日期"
              unit="次"
              names={data.days.map(({ day }) => day.slice(5))}
              series={[
                { name: "已巡", tone: "brand", values: data.days.map((day) => day.done) },
                { name: "漏检", tone: "caution", values: data.days.map((day) => day.missed) },
              ]}
              onSave={saveCsv}
            />
          </div>
        </>
      )}
      <Ranks
        by={isOfMany ? "organisation" : "person"}
        period={period}
        onRank={({ id, name }) => onRecords({ ...period, ...(isOfMany ? { orgid: id } : { search: name }) })}
      />
    </>
  )
}

interface RanksProps {
  readonly by: "organisation" | "person"
  readonly period: { readonly from: string; readonly to: string }
  readonly onRank: (rank: PatrolRank) => void
}

function Ranks({ by, period, onRank }: RanksProps) {
  const question = { by, ...period }
  const { data, error, refetch, isPlaceholderData } = useCall(patrolAdminCalls.ranks, question, {
    keepsPrevious: true,
  })
  const file = useExport(patrolAdminCalls.exportRanks)
  const word = by === "organisation" ? "单位" : "人员"
  if (error)
    return <ErrorState title={`各${word}的统计没有加载成功`} words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[32, 32, 32]} />
  if (data.ranks.length === 0) return null
  return (
    <section className={css.ranks} aria-label={`各${word}的巡查`}>
      <div className={css.bar}>
        <h2>
          各{word}的巡查
          <small>漏检率高的在前{data.isCut && `，只显示前${patrolLimits.ranked}个`}</small>
        </h2>
        <span className={css.grows} />
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run(question)} />
      </div>
      <DataTable
        label={`各${word}的巡查`}
        columns={rankColumns(word, onRank)}
        rows={data.ranks}
        keyOf={({ id }) => id}
        isStale={isPlaceholderData}
      />
    </section>
  )
}

function rankColumns(word: string, onRank: (rank: PatrolRank) => void): readonly Column<PatrolRank>[] {
  return [
    {
      title: word,
      cell: (rank) => (
        <button type="button" className={css.open} onClick={() => onRank(rank)}>
          {rank.name}
        </button>
      ),
    },
    { title: "应巡", width: "110px", cell: ({ planned }) => planned },
    { title: "已巡", width: "110px", cell: ({ done }) => done },
    { title: "漏检", width: "110px", cell: ({ missed }) => missed },
    { title: "完成率", width: "110px", cell: percentDone },
  ]
}
