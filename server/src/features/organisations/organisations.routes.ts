import { organisationCalls } from "@uc/contract/organisations/calls"
import { answer } from "../../http/calls/register-calls.ts"
import { mustBeThere, mustReach } from "../../session/reach.ts"
import { schoolInfo } from "./organisations.store.ts"

export const organisationRoutes = answer(organisationCalls, () => ({
  schoolInfo: async ({ orgid }, { db, scope }) => mustBeThere(await schoolInfo(db, mustReach(scope, orgid))),
}))
