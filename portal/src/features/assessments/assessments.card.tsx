import { placeOfAssessment } from "@uc/contract/assessments/messages"
import { assessmentStateLabels, type AssessmentStage } from "@uc/contract/assessments/steps"
import { assessmentCalls, assessmentStates } from "@uc/contract/assessments/calls"
import type { OutputOf } from "@uc/contract/core/call"
import { homeCard, type CardContent } from "../home/public.ts"
import { RowList } from "../../ui/layout/row-list.tsx"
import { SmallEmptyState } from "../../ui/feedback/small-empty-state.tsx"
import { Tag, type TagTone } from "../../ui/marks/tag.tsx"

const stages = Object.keys(assessmentStates) as AssessmentStage[]
const tones: Readonly<Record<AssessmentStage, TagTone>> = {
  open: "caution",
  submitted: "brand",
  returned: "danger",
  accepted: "done",
}

function Content({ data: { items } }: CardContent<OutputOf<typeof assessmentCalls.list>>) {
  if (items.length === 0) return <SmallEmptyState icon="chart" words="目前没有考核" />
  return (
    <RowList
      isShortened
      label="考核评估"
      rows={items.map(({ id, title, orgname, ends, state, score }) => {
        const stage = stages.find((each) => assessmentStates[each] === state) ?? "open"
        return {
          key: `${id} ${orgname}`,
          to: placeOfAssessment(id),
          title,
          words: `${orgname} · ${ends} 截止`,
          mark: <Tag tone={tones[stage]}>{assessmentStateLabels[stage]}</Tag>,
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
  permission: "assessments.read",
  refreshedBy: ["bell"],
  order: 80,
  size: { w: 4, h: 4 },
  least: { w: 3, h: 3 },
  more: { words: "全部考核", to: "/main/assessments" },
  shape: assessmentCalls.list.output,
  load: ({ ask }) => ask(assessmentCalls.list, { limit: 4 }),
  Content,
})
