import { placeOfAssessment } from "@uc/contract/assessment-messages"
import { assessmentCalls, assessmentStates, type AssessmentState } from "@uc/contract/assessments"
import type { OutputOf } from "@uc/contract/call"
import { homeCard, type CardContent } from "../../platform/home-card.ts"
import { RowList } from "../../ui/row-list.tsx"
import { SmallFace } from "../../ui/small-face.tsx"
import { Tag, type TagTone } from "../../ui/tag.tsx"

const stateWords: Readonly<Record<AssessmentState, readonly [string, TagTone]>> = {
  [assessmentStates.open]: ["待填报", "caution"],
  [assessmentStates.submitted]: ["待审核", "brand"],
  [assessmentStates.returned]: ["已退回", "danger"],
  [assessmentStates.accepted]: ["已通过", "done"],
}

function Content({ data: { items } }: CardContent<OutputOf<typeof assessmentCalls.list>>) {
  if (items.length === 0) return <SmallFace icon="chart" words="目前没有考核" />
  return (
    <RowList
      label="考核评估"
      rows={items.map(({ id, title, orgname, ends, state, score }) => {
        const [words, tone] = stateWords[state]
        return {
          key: `${id} ${orgname}`,
          to: placeOfAssessment(id),
          title,
          words: `${orgname} · ${ends} 截止`,
          mark: <Tag tone={tone}>{words}</Tag>,
          aside: score === null ? null : `${score} 分`,
        }
      })}
    />
  )
}

export const card = homeCard({
  key: "assessments",
  title: "考核评估",
  icon: "check",
  audience: ["platform", "bureau", "administrator"],
  order: 80,
  size: { w: 4, h: 4 },
  least: { w: 3, h: 3 },
  shape: assessmentCalls.list.output,
  load: ({ ask }) => ask(assessmentCalls.list, { limit: 4 }),
  Content,
})
