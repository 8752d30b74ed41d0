import { profileNumbers, type OrganisationBase } from "@uc/contract/assessments/admin-calls"
import { assessmentMessages } from "@uc/contract/assessments/messages"
import type { Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden, isAdministered, mustAdminister, mustReach } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import type { AssessmentHandlers } from "./assessment-handlers.ts"
import { baseOf, saveBase } from "./organisation-base.store.ts"

export const profileHandlers: AssessmentHandlers<"profile" | "saveProfile"> = {
  profile: async ({ orgid }, context) =>
    baseFor(context, mustReach(context.scope, orgid ?? context.user.user.orgid)),

  saveProfile: async ({ orgid, version, ...wanted }, context) => {
    mustAdminister(context, orgid)
    const before = foundOrForbidden(await baseOf(context.db, orgid))
    // One alone is no place.
    if ((wanted.lng === null) !== (wanted.lat === null))
      throw new Refusal(assessmentMessages.placeIncomplete, { field: wanted.lng === null ? "lng" : "lat" })
    const outcome = await saveBase(context.db, orgid, version, wanted)
    if (outcome === "changed") throw new Refusal(assessmentMessages.profileChanged, { status: 409 })
    if (typeof outcome === "object") {
      const { schoolsOnly: field } = outcome
      throw new Refusal(assessmentMessages.schoolsOnly(profileNumbers[field]), { field })
    }
    const after = await baseFor(context, orgid)
    await writeAuditEntry(context, "profiles.save", { orgid, before, after })
    return after
  },
}

async function baseFor(context: RequestContext, org: Id): Promise<OrganisationBase> {
  const base = foundOrForbidden(await baseOf(context.db, org))
  return { ...base, mayChange: isAdministered(context.user, org) }
}
