import { assessmentCalls } from "@uc/contract/assessments/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { orgsInFilter } from "../areas/public.ts"
import { assessments } from "./assessments.store.ts"
import { profileSheet } from "./profile-export.ts"
import { profiles } from "./profiles.store.ts"

export const assessmentRoutes = implementCalls(assessmentCalls, () => ({
  // As far as the permission is held, which may be less than what is reached.
  list: async ({ orgid, ...asked }, context) =>
    assessments(
      context.db,
      await orgsInFilter({ ...context, scope: context.user.administered }, { orgid }),
      asked,
    ),
  exportProfiles: async ({ orgid, sort }, context) => {
    const sheets = [await profileSheet(context.db, await orgsInFilter(context, { orgid }), sort)]
    return exportedFile(context, { action: "assessments.exportProfiles", name: "单位档案", sheets })
  },
  profiles: async ({ orgid, ...asked }, context) =>
    profiles(context.db, await orgsInFilter(context, { orgid }), asked),
}))
