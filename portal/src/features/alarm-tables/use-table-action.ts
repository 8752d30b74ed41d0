import { alarmTableCalls } from "@uc/contract/alarm-tables/calls"
import { useRefreshedAction } from "../../platform/http/use-refreshed-action.ts"

const shown = [alarmTableCalls.types, alarmTableCalls.levels]

export function useTableAction() {
  return useRefreshedAction(shown)
}
