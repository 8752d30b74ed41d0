import { alarmCalls, type RiskStatistics } from "@uc/contract/alarms/calls"
import { Link } from "react-router"
import { homeCard, type CardContent } from "../home/public.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { urlOf, noFilterState, type AlarmFilterState } from "./alarm-filters-url.ts"
import css from "./alarm-cards.module.css"

function listOf(filters: Partial<AlarmFilterState>): string {
  return `/main/alarms?${urlOf({ ...noFilterState, state: "all", period: "month", ...filters }).toString()}`
}

function Content({ data: { levels, types, total } }: CardContent<RiskStatistics>) {
  if (total === 0) return <SmallEmptyState icon="shield" words="近30天没有预警" />
  return (
    <div className={css.split}>
      <ul className={css.levels} aria-label="按级别">
        {levels.map(({ name, total: count }) => (
          <li key={name}>
            {name}
            <Link to={listOf({ level: name })}>{count}</Link>
          </li>
        ))}
      </ul>
      <Chart
        kind="rows"
        label="近30天预警类型"
        across="类型"
        unit="条"
        names={types.map(({ name }) => name)}
        series={[{ name: "预警", tone: "brand", values: types.map((type) => type.total) }]}
        placeOf={(at) => listOf({ type: types[at]?.code ?? "" })}
        onSave={saveCsv}
      />
    </div>
  )
}

export const card = homeCard({
  key: "risk-types",
  title: "预警分布",
  icon: "grid",
  audience: ["platform", "bureau", "administrator"],
  order: 60,
  size: { w: 4, h: 4 },
  least: { w: 4, h: 3 },
  shape: alarmCalls.riskStatistics.output,
  load: ({ ask }) => ask(alarmCalls.riskStatistics, {}),
  Content,
})
