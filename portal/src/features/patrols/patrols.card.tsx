import { patrolCalls, type PatrolStatistics } from "@uc/contract/patrols/calls"
import { Link } from "../../ui/navigation/link.tsx"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { saveCsv } from "../../platform/http/save-file.ts"
import { Chart } from "../../ui/charts/chart.tsx"
import { WordsAboveChart } from "../../ui/charts/words-above-chart.tsx"
import { boundsOf } from "../../ui/format/period.ts"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { lastDays } from "./last-days.ts"
import type { PatrolState } from "./patrol-filters.ts"
import { percentDone } from "./percent-done.ts"

type Place = Partial<PatrolState>

/** Written here: the page's own filters would bring every shape of its calls to the home page. */
function placeOf(place: Place): string {
  return `/main/patrols?${new URLSearchParams(place as Record<string, string>).toString()}`
}

function Content({ data: { planned, done, missed, days } }: CardContent<PatrolStatistics>) {
  if (planned === 0) return <SmallEmptyState icon="patrol" words="近7天没有安排巡查" />
  const list = {
    view: "records",
    from: days[0]?.day ?? "",
    to: days.at(-1)?.day ?? "",
  } as const
  const numbers: readonly (readonly [string, string, Place])[] = [
    ["完成率", percentDone({ planned, done }), { ...list, view: "statistics" }],
    ["应巡", String(planned), list],
    ["已巡", String(done), { ...list, state: "done" }],
    ["漏检", String(missed), { ...list, state: "missed" }],
  ]
  return (
    <WordsAboveChart>
      <Row as="ul">
        {numbers.map(([name, number, place]) => (
          <Text as="li" key={name} grow>
            <SecondLine>{name}</SecondLine>
            <Text as={Link} to={placeOf(place)} size={18} weight={600} figures>
              {number}
            </Text>
          </Text>
        ))}
      </Row>
      <Chart
        kind="columns"
        label="近7天巡查情况"
        across="日期"
        unit="次"
        names={days.map(({ day }) => day.slice(5))}
        series={[
          { name: "已巡", tone: "brand", values: days.map((day) => day.done) },
          { name: "漏检", tone: "caution", values: days.map((day) => day.missed) },
        ]}
        placeOf={(at) => placeOf({ ...list, from: days[at]?.day ?? "", to: days[at]?.day ?? "" })}
        onSave={saveCsv}
      />
    </WordsAboveChart>
  )
}

export const card = homeCard({
  key: "patrols",
  title: "巡查统计",
  icon: "patrol",
  audience: audiences,
  order: 70,
  size: { w: 4, h: 5 },
  least: { w: 4, h: 4 },
  more: { words: "全部巡查", to: "/main/patrols" },
  shape: patrolCalls.statistics.output,
  load: ({ ask, nowMs }) => ask(patrolCalls.statistics, boundsOf("chosen", lastDays(7, nowMs), nowMs)),
  Content,
})
