import { assessmentCalls } from "@uc/contract/assessments"
import { answer } from "../../http/answer.ts"
import { meantOrgs } from "../../http/meant-orgs.ts"
import { assessments } from "./assessments.store.ts"
import { profiles } from "./profiles.store.ts"

export const assessmentRoutes = answer(assessmentCalls, () => ({
  list: async ({ orgid, ...asked }, ask) => assessments(ask.db, await meantOrgs(ask, { orgid }), asked),
  profiles: async ({ orgid, ...asked }, ask) => profiles(ask.db, await meantOrgs(ask, { orgid }), asked),
}))
