import { dictionaryAdminCalls } from "@uc/contract/dictionary/admin-calls"
import { useRefreshedAction } from "../../platform/http/use-refreshed-action.ts"

/** What a write may have changed. */
const shown = [dictionaryAdminCalls.tables, dictionaryAdminCalls.entries]

export function useCodeAction() {
  return useRefreshedAction(shown)
}
