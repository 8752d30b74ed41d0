import { patrolCalls } from "@uc/contract/patrols"
import { patrolWorkCalls } from "@uc/contract/patrols-at-work"
import { useAct } from "../../platform/use-act.ts"

const shown = [
  patrolWorkCalls.mine,
  patrolWorkCalls.points,
  patrolWorkCalls.plans,
  patrolWorkCalls.visits,
  patrolWorkCalls.ranks,
  patrolCalls.statistics,
]

export const usePatrolAct = () => useAct({ shown })
