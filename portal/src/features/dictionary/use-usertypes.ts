import { usertypeLabels } from "@uc/contract/account/usertype-labels"
import { Usertype } from "@uc/contract/account/calls"
import { useCodes } from "./use-codes.ts"

/**
 * HOME-4: the administrators' names of the usertypes. All can be chosen, because people may still have one that is no
 * longer offered.
 */
export function useUsertypes() {
  const { wordOf } = useCodes<`${Usertype}`>("usertype", usertypeLabels)
  return {
    choices: Object.values(Usertype.enum).map((type) => [`${type}`, wordOf(`${type}`)] as const),
    wordOf: (usertype: Usertype) => wordOf(`${usertype}`),
  }
}
