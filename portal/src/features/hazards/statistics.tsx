import { closingRate, hazardCalls, type HazardStatistics } from "@uc/contract/hazards/calls"
import { hazardStates, HazardState } from "@uc/contract/hazards/steps"
import { FilterBar } from "../../page-kit/list/filter-bar.tsx"
import type { UrlState } from "../../page-kit/list/use-url-filters.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { DataTable, type Column } from "../../ui/data/data-table.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ListExport } from "../../page-kit/list/list-export.tsx"
import { hazardFilters, inputOf, type HazardFilterState } from "./hazard-filters.ts"
import css from "./hazards.module.css"

interface StatisticsProps {
  readonly isOfMany: boolean
  readonly url: UrlState<HazardFilterState>
}

type OrganisationRow = HazardStatistics["organisations"][number]

export function percentClosed(counts: Parameters<typeof closingRate>[0]): string {
  const rate = closingRate(counts)
  return rate === null ? "—" : `${rate}%`
}

/** How many there are in each state and how many were closed, of all and by organisation. */
export function Statistics({ isOfMany, url }: StatisticsProps) {
  const { from, to } = url.state
  const input = inputOf({ ...hazardFilters.usual, state: "all", from, to })
  const { data, error, refetch } = useCall(hazardCalls.statistics, input, { keepsPrevious: true })
  const lead = (change: Partial<HazardFilterState>) =>
    url.go({ ...hazardFilters.usual, state: "all", from, to, ...change })
  return (
    <>
      <FilterBar
        url={{ ...url, isFiltered: from !== "" || to !== "", reset: () => url.narrow({ from: "", to: "" }) }}
        label="筛选统计"
        fields={[
          { day: "from", label: "上报日期从" },
          { day: "to", label: "到" },
        ]}
        actions={<ListExport call={hazardCalls.exportList} input={input} />}
      />
      {error && <ErrorState title="统计加载失败" words={messageOf(error)} onRetry={refetch} />}
      {!error && !data && <BarsSkeleton heightsPx={[64, 260]} />}
      {!error && data?.total === 0 && (
        <EmptyState art="empty" title="这段时间没有上报隐患" words="换一段时间再查看。" />
      )}
      {!error && data && data.total > 0 && (
        <>
          <Row as="dl" gap={12} wrap>
            <Sum name="销号率" value={percentClosed(data)} />
            <Sum name="隐患总数" value={inThousands(data.total)} />
            <Sum name="逾期未整改" value={inThousands(data.overdue)} />
            <Sum name={isOfMany ? "上报到我局" : "已上报教育局"} value={inThousands(data.escalated)} />
          </Row>
          <div className={css.chart}>
            <Chart
              kind="columns"
              label="各状态的隐患"
              across="状态"
              unit="条"
              names={HazardState.options.map((state) => hazardStates[state])}
              series={[
                { name: "隐患", tone: "brand", values: HazardState.options.map((state) => data[state]) },
              ]}
              onSave={saveCsv}
            />
          </div>
          {isOfMany && (
            <>
              <Text as="h2" size={16}>
                各单位的隐患
              </Text>
              <DataTable
                label="各单位的隐患"
                rows={data.organisations}
                keyOf={({ id }) => id}
                columns={columns((orgid) => lead({ orgid }))}
              />
              {data.isCut && (
                <Text tone="soft">只显示前{data.organisations.length}个单位，导出可查看全部。</Text>
              )}
            </>
          )}
        </>
      )}
    </>
  )
}

function columns(onOrganisation: (id: string) => void): readonly Column<OrganisationRow>[] {
  return [
    {
      title: "单位",
      isName: true,
      cell: ({ id, name }) => (
        <button type="button" className={css.open} onClick={() => onOrganisation(id)}>
          {name}
        </button>
      ),
    },
    { title: "总数", width: "110px", cell: ({ total }) => total },
    { title: "未销号", width: "110px", cell: ({ active }) => active },
    { title: "逾期", width: "110px", cell: ({ overdue }) => overdue },
    { title: "已销号", width: "110px", cell: ({ closed }) => closed },
    { title: "销号率", width: "110px", cell: percentClosed },
  ]
}

function Sum({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Text as="div" surface="sunken" padX={16} padY={12} className={css.sum}>
      <Text as="dt" tone="soft">
        {name}
      </Text>
      <Text as="dd" size={24} weight={600} figures>
        {value}
      </Text>
    </Text>
  )
}
