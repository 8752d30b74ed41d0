import { organisationCalls } from "@uc/contract/organisations/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import { schoolInfo } from "./organisations.store.ts"

export const organisationRoutes = implementCalls(organisationCalls, () => ({
  schoolInfo: async ({ orgid }, { db, scope }) =>
    foundOrForbidden(await schoolInfo(db, mustReach(scope, orgid))),
}))
