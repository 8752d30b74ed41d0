import { assessmentStateLabels, type AssessmentStage } from "@uc/contract/assessments/steps"
import type { IconName } from "../../ui/navigation/icon.tsx"
import { Tag, type TagTone } from "../../ui/marks/tag.tsx"

const looks: Readonly<Record<AssessmentStage, readonly [TagTone, IconName]>> = {
  open: ["caution", "edit"],
  submitted: ["brand", "clock"],
  returned: ["danger", "back"],
  accepted: ["done", "done"],
}

export function StageMark({ stage }: { readonly stage: AssessmentStage }) {
  const [tone, icon] = looks[stage]
  return (
    <Tag tone={tone} icon={icon}>
      {assessmentStateLabels[stage]}
    </Tag>
  )
}
