import { attachmentMessages } from "@uc/contract/attachments/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { exportLimits } from "@uc/contract/core/exports"
import {
  codeInPieces,
  patrolLimits,
  patrolMessages,
  patrolPlace,
  patrolRings,
  patrolWorkCalls,
  type PatrolPoint,
  type PatrolVisit,
} from "@uc/contract/patrols/admin-calls"
import { admintypes } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { hangAttachments } from "../attachments/attachment-links.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { meantOrgs } from "../areas/orgs-in-filter.ts"
import { isAdministered, mustAdminister, mustBeThere, mustReach, outOfReach } from "../../session/reach.ts"
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

export const patrolWorkRoutes = answer(patrolWorkCalls, ({ site }) => ({
  points: async (asked, ask) => {
    const { org, mayKeep, withDisabled } = mustSeeKept(ask, asked)
    const points = await pointsOf(ask.db, org, withDisabled)
    return { points: points.map((point) => shownPoint(point, mayKeep)), mayKeep }
  },

  exportPoints: async (asked, ask) => {
    const { org, withDisabled } = mustSeeKept(ask, asked)
    const sheets = [pointSheet(await pointsOf(ask.db, org, withDisabled))]
    return exportedFile(ask, { action: "patrolsAtWork.exportPoints", name: "巡查点位", sheets })
  },

  savePoint: async ({ orgid, ...wanted }, ask) => {
    const known = wanted.id === undefined ? null : mustBeThere(await pointOf(ask.db, wanted.id))
    const org = mustKeep(ask, orgid ?? known?.orgId ?? ask.user.user.orgid)
    if (known && known.orgId !== org) throw outOfReach()
    const outcome = await savePoint(ask.db, org, wanted)
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
    await logDone(ask, "patrols.savePoint", {
      id: outcome.saved,
      before,
      after: { name, placeId, isDisabled },
    })
    return shownPoint(mustBeThere(await pointOf(ask.db, outcome.saved)), true)
  },

  renewCode: async ({ id }, ask) => {
    const known = mustBeThere(await pointOf(ask.db, id))
    mustKeep(ask, known.orgId)
    await renewCode(ask.db, id)
    await logDone(ask, "patrols.renewCode", { id, name: known.name })
    return shownPoint(mustBeThere(await pointOf(ask.db, id)), true)
  },

  codes: async ({ ids }, ask) => {
    const wanted = [...new Set(idsOf(ids))]
    if (wanted.length > patrolLimits.codes) throw new Refusal(patrolMessages.tooManyCodes)
    const codes = []
    for (const id of wanted) {
      const point = mustBeThere(await pointOf(ask.db, id))
      mustKeep(ask, point.orgId)
      const { name, placeName, orgname, code } = point
      const image = await qrcodeOf(codeAddress(site, ask.caller.origin, code))
      codes.push({ id, name, placeName, orgname, code: codeInPieces(code), image })
    }
    return { codes }
  },

  plans: async (asked, ask) => {
    const { org, mayKeep, withDisabled } = mustSeeKept(ask, asked)
    return { plans: await plansOf(ask.db, org, withDisabled), mayKeep }
  },

  exportPlans: async (asked, ask) => {
    const { org, withDisabled } = mustSeeKept(ask, asked)
    const sheets = planSheets(await plansOf(ask.db, org, withDisabled))
    return exportedFile(ask, { action: "patrolsAtWork.exportPlans", name: "巡查计划", sheets })
  },

  savePlan: async ({ orgid, ...wanted }, ask) => {
    const org = mustKeep(ask, orgid ?? ask.user.user.orgid)
    if (new Set(wanted.route.map(({ pointId }) => pointId)).size < wanted.route.length)
      throw new Refusal(patrolMessages.pointTwice)
    const before = wanted.id === undefined ? null : await planOf(ask.db, wanted.id)
    const outcome = await savePlan(ask.db, org, wanted)
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
    const after = mustBeThere(await planOf(ask.db, outcome.saved))
    await logDone(ask, "patrols.savePlan", { id: outcome.saved, before, after })
    return after
  },

  mine: async (_input, { db, user: { user } }) => ({
    visits: user.isParent ? [] : await visitsOfPerson(db, { org: user.orgid, person: user.id }),
  }),

  scanned: async ({ code }, ask) => {
    const point = await mustStandAt(ask, code)
    const found = checkInAt(await visitsAround(ask.db, point.id, "look"), comerOf(ask, point.orgId))
    return {
      pointName: point.name,
      placeName: point.placeName,
      visit: "visit" in found ? await visitOf(ask.db, found.visit) : null,
      why: "why" in found ? found.why : null,
    }
  },

  checkIn: async ({ code, visitId, result, note, pictures }, ask) => {
    const {
      db,
      user: { user },
    } = ask
    const point = await mustStandAt(ask, code)
    if (result === "problem" && note === "") throw new Refusal(patrolMessages.noteMissing)
    const around = await visitsAround(db, point.id, "change")
    if (visitId !== undefined && !around.some(({ id }) => id === visitId))
      throw new Refusal(whyNotAround(point, await visitOf(db, visitId)), { status: 409 })
    const found = checkInAt(around, { ...comerOf(ask, point.orgId), visitId })
    if ("why" in found) throw new Refusal(found.why, { status: 409 })
    await makeVisit(db, found.visit, { by: user.id, result, note: note || null })
    const ids = [...new Set(idsOf(pictures))]
    if (ids.length > patrolLimits.pictures) throw new Refusal(attachmentMessages.tooMany)
    const hung = { uploader: user.id, subject: "patrol", subjectId: found.visit } as const
    if (!(await hangAttachments(db, ids, hung))) throw new Refusal(attachmentMessages.gone, { status: 409 })
    if (result === "problem") await tellKeepers(ask, point)
    return mustBeThere(await visitOf(db, found.visit))
  },

  visits: async ({ limit, before, areaid, orgid, ...filters }, ask) => {
    mustBeStaff(ask)
    const orgs = await meantOrgs(ask, { areaid, orgid })
    return visitPage(ask.db, { orgs, orgid: onlyOrg(ask, areaid, orgid), ...filters }, { limit, before })
  },

  exportVisits: async ({ areaid, orgid, ...filters }, ask) => {
    mustBeStaff(ask)
    const orgs = await meantOrgs(ask, { areaid, orgid })
    const question = { orgs, orgid: onlyOrg(ask, areaid, orgid), ...filters }
    const name = ["巡查记录", filters.from ?? "", filters.to ?? ""].filter((part) => part !== "").join("-")
    const sheets = [await visitSheet(ask.db, question)]
    return exportedFile(ask, { action: "patrolsAtWork.exportVisits", name, sheets })
  },

  ranks: async (asked, ask) => {
    const { items, isCut } = await ranksFor(ask, asked, patrolLimits.ranked)
    return { ranks: items, isCut }
  },

  exportRanks: async (asked, ask) => {
    const { by, from, to } = asked
    const sheets = [rankSheet(by, await ranksFor(ask, asked, exportLimits.rows))]
    const name = `巡查统计-${from}-${to}`
    return exportedFile(ask, { action: "patrolsAtWork.exportRanks", name, sheets })
  },
}))

