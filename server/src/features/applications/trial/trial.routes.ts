import { applicationMessages } from "@uc/contract/applications/admin-calls"
import { applicationTrialCalls } from "@uc/contract/applications/trial-calls"
import { Refusal } from "../../../errors/refusal.ts"
import { implementCalls } from "../../../http/calls/implement-calls.ts"
import { mustAdministerApplications } from "../administered-application.ts"
import { asTrial } from "../../../http/outbound/as-trial.ts"
import { applicationsOf } from "../applications.store.ts"
import { casAddressOf, issuerOf } from "../issuer.ts"
import { runTrial } from "./run-trial.ts"

export const applicationTrialRoutes = implementCalls(applicationTrialCalls, (services) => ({
  run: async ({ id }, context) => {
    const { user: who, caller } = context
    const org = await mustAdministerApplications(context)
    // Not by the call's own transaction, which would be held while others answer.
    const entry = (await applicationsOf(services.database.systemDb, org)).find((row) => row.id === id)
    if (!entry) throw new Refusal(applicationMessages.gone, { status: 409 })
    const addressOf = entry.protocol === "cas" ? casAddressOf : issuerOf
    const issuer = addressOf(services.site, caller.origin)
    return { steps: await asTrial(services, who, () => runTrial({ services, entry, who, issuer })) }
  },
}))
