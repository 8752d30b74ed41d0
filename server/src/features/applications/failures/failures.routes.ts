import { applicationMessages } from "@uc/contract/applications/admin-calls"
import { applicationFailureCalls } from "@uc/contract/applications/failure-calls"
import { Refusal } from "../../../errors/refusal.ts"
import { implementCalls } from "../../../http/calls/implement-calls.ts"
import { mustAdministerApplications } from "../administered-application.ts"
import { applicationsOf } from "../applications.store.ts"
import { failuresOf } from "./failures.store.ts"

export const applicationFailureRoutes = implementCalls(applicationFailureCalls, () => ({
  list: async ({ id }, context) => {
    const org = await mustAdministerApplications(context)
    if (!(await applicationsOf(context.db, org)).some((row) => row.id === id))
      throw new Refusal(applicationMessages.gone, { status: 409 })
    return { failures: await failuresOf(context.db, id) }
  },
}))