type Ranked = ParsedInputOf<typeof patrolWorkCalls.ranks>

async function ranksFor(ask: Ask, { by, from, to, areaid, orgid }: Ranked, atMost: number) {
  mustBeStaff(ask)
  const orgs = await meantOrgs(ask, { areaid, orgid })
  const ranks =
    by === "person"
      ? await ranksOfPeople(ask.db, orgid ?? ask.user.user.orgid, { from, to }, atMost + 1)
      : await ranksOfOrganisations(ask.db, orgs, { from, to }, atMost + 1)
  return { items: ranks.slice(0, atMost), isCut: ranks.length > atMost }
}

type Kept = ParsedInputOf<typeof patrolWorkCalls.points>

/** What is out of use is shown to those who keep it. */
function mustSeeKept(ask: Ask, { orgid, withDisabled }: Kept) {
  mustBeStaff(ask)
  const org = mustReach(ask.scope, orgid ?? ask.user.user.orgid)
  const mayKeep = keeps(ask, org)
  return { org, mayKeep, withDisabled: withDisabled === 1 && mayKeep }
}

type Known = NonNullable<Awaited<ReturnType<typeof pointOf>>>

/** What a phone opens that has scanned it: the page that checks in. Behind the `#`, so that no server logs it. */
function codeAddress(site: { readonly staticAddress: string | null }, origin: string, code: string): string {
  return `${new URL(portalBase, site.staticAddress ?? origin).href}#${patrolPlace}?check=${code}`
}

