import { visitStates, type VisitState } from "@uc/contract/patrols/admin-calls"
import { useCodes } from "../dictionary/public.ts"
import type { IconName } from "../../ui/navigation/icon.tsx"
import { Tag, type TagTone } from "../../ui/marks/tag.tsx"

const looks: Readonly<Record<VisitState, { readonly tone: TagTone; readonly icon: IconName }>> = {
  due: { tone: "brand", icon: "clock" },
  normal: { tone: "done", icon: "done" },
  problem: { tone: "danger", icon: "danger" },
  missed: { tone: "caution", icon: "caution" },
}

/** HOME-4: results have the administrators' names; a visit still to come has no result. */
export function useVisitWords(): (state: VisitState) => string {
  return useCodes("patrolResult", visitStates).wordOf
}

export function VisitMark({ state }: { readonly state: VisitState }) {
  return <Tag {...looks[state]}>{useVisitWords()(state)}</Tag>
}
