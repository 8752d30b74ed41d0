import { roleCalls } from "@uc/contract/roles/calls"
import { useRefreshedAction } from "../../platform/http/use-refreshed-action.ts"

const shown = [roleCalls.list, roleCalls.people, roleCalls.ofPerson]

export function useRoleAction() {
  return useRefreshedAction(shown)
}
