import { patrolCalls } from "@uc/contract/patrols/calls"
import { patrolWorkCalls } from "@uc/contract/patrols/admin-calls"
import { useAct } from "../../platform/http/use-act.ts"

const shown = [
  patrolWorkCalls.mine,
  patrolWorkCalls.points,
  patrolWorkCalls.plans,
  patrolWorkCalls.visits,
  patrolWorkCalls.ranks,
  patrolCalls.statistics,
]

export const usePatrolAct = () => useAct({ shown })
