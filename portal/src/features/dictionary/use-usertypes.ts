import { usertypeLabels } from "@uc/contract/menus/admin-calls"
import { Usertype } from "@uc/contract/account/calls"
import { useCodes } from "./use-codes.ts"

/** HOME-4: what the administrators call them. All can be chosen: whoever is of one that is no longer offered still is. */
export function useUsertypes() {
  const { wordOf } = useCodes<`${Usertype}`>("usertype", usertypeLabels)
  return {
    choices: Object.values(Usertype.enum).map((type) => [`${type}`, wordOf(`${type}`)] as const),
    wordOf: (usertype: Usertype) => wordOf(`${usertype}`),
  }
}
