import { attachmentMessages } from "@uc/contract/attachments/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { exportLimits } from "@uc/contract/core/exports"
import {
  codeInPieces,
  patrolLimits,
  patrolMessages,
  patrolPlace,
  patrolRings,
  patrolAdminCalls,
  type PatrolPoint,
  type PatrolVisit,
} from "@uc/contract/patrols/admin-calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { linkAttachments } from "../attachments/public.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { holdersIn } from "../../session/rights/who-holds.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { orgsInFilter } from "../areas/public.ts"
import {
  isAdministered,
  mustAdminister,
  foundOrForbidden,
  mustReach,
  outOfReach,
} from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { qrcodeOf } from "../../security/qr/qrcode-image.ts"
import { checkInAt } from "./check-in.ts"
import { planSheets, pointSheet, rankSheet } from "./patrol-exports.ts"
import { planOf, plansOf, savePlan } from "./patrol-plans.store.ts"
import { pointByCode, pointOf, pointsOf, renewCode, savePoint } from "./patrol-points.store.ts"
import {
  makeVisit,
  ranksOfOrganisations,
  ranksOfPeople,
  visitOf,
  visitPage,
  visitsAround,
  visitsOfPerson,
} from "./patrol-visits.store.ts"
import { visitSheet } from "./visit-export.ts"