/** Who reads a code can be anywhere; so only those who hang it up see it. */
function shownPoint({ orgId: _orgId, orgname: _orgname, ...point }: Known, mayKeep: boolean): PatrolPoint {
  return { ...point, code: mayKeep ? point.code : null }
}

function keeps({ user }: Ask, org: Id): boolean {
  return isAdministered(user, org)
}

function mustKeep(ask: Ask, org: Id): Id {
  if (ask.user.user.admintype === admintypes.none)
    throw new Refusal(patrolMessages.administratorsOnly, { status: 403 })
  return mustAdminister(ask, org)
}

/** Who walked where and what was found is no parent's business. */
function mustBeStaff({ user: { user } }: Ask): void {
  if (user.isParent) throw new Refusal(patrolMessages.staffOnly, { status: 403 })
}

/** The own organisation's people alone walk its points: a bureau looks, it does not check in. */
async function mustStandAt(ask: Ask, code: string): Promise<Known> {
  const {
    db,
    user: { user },
  } = ask
  mustBeStaff(ask)
  const point = await pointByCode(db, code)
  if (!point || point.isDisabled) throw new Refusal(patrolMessages.codeUnknown)
  if (point.orgId !== user.orgid) throw new Refusal(patrolMessages.notTheirs, { status: 403 })
  return point
}

/** Of a visit that is none of this point's in these hours. */
function whyNotAround(point: Known, visit: PatrolVisit | null): string {
  if (visit === null) return patrolMessages.visitGone
  if (visit.pointId !== point.id) return patrolMessages.codeElsewhere(point.name)
  if (visit.checkedAt !== null) return patrolMessages.already(visit.checkedBy ?? "他人", visit.checkedAt)
  return patrolMessages.tooLate(visit.closesAt)
}

function comerOf(ask: Ask, org: Id) {
  return { id: ask.user.user.id, isKeeper: keeps(ask, org) }
}

/** Who reaches one organisation alone reads it in its own order. */
function onlyOrg({ scope }: Ask, areaid: Id | undefined, orgid: Id | undefined): Id | undefined {
  if (orgid !== undefined) return areaid === undefined ? orgid : undefined
  if (scope.reach === "all" || areaid !== undefined) return undefined
  const [only, ...others] = scope.orgs
  return others.length === 0 ? only : undefined
}

async function tellKeepers({ db, user: { user } }: Ask, point: Known): Promise<void> {
  const { rows } = await db.execute<{ id: Id }>(sql`
    select id::text from person where org_id = ${point.orgId}::bigint and admintype >= ${admintypes.organisation}
      and disabled_at is null and id <> ${user.id}::bigint limit 20`)
  await ringBell(db, {
    personIds: rows.map(({ id }) => id),
    topic: "patrol",
    title: patrolRings.problem(point.name, user.nickname),
    place: `${patrolPlace}?view=records&state=problem`,
  })
}
