import { alarmCalls, type RiskStatistics } from "@uc/contract/alarms/calls"
import { Link } from "react-router"
import { homeCard, type CardContent } from "../home/public.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { urlOf, noFilterState } from "./alarm-filters-url.ts"
import css from "./alarm-cards.module.css"

function Content({ data: { total, days } }: CardContent<RiskStatistics>) {
  const ofMonth = urlOf({ ...noFilterState, state: "all", period: "month" })
  return (
    <div className={css.split}>
      <p className={css.sum}>
        近30天共
        <Link to={`/main/alarms?${ofMonth.toString()}`}>{total}</Link>条
      </p>
      <Chart
        kind="line"
        label="近30天预警趋势"
        across="日期"
        unit="条"
        names={days.map(({ day }) => day.slice(5))}
        series={[{ name: "预警", tone: "brand", values: days.map((day) => day.total) }]}
        placeOf={(at) => {
          const day = days[at]?.day ?? ""
          return `/main/alarms?${urlOf({ ...noFilterState, state: "all", period: "chosen", from: day, to: day }).toString()}`
        }}
        onSave={saveCsv}
      />
    </div>
  )
}

export const card = homeCard({
  key: "risk-trend",
  title: "预警趋势",
  icon: "chart",
  audience: ["platform", "bureau", "administrator"],
  order: 50,
  size: { w: 8, h: 4 },
  least: { w: 4, h: 3 },
  shape: alarmCalls.riskStatistics.output,
  load: ({ ask }) => ask(alarmCalls.riskStatistics, {}),
  Content,
})