export const patrolAdminRoutes = implementCalls(patrolAdminCalls, ({ site }) => ({
  points: async (asked, context) => {
    const { org, mayAdminister, withDisabled } = mustSeeAdministered(context, asked)
    const points = await pointsOf(context.db, org, withDisabled)
    return { points: points.map((point) => shownPoint(point, mayAdminister)), mayAdminister }
  },

  exportPoints: async (asked, context) => {
    const { org, withDisabled } = mustSeeAdministered(context, asked)
    const sheets = [pointSheet(await pointsOf(context.db, org, withDisabled))]
    return exportedFile(context, { action: "patrolAdmin.exportPoints", name: "巡查点位", sheets })
  },

  savePoint: async ({ orgid, ...wanted }, context) => {
    const known = wanted.id === undefined ? null : foundOrForbidden(await pointOf(context.db, wanted.id))
    const org = mustAdminister(context, orgid ?? known?.orgId ?? context.user.user.orgid)
    if (known && known.orgId !== org) throw outOfReach()
    mustNotVersionNew(wanted.id, wanted.version)
    const outcome = await savePoint(context.db, org, wanted)
    switch (outcome) {
      case "full":
        throw new Refusal(patrolMessages.tooManyPoints)
      case "place":
        throw new Refusal(patrolMessages.placeNotTheirs, { status: 403 })
      case "gone":
        throw new Refusal(patrolMessages.pointGone, { status: 409 })
      case "changed":
        throw new Refusal(patrolMessages.changedMeanwhile, { status: 409 })
    }
    const { name, placeId, isDisabled } = wanted
    const before = known && { name: known.name, placeId: known.placeId, isDisabled: known.isDisabled }
    await writeAuditEntry(context, "patrols.savePoint", {
      id: outcome.saved,
      before,
      after: { name, placeId, isDisabled },
    })
    return shownPoint(foundOrForbidden(await pointOf(context.db, outcome.saved)), true)
  },

  renewCode: async ({ id }, context) => {
    const known = foundOrForbidden(await pointOf(context.db, id))
    mustAdminister(context, known.orgId)
    await renewCode(context.db, id)
    await writeAuditEntry(context, "patrols.renewCode", { id, name: known.name })
    return shownPoint(foundOrForbidden(await pointOf(context.db, id)), true)
  },

  codes: async ({ ids }, context) => {
    const wanted = [...new Set(idsOf(ids))]
    if (wanted.length > patrolLimits.codes) throw new Refusal(patrolMessages.tooManyCodes)
    const codes = []
    for (const id of wanted) {
      const point = foundOrForbidden(await pointOf(context.db, id))
      mustAdminister(context, point.orgId)
      const { name, placeName, orgname, code } = point
      const image = await qrcodeOf(codeAddress(site, context.caller.origin, code))
      codes.push({ id, name, placeName, orgname, code: codeInPieces(code), image })
    }
    return { codes }
  },

  plans: async (asked, context) => {
    const { org, mayAdminister, withDisabled } = mustSeeAdministered(context, asked)
    return { plans: await plansOf(context.db, org, withDisabled), mayAdminister }
  },

  exportPlans: async (asked, context) => {
    const { org, withDisabled } = mustSeeAdministered(context, asked)
    const sheets = planSheets(await plansOf(context.db, org, withDisabled))
    return exportedFile(context, { action: "patrolAdmin.exportPlans", name: "巡查计划", sheets })
  },

  savePlan: async ({ orgid, ...wanted }, context) => {
    const org = mustAdminister(context, orgid ?? context.user.user.orgid)
    mustNotVersionNew(wanted.id, wanted.version)
    if (new Set(wanted.route.map(({ pointId }) => pointId)).size < wanted.route.length)
      throw new Refusal(patrolMessages.pointTwice)
    const before = wanted.id === undefined ? null : await planOf(context.db, wanted.id)
    const outcome = await savePlan(context.db, org, wanted)
    switch (outcome) {
      case "full":
        throw new Refusal(patrolMessages.tooManyPlans)
      case "gone":
        throw new Refusal(patrolMessages.planGone, { status: 409 })
      case "changed":
        throw new Refusal(patrolMessages.changedMeanwhile, { status: 409 })
      case "point":
        throw new Refusal(patrolMessages.pointGone, { status: 403 })
      case "walker":
        throw new Refusal(patrolMessages.walkerNotTheirs, { status: 403 })
    }
    if ("disabled" in outcome) throw new Refusal(patrolMessages.pointDisabled(outcome.disabled))
    if ("left" in outcome) throw new Refusal(patrolMessages.walkerLeft(outcome.left))
    const after = foundOrForbidden(await planOf(context.db, outcome.saved))
    await writeAuditEntry(context, "patrols.savePlan", { id: outcome.saved, before, after })
    return after
  },

  mine: async (_input, { db, user: { user } }) => ({
    visits: user.isParent ? [] : await visitsOfPerson(db, { org: user.orgid, person: user.id }),
  }),

  scanned: async ({ code }, context) => {
    const point = await mustStandAt(context, code)
    const found = checkInAt(await visitsAround(context.db, point.id, "look"), visitorOf(context, point.orgId))
    return {
      pointName: point.name,
      placeName: point.placeName,
      visit: "visit" in found ? await visitOf(context.db, found.visit) : null,
      why: "why" in found ? found.why : null,
    }
  },

  checkIn: async ({ code, visitId, result, note, pictures }, context) => {
    const {
      db,
      user: { user },
    } = context
    const point = await mustStandAt(context, code)
    if (result === "problem" && note === "") throw new Refusal(patrolMessages.noteMissing)
    const around = await visitsAround(db, point.id, "change")
    if (visitId !== undefined && !around.some(({ id }) => id === visitId))
      throw new Refusal(whyNotAround(point, await visitOf(db, visitId)), { status: 409 })
    const found = checkInAt(around, { ...visitorOf(context, point.orgId), visitId })
    if ("why" in found) throw new Refusal(found.why, { status: 409 })
    await makeVisit(db, found.visit, { by: user.id, result, note: note || null })
    const ids = [...new Set(idsOf(pictures))]
    if (ids.length > patrolLimits.pictures) throw new Refusal(attachmentMessages.tooMany)
    const linked = { uploader: user.id, subject: "patrol", subjectId: found.visit } as const
    if (!(await linkAttachments(db, ids, linked))) throw new Refusal(attachmentMessages.gone, { status: 409 })
    if (result === "problem") await notifyPlanOwners(context, point)
    return foundOrForbidden(await visitOf(db, found.visit))
  },

  visits: async ({ limit, before, areaid, orgid, ...filters }, context) => {
    mustBeStaff(context)
    const orgs = await orgsInFilter(context, { areaid, orgid })
    return visitPage(
      context.db,
      { orgs, orgid: onlyOrg(context, areaid, orgid), ...filters },
      { limit, before },
    )
  },

  exportVisits: async ({ areaid, orgid, ...filters }, context) => {
    mustBeStaff(context)
    const orgs = await orgsInFilter(context, { areaid, orgid })
    const filter = { orgs, orgid: onlyOrg(context, areaid, orgid), ...filters }
    const name = ["巡查记录", filters.from ?? "", filters.to ?? ""].filter((part) => part !== "").join("-")
    const sheets = [await visitSheet(context.db, filter)]
    return exportedFile(context, { action: "patrolAdmin.exportVisits", name, sheets })
  },

  ranks: async (asked, context) => {
    const { items, isCut } = await ranksFor(context, asked, patrolLimits.ranked)
    return { ranks: items, isCut }
  },

  exportRanks: async (asked, context) => {
    const { by, from, to } = asked
    const sheets = [rankSheet(by, await ranksFor(context, asked, exportLimits.rows))]
    const name = `巡查统计-${from}-${to}`
    return exportedFile(context, { action: "patrolAdmin.exportRanks", name, sheets })
  },
}))

