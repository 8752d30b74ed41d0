import { comparisonCalls } from "@uc/contract/comparison"
import { answer } from "../../http/answer.ts"
import { meantOrgs } from "../../http/meant-orgs.ts"
import { comparedNumbers } from "./comparison.store.ts"

export const comparisonRoutes = answer(comparisonCalls, () => ({
  ofDay: async ({ day, ...wish }, ask) => comparedNumbers(ask.db, await meantOrgs(ask, wish), day),
}))
