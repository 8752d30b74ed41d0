import {
  assessmentLimits,
  assessmentMessages,
  assessmentPlace,
  assessmentRings,
  placeOfAssessment,
} from "@uc/contract/assessments/messages"
import { assessmentObstacle, weightedSum, type AssessmentAction } from "@uc/contract/assessments/steps"
import {
  assessmentAdminCalls,
  type FilledItem,
  type OrganisationBase,
} from "@uc/contract/assessments/admin-calls"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { admintypes, administers } from "@uc/contract/account/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { linkAttachments } from "../attachments/public.ts"
import type { Database } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { unrestricted, reaches } from "../../db/scope.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
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
import { assessmentSheet, schemeSheets, trendSheet } from "./assessment-exports.ts"
import { sentenceFor } from "./obstacle-sentence.ts"
import {
  assessmentOf,
  assessmentPage,
  evidenceOf,
  extend,
  filledItems,
  fullScoreOf,
  handOn,
  saveFilledItem,
  saveReview,
  scoreRowOf,
  takeOffEvidence,
  todayOf,
  writtenOf,
  type FoundAssessment,
  type PageQuestion,
} from "./assessment-work.store.ts"
import { baseOf, saveBase } from "./organisation-base.store.ts"
import { resultSheet } from "./result-export.ts"
import { resultsOf, trendOf } from "./results.store.ts"
import {
  addScheme,
  administratorsOf,
  changeScheme,
  giveScheme,
  isGiven,
  lockedScheme,
  obstaclesToGiving,
  removeScheme,
  schemesOf,
} from "./schemes.store.ts"

