import {
  organisationMessages,
  organisationWorkCalls,
  runsOrganisations,
} from "@uc/contract/organisations/admin-calls"
import { administers, admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { reachedArea } from "../areas/reached-area.ts"
import { everything } from "../../db/scope.ts"
import { seenAreaNames } from "../areas/seen-areas.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { endSessionsOfOrganisation } from "../../session/end-all-sessions.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { mustBeThere, mustReach, outOfReach } from "../../session/reach.ts"
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
} from "./organisation-actions.ts"

export const organisationWorkRoutes = answer(organisationWorkCalls, (house) => ({
  details: async ({ orgid }, ask) => {
    const { db, scope } = ask
    const { user } = ask.user
    const row = mustBeThere(await organisationRow(db, mustReach(scope, orgid)))
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
      isDisabled: row.isDisabled,
      version: row.version,
      ...(await countsOf(db, orgid)),
      administrators: await administratorsOf(db, orgid),
      mayChange: administers(user, orgid) && isTheirs,
      mayRun: runsOrganisations(user) && isTheirs && orgid !== user.orgid,
    }
  },

  add: async ({ areaid, kind, ...written }, ask) => {
    const { db, scope } = ask
    await mustRun(ask)
    mustBeThere(await reachedArea(db, scope, areaid))
    if (kind === "platform") throw new Refusal(organisationMessages.kindNotAllowed, { status: 403 })
    const added = mustBeThere(await addOrganisation(db, { areaid, kind, ...written }))
    if ("obstacle" in added) throw new Refusal(organisationMessages[added.obstacle])
    await logDone(ask, "organisationsAtWork.add", {
      id: added.id,
      before: null,
      after: { kind, areaid, ...written },
    })
    // Whom they reach follows from the session, and that is remembered for a second: the page asks for the new one at once.
    house.sessions.forgetEnded(ask.user.sessionId)
    return { orgid: added.id }
  },

  change: async ({ orgid, version, ...written }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const changed = mustBeChanged(
      await changeOrganisation(ask.db, org, version, written, (look) =>
        house.database.within(everything, look),
      ),
    )
    await logDone(ask, "organisationsAtWork.change", { id: org, ...changed })
    return {}
  },

  move: async ({ orgid, version, areaid }, ask) => {
    const org = await mustRunOther(ask, orgid)
    mustBeThere(await reachedArea(ask.db, ask.scope, areaid))
    ask.note({ id: org, ...mustBeChanged(await moveOrganisation(ask.db, org, version, areaid)) })
    return {}
  },

  setState: async ({ orgid, version, isDisabled }, ask) => {
    const org = await mustRunOther(ask, orgid)
    const changed = mustBeChanged(await setOrganisationState(ask.db, org, version, isDisabled === 1))
    ask.note({ id: org, ...changed })
    return { ended: isDisabled === 1 ? await endSessionsOfOrganisation(house, ask.db, org) : 0 }
  },

  mergePlan: async ({ orgid, intoOrgid }, ask) => {
    await mustRunOther(ask, orgid)
    await mustRun(ask, intoOrgid)
    return mustBePlanned(await mergePlan(ask.db, orgid, intoOrgid))
  },

  merge: async ({ orgid, intoOrgid, version, intoVersion }, ask) => {
    await mustRunOther(ask, orgid)
    await mustRun(ask, intoOrgid)
    await endSessionsOfOrganisation(house, ask.db, orgid)
    const done = mustBePlanned(
      await mergeOrganisations(ask.db, { from: orgid, into: intoOrgid, version, intoVersion }),
    )
    ask.note({
      id: orgid,
      before: { name: done.from },
      after: mergeFacts(done),
    })
    return { people: done.moves.find(({ what }) => what === "人员")?.count ?? 0 }
  },
}))

/** An area's or the platform's administrator, for what they reach. */
async function mustRun(ask: Ask, org?: Id): Promise<void> {
  if (!runsOrganisations(ask.user.user)) throw outOfReach()
  if (org !== undefined) await mustAdministerFully(ask, org)
}

/** Nobody moves, disables or gives up the place that they stand on. */
async function mustRunOther(ask: Ask, org: Id): Promise<Id> {
  await mustRun(ask, org)
  if (org === ask.user.user.orgid) throw new Refusal(organisationMessages.ownOrganisation, { status: 403 })
  return org
}

function mustBeChanged(changed: Changed | null) {
  const found = mustBeThere(changed)
  if (!("obstacle" in found)) return found
  const status = found.obstacle === "changedMeanwhile" ? 409 : 400
  throw new Refusal(organisationMessages[found.obstacle], { status })
}

function mustBePlanned(planned: Planned) {
  const found = mustBeThere(planned)
  if ("plan" in found) return found.plan
  const status = found.obstacle === "changedMeanwhile" ? 409 : 400
  throw new Refusal(organisationMessages[found.obstacle], { status })
}
