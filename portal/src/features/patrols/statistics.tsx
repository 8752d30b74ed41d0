import { inThousands } from "../../ui/format/in-thousands.ts"
import { patrolCalls } from "@uc/contract/patrols/calls"
import { nowMs } from "../../platform/browser/clock.ts"
import { messageOf } from "../../platform/http/failure.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { useCall } from "../../platform/http/use-call.ts"
import { useUrlFilters } from "../../page-kit/list/use-url-filters.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { ChoiceFilter } from "../../ui/forms/filters/choice-filter.tsx"
import { EmptyState } from "../../ui/feedback/empty-state.tsx"
import { ErrorState } from "../../ui/feedback/error-state.tsx"
import { boundsOf } from "../../ui/format/period.ts"
import { BarsSkeleton } from "../../ui/feedback/skeleton.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { lastDays } from "./last-days.ts"
import { patrolFilters, type PatrolState } from "./patrol-filters.ts"
import { percentDone } from "./percent-done.ts"
import { Ranks } from "./ranks.tsx"
import css from "./patrols.module.css"

const spans = [
  ["7", "近7天"],
  ["30", "近30天"],
  ["90", "近90天"],
  ["365", "近一年"],
] as const

const usual = "30"

/** A number that leads here brings its period. */
function periodOf({ from, to }: PatrolState): { readonly from: string; readonly to: string } {
  if (from === "" || to === "") return lastDays(Number(usual), nowMs())
  return from <= to ? { from, to } : { from: to, to: from }
}

export function Statistics({ isOfMany }: { readonly isOfMany: boolean }) {
  const url = useUrlFilters(patrolFilters)
  const period = periodOf(url.state)
  const span = spans.find(([days]) => lastDays(Number(days), nowMs()).from === period.from)?.[0]
  const isSpan = span !== undefined && period.to === lastDays(1, nowMs()).to
  const choices = isSpan ? spans : [["own", `${period.from} 至 ${period.to}`] as const, ...spans]
  const bounds = boundsOf("chosen", period, nowMs())
  const { data, error, refetch } = useCall(patrolCalls.statistics, bounds, { keepsPrevious: true })
  return (
    <>
      <ChoiceFilter
        label="时间"
        value={isSpan ? span : "own"}
        choices={choices}
        onChange={(chosen) => {
          if (chosen !== "own") url.narrow(lastDays(Number(chosen), nowMs()))
        }}
      />
      {error && <ErrorState title="统计加载失败" words={messageOf(error)} onRetry={refetch} />}
      {!error && !data && <BarsSkeleton heightsPx={[64, 260]} />}
      {!error && data?.planned === 0 && (
        <EmptyState art="empty" title="这段时间没有安排巡查" words="换一段时间，或在“计划”中安排巡查。" />
      )}
      {!error && data && data.planned > 0 && (
        <>
          <Row as="dl" gap={12} wrap>
            <Sum name="完成率" value={percentDone(data)} />
            <Sum name="应巡" value={inThousands(data.planned)} />
            <Sum name="已巡" value={inThousands(data.done)} />
            <Sum name="漏检" value={inThousands(data.missed)} />
          </Row>
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
          <Ranks
            by={isOfMany ? "organisation" : "person"}
            period={period}
            onRank={({ id, name }) =>
              url.go({
                ...patrolFilters.usual,
                view: "records",
                ...period,
                ...(isOfMany ? { orgid: id } : { search: name }),
              })
            }
          />
        </>
      )}
    </>
  )
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