export const assessmentAdminRoutes = implementCalls(assessmentAdminCalls, ({ database }) => ({
  schemes: async (_input, context) => {
    mustBeAdministrator(context)
    const { user } = context.user
    return { schemes: await schemesOf(context.db, user.orgid), mayKeep: administers(user, user.orgid) }
  },

  exportSchemes: async (_input, context) => {
    mustBeAdministrator(context)
    const sheets = schemeSheets(await schemesOf(context.db, context.user.user.orgid))
    return exportedFile(context, { action: "assessmentAdmin.exportSchemes", name: "考核方案", sheets })
  },

  saveScheme: async ({ id, version, ...wanted }, context) => {
    const org = mustKeepSchemes(context)
    if (id !== undefined)
      await mustBeUngiven(context, database, { id, version }, assessmentMessages.schemeGiven)
    const saved = id ?? (await addScheme(context.db, org, wanted))
    if (saved === null) throw new Refusal(assessmentMessages.tooManySchemes)
    if (id !== undefined) await changeScheme(context.db, org, id, wanted)
    await writeAuditEntry(context, "assessments.saveScheme", {
      id: saved,
      title: wanted.title,
      isNew: id === undefined,
    })
    return foundOrForbidden((await schemesOf(context.db, org, saved))[0])
  },

  removeScheme: async ({ id, version }, context) => {
    mustKeepSchemes(context)
    const { title } = await mustBeUngiven(context, database, { id, version }, assessmentMessages.schemeKept)
    await removeScheme(context.db, id)
    await writeAuditEntry(context, "assessments.removeScheme", { id, title })
    return {}
  },

  give: async ({ schemeId, orgids, ...given }, context) => {
    const own = mustKeepSchemes(context)
    const orgs = [...new Set(idsOf(orgids))]
    if (orgs.length === 0) throw new Refusal(assessmentMessages.nobodyChosen)
    for (const org of orgs) mustAdminister(context, org)
    if (given.ends < given.begins) throw new Refusal(assessmentMessages.daysWrong)
    if (given.ends < (await todayOf(context.db))) throw new Refusal(assessmentMessages.endsPast)
    const scheme = await lockedScheme(context.db, schemeId, "share")
    if (!scheme || scheme.orgId !== own) throw new Refusal(assessmentMessages.schemeGone, { status: 409 })
    const { known, closed, twice } = await obstaclesToGiving(context.db, schemeId, given.period, orgs)
    if (known < orgs.length) throw outOfReach()
    if (closed.length > 0) throw new Refusal(assessmentMessages.closedOrganisations(closed), { status: 409 })
    if (twice.length > 0) throw givenAlready(twice, given.period)
    const got = new Set(await giveScheme(context.db, schemeId, orgs, given))
    // Somebody else was quicker just now; ours are undone.
    const late = orgs.filter((org) => !got.has(org))
    if (late.length > 0)
      throw givenAlready(
        (await obstaclesToGiving(context.db, schemeId, given.period, late)).twice,
        given.period,
      )
    await writeAuditEntry(context, "assessments.give", { schemeId, ...given, organisations: orgs })
    await ringBell(context.db, {
      personIds: await administratorsOf(context.db, orgs),
      topic: "assessment",
      title: assessmentRings.given(
        context.user.user.orgname,
        [given.period, scheme.title].join(" "),
        given.ends,
      ),
      place: assessmentPlace,
    })
    return { given: orgs.length }
  },

  page: async ({ limit, before, ...filters }, context) =>
    assessmentPage(context.db, await questionOf(context, filters), { limit, before }),

  exportPage: async (filters, context) => {
    const sheets = [assessmentSheet(context.db, await questionOf(context, filters))]
    return exportedFile(context, { action: "assessmentAdmin.exportPage", name: "考核", sheets })
  },

  detail: async ({ id }, context) => {
    mustBeAdministrator(context)
    const found = foundOrForbidden(await assessmentOf(context.db, id, "none"))
    const { administered } = context.user
    if (!reaches(administered, found.orgId) && !reaches(administered, found.schemeOrg)) throw outOfReach()
    const written = foundOrForbidden(await writtenOf(context.db, found))
    const filling = obstacleFor(context, "fill", found)
    const reviewing = obstacleFor(context, "review", found)
    const isTold = filling === "early" || filling === "late"
    return {
      ...written,
      items: reviewing === null || found.stage !== "submitted" ? written.items : written.items.map(unjudged),
      mayFill: filling === null,
      mayReview: reviewing === null,
      mayExtend: obstacleFor(context, "extend", found) === null,
      why: isTold
        ? sentenceFor("fill", filling, found)
        : reviewing === "own"
          ? sentenceFor("review", reviewing, found)
          : null,
    }
  },

  saveItem: async ({ id, itemId, evidence, ...wanted }, context) => {
    const found = await mustBeAble(context, "fill", id, "share")
    const full = await mustHaveItem(context, found, itemId)
    if (wanted.ownScore !== null && wanted.ownScore > full)
      throw new Refusal(assessmentMessages.ownScoreWrong(full))
    const by = context.user.user.id
    const saved = await saveFilledItem(context.db, found, { itemId, by, ...wanted })
    if (saved === "changed") throw changedMeanwhile()
    const there = await evidenceOf(context.db, saved.score)
    const hung = new Set(there.map((each) => each.id))
    const added = [...new Set(idsOf(evidence))].filter((each) => !hung.has(each))
    if (there.length + added.length > assessmentLimits.evidence) throw new Refusal(attachmentMessages.tooMany)
    const subject = { subject: "assessment", subjectId: saved.score } as const
    if (!(await linkAttachments(context.db, added, { uploader: by, ...subject })))
      throw new Refusal(attachmentMessages.gone, { status: 409 })
    return { version: saved.version, evidence: await evidenceOf(context.db, saved.score) }
  },

  removeEvidence: async ({ id, itemId, attachmentId }, context) => {
    const found = await mustBeAble(context, "fill", id, "share")
    await mustHaveItem(context, found, itemId)
    const score = await scoreRowOf(context.db, id, itemId)
    if (score === null || !(await takeOffEvidence(context.db, score, attachmentId, context.user.user.id)))
      throw new Refusal(assessmentMessages.evidenceGone, { status: 409 })
    await writeAuditEntry(context, "assessments.removeEvidence", { id, itemId, attachmentId })
    return { evidence: await evidenceOf(context.db, score) }
  },

  submit: async ({ id, version }, context) => {
    const found = await mustBeAble(context, "submit", id, "update")
    mustBeSeen(found, version)
    const items = await filledItems(context.db, id, found.schemeId)
    const unfilled = items.filter(({ ownScore }) => ownScore === null).map(({ name }) => name)
    if (unfilled.length > 0) throw new Refusal(assessmentMessages.itemsUnfilled(unfilled))
    const next = await handOn(context.db, id, { to: "submitted", by: context.user.user.id })
    await writeAuditEntry(context, "assessments.submit", { id, title: found.title })
    await tell(database, found.schemeOrg, id, assessmentRings.submitted(found.orgname, found.title))
    return { version: next }
  },

  reviewItem: async ({ id, itemId, ...wanted }, context) => {
    const found = await mustBeAble(context, "review", id, "share")
    const full = await mustHaveItem(context, found, itemId)
    if (wanted.reviewScore !== null && wanted.reviewScore > full)
      throw new Refusal(assessmentMessages.reviewScoreWrong(full))
    const version = await saveReview(context.db, id, { itemId, ...wanted })
    if (version === null) throw changedMeanwhile()
    return { version }
  },

  extend: async ({ id, version, ends }, context) => {
    const found = await mustBeAble(context, "extend", id, "update")
    mustBeSeen(found, version)
    if (ends < found.today) throw new Refusal(assessmentMessages.returnEndsPast)
    if (ends < found.begins) throw new Refusal(assessmentMessages.daysWrong)
    const next = await extend(context.db, id, ends)
    await writeAuditEntry(context, "assessments.extend", {
      id,
      title: found.title,
      before: { ends: found.ends },
      after: { ends },
    })
    await tell(database, found.orgId, id, assessmentRings.extended(found.title, ends))
    return { version: next }
  },

  sendBack: async ({ id, version, reason, ends }, context) => {
    const found = await mustBeAble(context, "sendBack", id, "update")
    mustBeSeen(found, version)
    if (ends < found.today) throw new Refusal(assessmentMessages.returnEndsPast)
    const next = await handOn(context.db, id, { to: "returned", by: context.user.user.id, reason, ends })
    await writeAuditEntry(context, "assessments.sendBack", { id, title: found.title, reason, ends })
    await tell(database, found.orgId, id, assessmentRings.returned(found.title, reason))
    return { version: next }
  },

  accept: async ({ id, version }, context) => {
    const found = await mustBeAble(context, "accept", id, "update")
    mustBeSeen(found, version)
    const items = await filledItems(context.db, id, found.schemeId)
    const unreviewed = items.filter(({ reviewScore }) => reviewScore === null).map(({ name }) => name)
    if (unreviewed.length > 0) throw new Refusal(assessmentMessages.itemsUnreviewed(unreviewed))
    const score = weightedSum(items.map(({ weight, reviewScore }) => ({ weight, score: reviewScore })))
    const next = await handOn(context.db, id, { to: "accepted", by: context.user.user.id, score })
    const scores = Object.fromEntries(items.map(({ itemId, reviewScore }) => [itemId, reviewScore]))
    await writeAuditEntry(context, "assessments.accept", { id, title: found.title, score, scores })
    await tell(database, found.orgId, id, assessmentRings.accepted(found.title, score))
    return { version: next, score }
  },

  results: async ({ schemeId, period }, context) => {
    await mustSeeResults(context, schemeId)
    return resultsOf(context.db, schemeId, period)
  },

  exportResults: async ({ schemeId, period }, context) => {
    const title = await mustSeeResults(context, schemeId)
    const results = await resultsOf(context.db, schemeId, period)
    const name = `${results.period}${title}结果`
    const sheets = [resultSheet(results)]
    return exportedFile(context, { action: "assessmentAdmin.exportResults", name, sheets })
  },

  trend: async (asked, context) => ({ results: await trendFor(context, asked) }),

  exportTrend: async (asked, context) => {
    const sheets = [trendSheet(await trendFor(context, asked))]
    return exportedFile(context, { action: "assessmentAdmin.exportTrend", name: "历次得分", sheets })
  },

  profile: async ({ orgid }, context) =>
    baseFor(context, mustReach(context.scope, orgid ?? context.user.user.orgid)),

  saveProfile: async ({ orgid, version, ...wanted }, context) => {
    mustAdminister(context, orgid)
    const before = foundOrForbidden(await baseOf(context.db, orgid))
    if (!(await saveBase(context.db, orgid, version, wanted)))
      throw new Refusal(assessmentMessages.profileChanged, { status: 409 })
    const after = await baseFor(context, orgid)
    await writeAuditEntry(context, "profiles.save", { orgid, before, after })
    return after
  },
}))

