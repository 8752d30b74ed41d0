import { applicationMessages, type ListedApplication } from "@uc/contract/applications/admin-calls"
import { applicationKeyMessages, keyScopeLabels } from "@uc/contract/applications/application-keys"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import { usertypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustReach } from "../../session/reach.ts"
import { mustBeTheirs, mustAdministerApplications } from "./administered-application.ts"
import { applicationsOf } from "./applications.store.ts"
import { scimAddressOf } from "./issuer.ts"
import { addKey, keysOf, masterOf, revokeKey, setMaster } from "./keys.store.ts"

export const applicationKeyRoutes = implementCalls(applicationKeyCalls, ({ site }) => ({
  list: async ({ id }, context) => {
    const { org } = await mustFindApplication(context, id)
    const master = await masterOf(context.db, org)
    return {
      keys: await keysOf(context.db, id),
      scimAddress: scimAddressOf(site, context.caller.origin),
      isMaster: master?.id === id,
      master: master?.name ?? null,
    }
  },

  add: async ({ id, name, scopes, days }, context) => {
    const { org, application } = await mustFindApplication(context, id)
    await mustBeTheirs(context, org, id, false)
    const key = await addKey(context.db, org, { applicationId: id, name, scopes, days })
    if (key === null) throw new Refusal(applicationKeyMessages.tooMany)
    const words = scopes.map((scope) => keyScopeLabels[scope]).join("、")
    context.note({ id, before: null, after: { name: application.name, key: name, scopes: words } })
    return { key }
  },

  revoke: async ({ id, keyId }, context) => {
    const { org, application } = await mustFindApplication(context, id)
    await mustBeTheirs(context, org, id, false)
    const gone = await revokeKey(context.db, id, keyId)
    if (!gone) throw new Refusal(applicationKeyMessages.gone, { status: 409 })
    context.note({ id, before: { name: application.name, key: gone.name }, after: null })
    return {}
  },

  setMaster: async ({ id, isMaster }, context) => {
    const { org, application } = await mustFindApplication(context, id)
    await mustBeTheirs(context, org, id, false)
    if (isMaster && context.user.user.usertype === usertypes.platform)
      throw new Refusal(applicationKeyMessages.platformNoMaster)
    const other = await setMaster(context.db, org, { applicationId: id, isMaster })
    if (other !== null) throw new Refusal(applicationKeyMessages.otherMaster(other), { status: 409 })
    const { name } = application
    const shown = (is: boolean) => ({ name, state: is ? "主数据源" : "只读" })
    context.note({ id, before: shown(!isMaster), after: shown(isMaster) })
    return {}
  },

  masterOf: async ({ orgid }, { db, scope }) => ({
    master: (await masterOf(db, mustReach(scope, orgid)))?.name ?? null,
  }),
}))

async function mustFindApplication(
  context: RequestContext,
  id: Id,
): Promise<{ readonly org: Id; readonly application: ListedApplication }> {
  const org = await mustAdministerApplications(context)
  const application = (await applicationsOf(context.db, org)).find((row) => row.id === id)
  if (!application) throw new Refusal(applicationMessages.gone, { status: 409 })
  return { org, application }
}
