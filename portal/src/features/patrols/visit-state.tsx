import { visitStates, type VisitState } from "@uc/contract/patrols-at-work"
import type { IconName } from "../../ui/icon.tsx"
import { Tag, type TagTone } from "../../ui/tag.tsx"

const looks: Readonly<Record<VisitState, { readonly tone: TagTone; readonly icon: IconName }>> = {
  due: { tone: "brand", icon: "clock" },
  normal: { tone: "done", icon: "done" },
  problem: { tone: "danger", icon: "danger" },
  missed: { tone: "caution", icon: "caution" },
}

export function VisitMark({ state }: { readonly state: VisitState }) {
  return <Tag {...looks[state]}>{visitStates[state]}</Tag>
}
