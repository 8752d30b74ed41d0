import { assessmentLimits } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type AssessmentResult } from "@uc/contract/assessments/admin-calls"
import type { OutputOf } from "@uc/contract/core/call"
import { messageOf } from "../../../platform/http/failure.ts"
import { saveCsv } from "../../../platform/http/save-file.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Chart } from "../../../ui/charts/chart.tsx"
import { ChoiceFilter } from "../../../ui/forms/choice-filter.tsx"
import { DataTable, type Column } from "../../../ui/data/data-table.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import type { AssessmentFilterState } from "../assessment-filters-url.ts"
import { StageMark } from "../stage-mark.tsx"
import css from "../assessments.module.css"

interface ResultsProps {
  readonly place: AssessmentFilterState
  readonly isOfMany: boolean
  readonly onFilter: (change: Partial<AssessmentFilterState>) => void
  readonly onOpen: (id: string) => void
}

/** WORK-2: organisations beside each other for whoever gave it to them; the own over the periods for everybody. */
export function Results(props: ResultsProps) {
  return (
    <>
      {!props.isOfMany && <OwnTrend onOpen={props.onOpen} />}
      <Comparison {...props} />
    </>
  )
}

function OwnTrend({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { data, error, refetch } = useCall(assessmentAdminCalls.trend, {})
  const file = useExport(assessmentAdminCalls.exportTrend)
  if (error) return <ErrorState title="结果没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[220, 44]} />
  if (data.results.length === 0)
    return <EmptyState art="empty" title="还没有考核结果" words="审核通过的考核，得分会出现在这里。" />
  return (
    <section className={css.part} aria-label="本单位历次得分">
      <h2>本单位历次得分</h2>
      <div className={css.chart}>
        <Chart
          kind="line"
          label="本单位历次得分"
          across="考核"
          unit="%"
          names={data.results.map(({ period, title }) => `${period} ${title}`)}
          series={[
            {
              name: "得分率",
              tone: "brand",
              values: data.results.map(({ score, full }) => percent(score, full)),
            },
          ]}
          onSave={saveCsv}
        />
      </div>
      <div className={css.bar}>
        <span className={css.count}>共 {data.results.length} 次</span>
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
      </div>
      <DataTable
        label="本单位历次得分"
        columns={trendColumns(onOpen)}
        rows={data.results.toReversed()}
        keyOf={({ id }) => id}
      />
    </section>
  )
}

type OwnResult = OutputOf<typeof assessmentAdminCalls.trend>["results"][number]

function trendColumns(onOpen: (id: string) => void): readonly Column<OwnResult>[] {
  return [
    {
      title: "考核",
      cell: ({ id, period, title }) => (
        <button type="button" className={css.open} onClick={() => onOpen(id)}>
          {period} {title}
        </button>
      ),
    },
    { title: "得分", width: "140px", cell: ({ score, full }) => `${score} / ${full}` },
  ]
}

function percent(score: number, full: number): number {
  return full === 0 ? 0 : Math.round((score / full) * 1000) / 10
}

function Comparison({ place, isOfMany, onFilter, onOpen }: ResultsProps) {
  const { data, error, refetch } = useCall(assessmentAdminCalls.schemes, {})
  if (error) return <ErrorState title="考核方案没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return isOfMany ? <BarsSkeleton heightsPx={[40, 260]} /> : null
  const given = data.schemes.filter((scheme) => scheme.given > 0)
  const chosen = given.find(({ id }) => id === place.scheme) ?? given[0]
  if (!chosen)
    return isOfMany ? (
      <EmptyState art="empty" title="还没有下发过考核" words="下发方案后，各单位的得分可以在这里比较。" />
    ) : null
  const period = chosen.periods.includes(place.period) ? place.period : (chosen.periods[0] ?? "")
  return (
    <section className={css.part} aria-label="各单位得分">
      <h2>各单位得分</h2>
      <div className={css.filters}>
        <ChoiceFilter
          label="方案"
          value={chosen.id}
          choices={given.map(({ id, title }) => [id, title] as const)}
          onChange={(scheme) => onFilter({ scheme, period: "" })}
        />
        <ChoiceFilter
          label="周期"
          value={period}
          choices={chosen.periods.map((each) => [each, each] as const)}
          onChange={(each) => onFilter({ scheme: chosen.id, period: each })}
        />
      </div>
      <Compared schemeId={chosen.id} period={period} onOpen={onOpen} />
    </section>
  )
}

const drawn = 20

interface ComparedProps {
  readonly schemeId: string
  readonly period: string
  readonly onOpen: (id: string) => void
}

function Compared({ schemeId, period, onOpen }: ComparedProps) {
  const question = { schemeId, period }
  const { data, error, refetch, isPlaceholderData } = useCall(assessmentAdminCalls.results, question, {
    keepsPrevious: true,
  })
  const file = useExport(assessmentAdminCalls.exportResults)
  if (error) return <ErrorState title="结果没有加载成功" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[260, 44, 44]} />
  const scored = data.rows.filter(({ score }) => score !== null)
  const best = scored.slice(0, drawn)
  // Of a period in which nothing is decided yet there is no average, least of all nought.
  const decided = data.trend.filter(({ accepted }) => accepted > 0)
  return (
    <>
      {best.length > 0 && (
        <div className={css.charts}>
          <div className={css.chart}>
            <h3>得分比较{scored.length > drawn && `（前${drawn}名）`}</h3>
            <Chart
              kind="pairs"
              label={`${data.period}得分比较`}
              across="单位"
              unit="分"
              names={best.map(({ orgname }) => orgname)}
              series={[
                { name: "审核得分", tone: "brand", values: best.map(({ score }) => score ?? 0) },
                { name: "自评得分", tone: "edge", values: best.map(({ ownSum }) => ownSum) },
              ]}
              onSave={saveCsv}
            />
          </div>
          <div className={css.chart}>
            <h3>历次平均得分</h3>
            <Chart
              kind="line"
              label="历次平均得分"
              across="周期"
              unit="分"
              names={decided.map((each) => each.period)}
              series={[{ name: "平均得分", tone: "brand", values: decided.map(({ average }) => average) }]}
              onSave={saveCsv}
            />
          </div>
        </div>
      )}
      <div className={css.bar}>
        <span className={css.count}>
          {data.rows.length} 个单位，已通过 {scored.length} 个
          {data.isCut && `，只显示前${assessmentLimits.compared}个`}
        </span>
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run(question)} />
      </div>
      <DataTable
        label="各单位得分"
        columns={resultColumns(data.full, onOpen)}
        rows={data.rows}
        keyOf={({ id }) => id}
        isStale={isPlaceholderData}
      />
    </>
  )
}

function resultColumns(full: number, onOpen: (id: string) => void): readonly Column<AssessmentResult>[] {
  return [
    {
      title: "单位",
      cell: ({ id, orgname }) => (
        <button type="button" className={css.open} onClick={() => onOpen(id)}>
          {orgname}
        </button>
      ),
    },
    { title: "状态", width: "120px", cell: ({ stage }) => <StageMark stage={stage} /> },
    { title: "自评得分", width: "120px", cell: ({ ownSum }) => ownSum },
    {
      title: "审核得分",
      width: "140px",
      cell: ({ score }) => (score === null ? "—" : `${score} / ${full}`),
    },
  ]
}
