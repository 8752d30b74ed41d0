import { Hazard, hazardCalls, HazardStatistics } from "@uc/contract/hazards/calls"
import { hazardPlace } from "@uc/contract/hazards/messages"
import { hazardStates } from "@uc/contract/hazards/steps"
import { Link } from "react-router"
import { z } from "zod"
import { audiences, homeCard, type CardContent } from "../home/public.ts"
import { SecondLine } from "../../ui/data/second-line.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { inThousands } from "../../ui/format/in-thousands.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { hazardsAt, type HazardFilterState } from "./hazard-filters.ts"
import { HazardStateMark, OverdueMark } from "./hazard-labels.tsx"

const shape = z.object({
  counts: HazardStatistics.pick({
    total: true,
    waiting: true,
    reported: true,
    assigned: true,
    rectified: true,
    overdue: true,
  }),
  items: z.array(Hazard),
})
type Data = z.infer<typeof shape>

const numbers: readonly (readonly [
  string,
  Exclude<keyof Data["counts"], "total">,
  Partial<HazardFilterState>,
])[] = [
  ["待我处理", "waiting", { state: "active", waiting: true }],
  [hazardStates.reported, "reported", { state: "reported" }],
  [hazardStates.assigned, "assigned", { state: "assigned" }],
  [hazardStates.rectified, "rectified", { state: "rectified" }],
  ["逾期", "overdue", { state: "active", overdue: true }],
]

function Content({ data: { counts, items }, user }: CardContent<Data>) {
  if (counts.total === 0) return <SmallEmptyState icon="shield" words="暂无隐患" />
  return (
    <>
      <Row as="ul" aria-label="隐患数">
        {numbers.map(([name, key, filters]) => (
          <Text as="li" key={key} grow>
            <SecondLine>{name}</SecondLine>
            <Text as={Link} to={hazardsAt(filters)} size={18} weight={600} figures>
              {inThousands(counts[key])}
            </Text>
          </Text>
        ))}
      </Row>
      {items.length === 0 ? (
        <SmallEmptyState icon="done" words="隐患已全部销号" />
      ) : (
        <RowList
          isShortened
          label="未销号的隐患"
          rows={items.map(({ id, title, state, isOverdue, place, orgid, orgname, deadline }) => ({
            key: id,
            to: hazardsAt({ state: "active", hazard: id }),
            title,
            // A bureau asks for the school first.
            words: orgid === user.orgid ? place : `${orgname} ${place}`,
            mark: isOverdue ? <OverdueMark isOverdue /> : <HazardStateMark state={state} />,
            ...(deadline && { aside: `${deadline.slice(5)} 前` }),
          }))}
        />
      )}
    </>
  )
}

export const card = homeCard({
  key: "hazards",
  title: "隐患治理",
  icon: "caution",
  audience: audiences,
  refreshedBy: ["bell"],
  order: 65,
  size: { w: 4, h: 4 },
  least: { w: 4, h: 3 },
  more: { words: "隐患台账", to: hazardPlace },
  shape,
  load: async ({ ask }) => {
    const [counts, { items }] = await Promise.all([
      ask(hazardCalls.statistics, {}),
      ask(hazardCalls.list, { state: "active", limit: 3 }),
    ])
    return { counts, items }
  },
  Content,
})