type Filters = ParsedInputOf<typeof assessmentAdminCalls.exportPage>

async function questionOf(context: RequestContext, { of, ...filters }: Filters): Promise<PageQuestion> {
  mustBeAdministrator(context)
  const { orgid, admintype } = context.user.user
  const orgs = await orgsInFilter(context, of === "mine" ? { orgid } : {})
  const withOwn = admintype !== admintypes.organisation
  const { administered } = context.user
  return { orgs, administered, giver: of === "given" ? orgid : null, withOwn, ...filters }
}

function trendFor(context: RequestContext, { orgid }: { readonly orgid?: Id | undefined }) {
  mustBeAdministrator(context)
  return trendOf(
    context.db,
    mustReach(context.scope, orgid ?? context.user.user.orgid),
    context.user.administered,
  )
}

async function baseFor(context: RequestContext, org: Id): Promise<OrganisationBase> {
  const base = foundOrForbidden(await baseOf(context.db, org))
  return { ...base, mayChange: isAdministered(context.user, org) }
}

function mustBeAdministrator({ user: { user } }: RequestContext): void {
  if (user.admintype === admintypes.none)
    throw new Refusal(assessmentMessages.administratorsOnly, { status: 403 })
}

/** Of the own organisation, and of no other: an area's administrator keeps the bureau's own. */
function mustKeepSchemes({ user: { user } }: RequestContext): Id {
  if (!administers(user, user.orgid)) throw new Refusal(assessmentMessages.keepersOnly, { status: 403 })
  return user.orgid
}

