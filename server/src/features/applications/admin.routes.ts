import {
  applicationAdminCalls,
  applicationMessages,
  type ListedApplication,
} from "@uc/contract/applications/admin-calls"
import { usertypes } from "@uc/contract/account/calls"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { areaPathOf } from "../domains/public.ts"
import { mustAdministerApplications, mustBeTheirs } from "./administered-application.ts"
import {
  applicationsOf,
  removeApplication,
  renewApplicationSecret,
  rolesOf,
  saveApplication,
  type SavedApplication,
} from "./applications.store.ts"
import { casAddressOf, issuerOf, scimAddressOf } from "./issuer.ts"
import { signOutsOf } from "./sign-outs.store.ts"

export const applicationAdminRoutes = implementCalls(applicationAdminCalls, ({ database, site }) => ({
  list: async (_input, context) => {
    const org = await mustAdministerApplications(context)
    return {
      applications: await applicationsOf(context.db, org),
      roles: await rolesOf(context.db, org),
      issuer: issuerOf(site, context.caller.origin),
      casAddress: casAddressOf(site, context.caller.origin),
      scimAddress: scimAddressOf(site, context.caller.origin),
    }
  },

  save: async ({ isForBelow, ...wanted }, context) => {
    const org = await mustAdministerApplications(context)
    mustNotVersionNew(wanted.id, wanted.version)
    if (wanted.protocol === "cas" && wanted.keySet !== null)
      throw new Refusal(applicationMessages.noKeysInCas, { field: "keySet" })
    if (wanted.protocol === "cas" && wanted.waivesPkce === true)
      throw new Refusal(applicationMessages.noPkceInCas, { field: "waivesPkce" })
    if (wanted.protocol === "cas" && wanted.isPublic === true)
      throw new Refusal(applicationMessages.casHasServer, { field: "isPublic" })
    await mustBeTheirs(context, org, wanted.id, isForBelow)
    const saved = await saveApplication(context.db, database.systemDb, org, {
      ...wanted,
      id: wanted.id,
      version: wanted.version,
      waivesPkce: wanted.waivesPkce,
      isPublic: wanted.isPublic,
      sharedPath: isForBelow ? await pathBelow(context) : null,
    })
    if (saved.is !== "saved") throw refusalOf(saved)
    const { before, after } = saved
    context.note({ id: after.id, before: before && shownInLog(before), after: shownInLog(after) })
    return after
  },

  remove: async ({ id }, context) => {
    const org = await mustAdministerApplications(context)
    await mustBeTheirs(context, org, id, false)
    const before = await removeApplication(context.db, org, id)
    if (!before) throw new Refusal(applicationMessages.gone, { status: 409 })
    context.note({ id, before: shownInLog(before), after: null })
    return {}
  },

  signOuts: async ({ id }, context) => {
    const org = await mustAdministerApplications(context)
    if (!(await applicationsOf(context.db, org)).some((row) => row.id === id))
      throw new Refusal(applicationMessages.gone, { status: 409 })
    return { signOuts: await signOutsOf(context.db, id) }
  },

  renewSecret: async ({ id, endsOld }, context) => {
    const org = await mustAdministerApplications(context)
    await mustBeTheirs(context, org, id, false)
    const secret = await renewApplicationSecret(context.db, org, { id, endsOld })
    const application = (await applicationsOf(context.db, org)).find((row) => row.id === id)
    if (!application) throw new Refusal(applicationMessages.gone, { status: 409 })
    if (secret === null) {
      throw new Refusal(whyNoSecret(application), { status: 409 })
    }
    context.note({ id, name: application.name })
    return { application, secret }
  },
}))

function whyNoSecret({ protocol, isPublic }: ListedApplication): string {
  const { keysInsteadOfSecret, noSecretInCas, noSecretWithoutServer } = applicationMessages
  if (protocol === "cas") return noSecretInCas
  return isPublic ? noSecretWithoutServer : keysInsteadOfSecret
}

/** The platform is above all; a bureau above those of its area. */
async function pathBelow({ db, user: { user } }: RequestContext): Promise<string> {
  return user.usertype === usertypes.platform ? "" : areaPathOf(db, user.orgid)
}

function refusalOf(saved: Exclude<SavedApplication, { is: "saved" }>): Refusal {
  switch (saved.is) {
    case "gone":
      return new Refusal(applicationMessages.gone, { status: 409 })
    case "changed":
      return new Refusal(applicationMessages.changedMeanwhile, { status: 409 })
    case "full":
      return new Refusal(applicationMessages.tooMany)
    case "no-role":
      return new Refusal(applicationMessages.noSuchRole, { field: "roles" })
    case "domains-full":
      return new Refusal(applicationMessages.domainsFull)
    case "public-with-keys":
      return new Refusal(applicationMessages.keysWithoutServer, { field: "keySet" })
    case "public-without-pkce":
      return new Refusal(applicationMessages.pkceWithoutServer, { field: "waivesPkce" })
    case "service-taken":
      return new Refusal(applicationMessages.serviceOfOther, { field: "redirectAddresses" })
    case "site-taken":
      return new Refusal(applicationMessages.siteOfOther, { field: "redirectAddresses" })
  }
}

function shownInLog(shown: ListedApplication): Record<string, unknown> {
  const { name, protocol, homeAddress, redirectAddresses, claims, isOwn, isForBelow } = shown
  const { minAdmintype, roles, waivesPkce, isPublic, isDisabled } = shown
  return {
    name,
    protocol,
    homeAddress,
    redirectAddresses,
    claims,
    isOwn,
    minAdmintype,
    roles,
    isDisabled,
    ...(waivesPkce ? { pkce: "不要求" } : {}),
    ...(isPublic ? { server: "没有，不使用密钥" } : {}),
    ...(isForBelow ? { reach: "含全部下级单位" } : {}),
  }
}
