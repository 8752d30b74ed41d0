import { drillCalls } from "@uc/contract/drills/calls"
import { useAct } from "../../platform/http/use-act.ts"

const shown = [drillCalls.live, drillCalls.plans, drillCalls.ledger, drillCalls.held, drillCalls.record]

export const useDrillAct = () => useAct({ shown })