/** What was given is judged by the same measure everywhere: it changes no more. */
async function mustBeUngiven(
  context: RequestContext,
  database: Database,
  { id, version }: { readonly id: Id; readonly version: number | undefined },
  isGivenSentence: string,
): Promise<{ readonly title: string }> {
  const known = await lockedScheme(context.db, id, "update")
  if (!known || known.orgId !== context.user.user.orgid)
    throw new Refusal(assessmentMessages.schemeGone, { status: 409 })
  if (await isGiven(database, id)) throw new Refusal(isGivenSentence, { status: 409 })
  if (version !== known.version) throw changedMeanwhile()
  return known
}

/** Until it is decided, what the reviewers have noted so far is theirs. */
function unjudged(item: FilledItem): FilledItem {
  return { ...item, reviewScore: null, remark: "" }
}

function obstacleFor(
  { user: { user, administered } }: RequestContext,
  action: AssessmentAction,
  found: FoundAssessment,
) {
  const isAdministrator = user.admintype !== admintypes.none
  const actor = {
    isAssessed: isAdministrator && user.orgid === found.orgId,
    isReviewer: reaches(administered, found.schemeOrg),
    hasFilled: found.fillers.includes(user.id),
  }
  return assessmentObstacle(action, found, actor, found.today)
}

async function mustBeAble(
  context: RequestContext,
  action: AssessmentAction,
  id: Id,
  lock: "share" | "update",
): Promise<FoundAssessment> {
  const found = foundOrForbidden(await assessmentOf(context.db, id, lock))
  const obstacle = obstacleFor(context, action, found)
  if (obstacle !== null)
    throw new Refusal(sentenceFor(action, obstacle, found), {
      status: obstacle === "person" || obstacle === "own" ? 403 : 409,
    })
  return found
}

function mustBeSeen({ version }: FoundAssessment, seen: number): void {
  if (version !== seen) throw new Refusal(assessmentMessages.movedMeanwhile, { status: 409 })
}

async function mustHaveItem(
  context: RequestContext,
  { schemeId }: FoundAssessment,
  itemId: Id,
): Promise<number> {
  const full = await fullScoreOf(context.db, schemeId, itemId)
  if (full === null) throw new Refusal(assessmentMessages.itemGone, { status: 409 })
  return full
}

function givenAlready(names: readonly string[], period: string): Refusal {
  return new Refusal(assessmentMessages.givenAlready(names, period), { status: 409 })
}

function changedMeanwhile(): Refusal {
  return new Refusal(assessmentMessages.changedMeanwhile, { status: 409 })
}

/** Beside each other organisations are seen by whoever gave it to them. */
async function mustSeeResults(context: RequestContext, schemeId: Id): Promise<string> {
  const { rows } = await context.db.execute<{ org: Id; title: string }>(
    sql`select org_id::text as org, name as title from assessment_scheme where id = ${schemeId}::bigint`,
  )
  const { org, title } = foundOrForbidden(rows[0])
  mustAdminister(context, org)
  return title
}

/** Those who gave it may be out of the asker's reach: the bell is rung from outside the walls. */
async function tell(database: Database, org: Id, id: Id, title: string): Promise<void> {
  await database.transaction(unrestricted, async (db) => {
    const personIds = await administratorsOf(db, [org])
    await ringBell(db, { personIds, topic: "assessment", title, place: placeOfAssessment(id) })
  })
}
