import { drillCalls } from "@uc/contract/drills/calls"
import { useAction } from "../../platform/http/use-action.ts"

const shown = [drillCalls.live, drillCalls.plans, drillCalls.ledger, drillCalls.held, drillCalls.record]

export const useDrillAction = () => useAction({ shown })
