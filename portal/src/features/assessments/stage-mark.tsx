import { assessmentStateWords, type AssessmentStage } from "@uc/contract/assessments/steps"
import type { IconName } from "../../ui/icon.tsx"
import { Tag, type TagTone } from "../../ui/tag.tsx"

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
      {assessmentStateWords[stage]}
    </Tag>
  )
}
