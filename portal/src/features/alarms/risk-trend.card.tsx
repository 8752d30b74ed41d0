import { alarmCalls, type RiskStatistics } from "@uc/contract/alarms/calls"
import { Link } from "../../ui/navigation/link.tsx"
import { homeCard, type CardContent } from "../home/public.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { WordsAboveChart } from "../../ui/charts/words-above-chart.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { alarmsAt } from "./alarm-filters.ts"

function Content({ data: { total, days } }: CardContent<RiskStatistics>) {
  return (
    <WordsAboveChart>
      <Row as="p" gap={4} align="baseline" tone="soft" size={13}>
        近30天共
        <Text as={Link} to={alarmsAt({ period: "month" })} size={18} weight={600} figures>
          {total}
        </Text>
        条
      </Row>
      <Chart
        kind="line"
        label="近30天预警趋势"
        across="日期"
        unit="条"
        names={days.map(({ day }) => day.slice(5))}
        series={[{ name: "预警", tone: "brand", values: days.map((day) => day.total) }]}
        placeOf={(at) => {
          const day = days[at]?.day ?? ""
          return alarmsAt({ period: "chosen", from: day, to: day })
        }}
        onSave={saveCsv}
      />
    </WordsAboveChart>
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
