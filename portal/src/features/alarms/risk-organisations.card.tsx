import { alarmCalls, type RiskStatistics } from "@uc/contract/alarms/calls"
import { homeCard, type CardContent } from "../home/public.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { alarmsAt } from "./alarm-filters.ts"

const atMost = 10

function Content({ data: { organisations } }: CardContent<RiskStatistics>) {
  const most = organisations.slice(0, atMost)
  if (most.length === 0) return <SmallEmptyState icon="shield" words="近30天没有单位发生预警" />
  return (
    <Chart
      kind="rows"
      label={`近30天预警最多的${atMost}个单位`}
      across="单位"
      unit="条"
      names={most.map(({ name }) => name)}
      series={[{ name: "预警", tone: "brand", values: most.map(({ total }) => total) }]}
      placeOf={(at) => alarmsAt({ period: "month", org: most[at]?.orgid ?? "" })}
      onSave={saveCsv}
    />
  )
}

export const card = homeCard({
  key: "risk-organisations",
  title: "单位预警对比",
  icon: "school",
  audience: ["platform", "bureau"],
  order: 90,
  size: { w: 4, h: 4 },
  least: { w: 4, h: 3 },
  shape: alarmCalls.riskStatistics.output,
  load: ({ ask }) => ask(alarmCalls.riskStatistics, {}),
  Content,
})
