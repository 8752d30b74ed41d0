import { assessmentCalls } from "@uc/contract/assessments/calls"
import { answer } from "../../http/answer.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { meantOrgs } from "../../http/meant-orgs.ts"
import { assessments } from "./assessments.store.ts"
import { profileSheet } from "./profile-file.ts"
import { profiles } from "./profiles.store.ts"

export const assessmentRoutes = answer(assessmentCalls, () => ({
  list: async ({ orgid, ...asked }, ask) => assessments(ask.db, await meantOrgs(ask, { orgid }), asked),
  exportProfiles: async ({ orgid }, ask) => {
    const sheets = [await profileSheet(ask.db, await meantOrgs(ask, { orgid }))]
    return exportedFile(ask, { action: "assessments.exportProfiles", name: "单位档案", sheets })
  },
  profiles: async ({ orgid, ...asked }, ask) => profiles(ask.db, await meantOrgs(ask, { orgid }), asked),
}))
