import { assessmentLimits } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls, type AssessmentResult } from "@uc/contract/assessments/admin-calls"
import type { OutputOf } from "@uc/contract/core/call"
import { Link } from "../../../ui/navigation/link.tsx"
import type { UrlState } from "../../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../../platform/http/failure.ts"
import { saveCsv } from "../../../platform/http/save-file.ts"
import { useCall } from "../../../platform/http/use-call.ts"
import { useExport } from "../../../platform/http/use-export.ts"
import { Chart } from "../../../ui/charts/chart.tsx"
import { ChoiceFilter } from "../../../ui/forms/filters/choice-filter.tsx"
import { DataTable, type Column } from "../../../ui/data/data-table.tsx"
import { ExportButton } from "../../../ui/data/export-button.tsx"
import { EmptyState } from "../../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../../ui/feedback/skeleton.tsx"
import { Grid } from "../../../ui/primitives/grid.tsx"
import { Row } from "../../../ui/primitives/row.tsx"
import { Stack } from "../../../ui/primitives/stack.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { Toolbar } from "../../../ui/primitives/toolbar.tsx"
import type { AssessmentFilterState } from "../assessment-filters.ts"
import { StageMark } from "../stage-mark.tsx"
import css from "./work.module.css"

interface ResultsProps {
  readonly url: UrlState<AssessmentFilterState>
  readonly isOfMany: boolean
}

/** WORK-2: the giver compares organisations; everybody sees their own over the periods. */
export function Results({ url, isOfMany }: ResultsProps) {
  return (
    <>
      {!isOfMany && <OwnTrend url={url} />}
      <Comparison url={url} isOfMany={isOfMany} />
    </>
  )
}

function OwnTrend({ url }: Pick<ResultsProps, "url">) {
  const { data, error, refetch } = useCall(assessmentAdminCalls.trend, {})
  const file = useExport(assessmentAdminCalls.exportTrend)
  if (error) return <ErrorState title="结果加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[220, 44]} />
  if (data.results.length === 0)
    return <EmptyState art="empty" title="暂无考核结果" words="审核通过的考核，得分会出现在这里。" />
  return (
    <Stack as="section" gap={16} aria-label="本单位历次得分">
      <Text as="h2" size={16}>
        本单位历次得分
      </Text>
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
      <Row justify="between">
        <Text tone="soft">共 {data.results.length} 次</Text>
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run({})} />
      </Row>
      <DataTable
        label="本单位历次得分"
        columns={trendColumns((id) => url.addressWith({ id }))}
        rows={data.results.toReversed()}
        keyOf={({ id }) => id}
      />
    </Stack>
  )
}

type OwnResult = OutputOf<typeof assessmentAdminCalls.trend>["results"][number]

function trendColumns(addressOf: (id: string) => string): readonly Column<OwnResult>[] {
  return [
    {
      title: "考核",
      isName: true,
      cell: ({ id, period, title }) => (
        <Link to={addressOf(id)}>
          {period} {title}
        </Link>
      ),
    },
    { title: "得分", width: "140px", cell: ({ score, full }) => `${score} / ${full}` },
  ]
}

function percent(score: number, full: number): number {
  return full === 0 ? 0 : Math.round((score / full) * 1000) / 10
}

function Comparison({ url, isOfMany }: ResultsProps) {
  const { data, error, refetch } = useCall(assessmentAdminCalls.schemes, {})
  if (error) return <ErrorState title="考核方案加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return isOfMany ? <BarsSkeleton heightsPx={[40, 260]} /> : null
  const given = data.schemes.filter((scheme) => scheme.given > 0)
  const chosen = given.find(({ id }) => id === url.state.scheme) ?? given[0]
  if (!chosen)
    return isOfMany ? (
      <EmptyState art="empty" title="暂未下发考核" words="下发方案后，各单位的得分可以在这里比较。" />
    ) : null
  const period = chosen.periods.includes(url.state.period) ? url.state.period : (chosen.periods[0] ?? "")
  return (
    <Stack as="section" gap={16} aria-label="各单位得分">
      <Text as="h2" size={16}>
        各单位得分
      </Text>
      <Toolbar>
        <ChoiceFilter
          label="方案"
          value={chosen.id}
          choices={given.map(({ id, title }) => [id, title] as const)}
          onChange={(scheme) => url.narrow({ scheme, period: "" })}
        />
        <ChoiceFilter
          label="周期"
          value={period}
          choices={chosen.periods.map((each) => [each, each] as const)}
          onChange={(each) => url.narrow({ scheme: chosen.id, period: each })}
        />
      </Toolbar>
      <Compared schemeId={chosen.id} period={period} url={url} />
    </Stack>
  )
}

const drawn = 20

interface ComparedProps {
  readonly schemeId: string
  readonly period: string
  readonly url: UrlState<AssessmentFilterState>
}

function Compared({ schemeId, period, url }: ComparedProps) {
  const input = { schemeId, period }
  const { data, error, refetch, isPlaceholderData } = useCall(assessmentAdminCalls.results, input, {
    keepsPrevious: true,
  })
  const file = useExport(assessmentAdminCalls.exportResults)
  if (error) return <ErrorState title="结果加载失败" words={messageOf(error)} onRetry={refetch} />
  if (!data) return <BarsSkeleton heightsPx={[260, 44, 44]} />
  const scored = data.rows.filter(({ score }) => score !== null)
  const best = scored.slice(0, drawn)
  // A period without decided assessments has no average, and certainly not zero.
  const decided = data.trend.filter(({ accepted }) => accepted > 0)
  return (
    <>
      {best.length > 0 && (
        <Grid leastPx={400} gap={16}>
          <div className={css.chart}>
            <Text as="h3" size={14} weight={500}>
              得分比较{scored.length > drawn && `（前${drawn}名）`}
            </Text>
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
            <Text as="h3" size={14} weight={500}>
              历次平均得分
            </Text>
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
        </Grid>
      )}
      <Row gap={8} wrap justify="between">
        <Text tone="soft">
          {data.rows.length} 个单位，已通过 {scored.length} 个
          {data.isCut && `，只显示前${assessmentLimits.compared}个`}
        </Text>
        <ExportButton isBusy={file.isBusy} onExport={() => void file.run(input)} />
      </Row>
      <DataTable
        label="各单位得分"
        columns={resultColumns(data.full, (id) => url.addressWith({ id }))}
        rows={data.rows}
        keyOf={({ id }) => id}
        isStale={isPlaceholderData}
      />
    </>
  )
}

function resultColumns(full: number, addressOf: (id: string) => string): readonly Column<AssessmentResult>[] {
  return [
    {
      title: "单位",
      isName: true,
      cell: ({ id, orgname }) => <Link to={addressOf(id)}>{orgname}</Link>,
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
