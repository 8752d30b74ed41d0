import { patrolCalls } from "@uc/contract/patrols/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { useAction } from "../../platform/http/use-action.ts"

const shown = [
  patrolAdminCalls.mine,
  patrolAdminCalls.points,
  patrolAdminCalls.plans,
  patrolAdminCalls.visits,
  patrolAdminCalls.ranks,
  patrolCalls.statistics,
]

export const usePatrolAction = () => useAction({ shown })