type Ranked = ParsedInputOf<typeof patrolAdminCalls.ranks>

async function ranksFor(context: RequestContext, { by, from, to, areaid, orgid }: Ranked, atMost: number) {
  mustBeStaff(context)
  const orgs = await orgsInFilter(context, { areaid, orgid })
  // DISTRICT-15: refused and not dropped.
  if (by === "person" && areaid !== undefined)
    throw new Refusal(patrolMessages.peopleOfOneOrganisation, { field: "areaid" })
  const ranks =
    by === "person"
      ? await ranksOfPeople(context.db, orgid ?? context.user.user.orgid, { from, to }, atMost + 1)
      : await ranksOfOrganisations(context.db, orgs, { from, to }, atMost + 1)
  return { items: ranks.slice(0, atMost), isCut: ranks.length > atMost }
}

type ShownInput = ParsedInputOf<typeof patrolAdminCalls.points>

/** What is out of use is shown to its administrators alone. */
function mustSeeAdministered(context: RequestContext, { orgid, withDisabled }: ShownInput) {
  mustBeStaff(context)
  const org = mustReach(context.scope, orgid ?? context.user.user.orgid)
  const mayAdminister = isAdministered(context.user, org)
  // DISTRICT-15: refused and not dropped.
  if (withDisabled === 1 && !mayAdminister)
    throw new Refusal(patrolMessages.disabledForAdministrators, { status: 403, field: "withDisabled" })
  return { org, mayAdminister, withDisabled: withDisabled === 1 }
}

type Known = NonNullable<Awaited<ReturnType<typeof pointOf>>>

/** The page that a scanned code opens, which checks in. Behind the `#`, so that no server logs the code. */
function codeAddress(site: { readonly staticAddress: string | null }, origin: string, code: string): string {
  return `${new URL(portalBase, site.staticAddress ?? origin).href}#${patrolPlace}?check=${code}`
}

/** Who has read a code can check in from anywhere: it is shown to its administrators alone. */
function shownPoint(
  { orgId: _orgId, orgname: _orgname, ...point }: Known,
  mayAdminister: boolean,
): PatrolPoint {
  return { ...point, code: mayAdminister ? point.code : null }
}

/** Parents do not see who visited what and what was found. */
function mustBeStaff({ user: { user } }: RequestContext): void {
  if (user.isParent) throw new Refusal(patrolMessages.staffOnly, { status: 403 })
}

/** Only the organisation's own people check in: a bureau only looks. */
async function mustStandAt(context: RequestContext, code: string): Promise<Known> {
  const {
    db,
    user: { user },
  } = context
  mustBeStaff(context)
  const point = await pointByCode(db, code)
  if (!point || point.isDisabled) throw new Refusal(patrolMessages.codeUnknown)
  if (point.orgId !== user.orgid) throw new Refusal(patrolMessages.notTheirs, { status: 403 })
  return point
}

/** Why a given visit can't be made here and now. */
function whyNotAround(point: Known, visit: PatrolVisit | null): string {
  if (visit === null) return patrolMessages.visitGone
  if (visit.pointId !== point.id) return patrolMessages.codeElsewhere(point.name)
  if (visit.checkedAt !== null) return patrolMessages.already(visit.checkedBy ?? "他人", visit.checkedAt)
  return patrolMessages.tooLate(visit.closesAt)
}

function visitorOf(context: RequestContext, org: Id) {
  return { id: context.user.user.id, isAdministrator: isAdministered(context.user, org) }
}

/** Who reaches one organisation reads it by that organisation's index. */
function onlyOrg({ scope }: RequestContext, areaid: Id | undefined, orgid: Id | undefined): Id | undefined {
  if (orgid !== undefined) return areaid === undefined ? orgid : undefined
  if (scope.reach === "all" || areaid !== undefined) return undefined
  const [only, ...others] = scope.orgs
  return others.length === 0 ? only : undefined
}

async function notifyPlanOwners({ db, user: { user } }: RequestContext, point: Known): Promise<void> {
  const keepers = await holdersIn(db, "patrols.manage", [point.orgId])
  await ringBell(db, {
    personIds: keepers.filter((id) => id !== user.id),
    topic: "patrol",
    title: patrolRings.problem(point.name, user.nickname),
    place: `${patrolPlace}?view=records&state=problem`,
  })
}
