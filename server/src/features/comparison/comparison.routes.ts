import { comparisonCalls } from "@uc/contract/comparison"
import { admintypes } from "@uc/contract/session"
import { answer } from "../../http/answer.ts"
import { meantOrgs } from "../../http/meant-orgs.ts"
import { comparedNumbers } from "./comparison.store.ts"

export const comparisonRoutes = answer(comparisonCalls, () => ({
  ofDay: async ({ day, ...wish }, ask) => {
    const { id, admintype } = ask.user.user
    const own = admintype === admintypes.none ? id : null
    return comparedNumbers(ask.db, await meantOrgs(ask, wish), { day, own })
  },
}))
