import { hazardLevels, type Hazard, type HazardLevel } from "@uc/contract/hazards/calls"
import { hazardStates, type HazardState } from "@uc/contract/hazards/steps"
import type { IconName } from "../../ui/navigation/icon.tsx"
import { Tag, type TagTone } from "../../ui/marks/tag.tsx"

export const stateLooks: Readonly<Record<HazardState, { readonly tone: TagTone; readonly icon: IconName }>> =
  {
    reported: { tone: "caution", icon: "people" },
    assigned: { tone: "brand", icon: "gear" },
    rectified: { tone: "brand", icon: "clock" },
    closed: { tone: "done", icon: "done" },
    rejected: { tone: "plain", icon: "minus" },
  }

export function HazardStateMark({ state }: { readonly state: HazardState }) {
  return <Tag {...stateLooks[state]}>{hazardStates[state]}</Tag>
}

/** Said by a word and an icon, not by a colour alone. */
export function HazardLevelMark({ level }: { readonly level: HazardLevel }) {
  return level === "major" ? (
    <Tag tone="danger" icon="danger">
      {hazardLevels.major}
    </Tag>
  ) : (
    <Tag>{hazardLevels.general}</Tag>
  )
}

export function OverdueMark({ isOverdue }: Pick<Hazard, "isOverdue">) {
  return (
    isOverdue && (
      <Tag tone="danger" icon="caution">
        已逾期
      </Tag>
    )
  )
}
