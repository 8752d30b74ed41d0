import { alarmCalls, type RiskStatistics } from "@uc/contract/alarms/calls"
import { Link } from "../../ui/navigation/link.tsx"
import { homeCard, type CardContent } from "../home/public.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { WordsAboveChart } from "../../ui/charts/words-above-chart.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { AlarmLevel } from "./alarm-level.tsx"
import { alarmsAt, type AlarmFilterState } from "./alarm-filters.ts"

function listOf(filters: Partial<AlarmFilterState>): string {
  return alarmsAt({ period: "month", ...filters })
}

function Content({ data: { levels, types, total } }: CardContent<RiskStatistics>) {
  if (total === 0) return <SmallEmptyState icon="shield" words="近30天没有预警" />
  return (
    <WordsAboveChart>
      <Row as="ul" wrap gap={4} columnGap={12} tone="soft" size={13} aria-label="按等级">
        {levels.map(({ level, name, total: count }) => (
          <Row as="li" key={name} gap={4}>
            <AlarmLevel level={level} name={name} />
            <Text as={Link} to={listOf({ level: name })} weight={600} figures>
              {count}
            </Text>
          </Row>
        ))}
      </Row>
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
    </WordsAboveChart>
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
