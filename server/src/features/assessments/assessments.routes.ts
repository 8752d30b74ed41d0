import { assessmentCalls } from "@uc/contract/assessments/calls"
import { answer } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { meantOrgs } from "../areas/orgs-in-filter.ts"
import { assessments } from "./assessments.store.ts"
import { profileSheet } from "./profile-export.ts"
import { profiles } from "./profiles.store.ts"

export const assessmentRoutes = answer(assessmentCalls, () => ({
  list: async ({ orgid, ...asked }, ask) => assessments(ask.db, await meantOrgs(ask, { orgid }), asked),
  exportProfiles: async ({ orgid }, ask) => {
    const sheets = [await profileSheet(ask.db, await meantOrgs(ask, { orgid }))]
    return exportedFile(ask, { action: "assessments.exportProfiles", name: "单位档案", sheets })
  },
  profiles: async ({ orgid, ...asked }, ask) => profiles(ask.db, await meantOrgs(ask, { orgid }), asked),
}))
