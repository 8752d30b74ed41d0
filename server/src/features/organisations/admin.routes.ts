import { organisationMessages, organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { reachedArea, seenAreaNames } from "../areas/public.ts"
import { reaches, unrestricted } from "../../db/scope.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { endSessionsOfOrganisation } from "../../session/end-all-sessions.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { foundOrForbidden, isAdministered, mustReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { mergeFacts } from "./merge-facts.ts"
import { mergeOrganisations, mergePlan, type Planned } from "./merge-organisations.ts"
import {
  addOrganisation,
  administratorsOf,
  changeOrganisation,
  countsOf,
  moveOrganisation,
  organisationRow,
  setOrganisationState,
  type Changed,
  type Obstacle,
} from "./organisation-actions.ts"

export const organisationAdminRoutes = implementCalls(organisationAdminCalls, (services) => ({
  details: async ({ orgid }, context) => {
    const { db, scope } = context
    const { user } = context.user
    const row = foundOrForbidden(await organisationRow(db, mustReach(scope, orgid)))
    const isTheirs = row.kind !== "platform" || user.admintype === admintypes.platform
    return {
      orgid: row.id,
      name: row.name,
      shortName: row.shortName ?? "",
      kind: row.kind,
      areaid: row.areaId,
      path: await seenAreaNames(db, { user, scope }, row.areaPath),
      address: row.address ?? "",
      phone: row.phone ?? "",
      schoolLevel: row.schoolLevel ?? "",
      tags: row.tags,
      isDisabled: row.isDisabled,
      version: row.version,
      ...(await countsOf(db, orgid)),
      administrators: await administratorsOf(db, orgid),
      mayChange: isAdministered(context.user, orgid) && isTheirs,
      mayAddDepartments: reaches(heldScope(context.user, "departments.manage"), orgid) && isTheirs,
      mayRun:
        reaches(heldScope(context.user, "organisations.manage"), orgid) && isTheirs && orgid !== user.orgid,
    }
  },

  add: async ({ areaid, kind, ...written }, context) => {
    const { db, scope } = context
    await mustRun(context)
    foundOrForbidden(await reachedArea(db, scope, areaid))
    if (kind === "platform")
      throw new Refusal(organisationMessages.kindNotAllowed, { status: 403, field: "kind" })
    const added = foundOrForbidden(await addOrganisation(db, { areaid, kind, ...written }))
    if ("obstacle" in added) {
      throw obstacleSentence(added.obstacle, 400)
    }
    await writeAuditEntry(context, "organisationAdmin.add", {
      id: added.id,
      before: null,
      after: { kind, areaid, ...written },
    })
    // The scope is cached with the session for a second: the page must see the new one immediately.
    services.sessions.forgetEnded(context.user.sessionId)
    return { orgid: added.id }
  },

  change: async ({ orgid, version, ...written }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    const changed = mustBeChanged(
      await changeOrganisation(context.db, org, version, written, (look) =>
        services.database.transaction(unrestricted, look),
      ),
    )
    await writeAuditEntry(context, "organisationAdmin.change", { id: org, ...changed })
    return {}
  },

  move: async ({ orgid, version, areaid }, context) => {
    const org = await mustRunOther(context, orgid)
    foundOrForbidden(await reachedArea(context.db, context.scope, areaid))
    context.note({ id: org, ...mustBeChanged(await moveOrganisation(context.db, org, version, areaid)) })
    return {}
  },

  setState: async ({ orgid, version, isDisabled }, context) => {
    const org = await mustRunOther(context, orgid)
    const changed = mustBeChanged(await setOrganisationState(context.db, org, version, isDisabled === 1))
    context.note({ id: org, ...changed })
    return { ended: isDisabled === 1 ? await endSessionsOfOrganisation(services, context.db, org) : 0 }
  },

  mergePlan: async ({ orgid, intoOrgid }, context) => {
    await mustRunOther(context, orgid)
    await mustRun(context, intoOrgid)
    return mustBePlanned(await mergePlan(context.db, orgid, intoOrgid))
  },

  merge: async ({ orgid, intoOrgid, version, intoVersion }, context) => {
    await mustRunOther(context, orgid)
    await mustRun(context, intoOrgid)
    await endSessionsOfOrganisation(services, context.db, orgid)
    const done = mustBePlanned(
      await mergeOrganisations(context.db, { from: orgid, into: intoOrgid, version, intoVersion }),
    )
    context.note({
      id: orgid,
      before: { name: done.from },
      after: mergeFacts(done),
    })
    return { people: done.moves.find(({ what }) => what === "人员")?.count ?? 0 }
  },
}))

/** An area's or the platform's administrator, by the permission of the calls; for what they administer. */
async function mustRun(context: RequestContext, org?: Id): Promise<void> {
  if (org !== undefined) await mustAdministerFully(context, org)
}

/** Nobody moves, disables or merges away their own organisation. */
async function mustRunOther(context: RequestContext, org: Id): Promise<Id> {
  await mustRun(context, org)
  if (org === context.user.user.orgid)
    throw new Refusal(organisationMessages.ownOrganisation, { status: 403 })
  return org
}

function mustBeChanged(changed: Changed | null) {
  const found = foundOrForbidden(changed)
  if (!("obstacle" in found)) return found
  throw obstacleSentence(found.obstacle, found.obstacle === "changedMeanwhile" ? 409 : 400)
}

const fieldOf: Partial<Record<Obstacle, string>> = {
  nameTaken: "name",
  bureauAreaTaken: "kind",
  levelUnknown: "schoolLevel",
  levelOfSchools: "schoolLevel",
}

function obstacleSentence(obstacle: Obstacle, status: 400 | 409): Refusal {
  const field = fieldOf[obstacle]
  return new Refusal(organisationMessages[obstacle], { status, ...(field !== undefined && { field }) })
}

function mustBePlanned(planned: Planned) {
  const found = foundOrForbidden(planned)
  if ("plan" in found) return found.plan
  const status = found.obstacle === "changedMeanwhile" ? 409 : 400
  throw new Refusal(organisationMessages[found.obstacle], { status })
}
