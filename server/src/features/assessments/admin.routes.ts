import {
  assessmentLimits,
  assessmentMessages,
  assessmentPlace,
  assessmentRings,
  placeOfAssessment,
} from "@uc/contract/assessments/messages"
import { assessmentObstacle, weightedSum, type AssessmentAction } from "@uc/contract/assessments/steps"
import {
  assessmentWorkCalls,
  type FilledItem,
  type OrganisationBase,
} from "@uc/contract/assessments/admin-calls"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { admintypes, administers } from "@uc/contract/account/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import { hangAttachments } from "../attachments/attachment-links.ts"
import type { Database } from "../../db/open.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { everything, reaches } from "../../db/scope.ts"
import { answer, type Ask } from "../../http/calls/register-calls.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { meantOrgs } from "../areas/orgs-in-filter.ts"
import { isAdministered, mustAdminister, mustBeThere, mustReach, outOfReach } from "../../session/reach.ts"
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

export const assessmentWorkRoutes = answer(assessmentWorkCalls, ({ database }) => ({
  schemes: async (_input, ask) => {
    mustBeAdministrator(ask)
    const { user } = ask.user
    return { schemes: await schemesOf(ask.db, user.orgid), mayKeep: administers(user, user.orgid) }
  },

  exportSchemes: async (_input, ask) => {
    mustBeAdministrator(ask)
    const sheets = schemeSheets(await schemesOf(ask.db, ask.user.user.orgid))
    return exportedFile(ask, { action: "assessmentsAtWork.exportSchemes", name: "考核方案", sheets })
  },

  saveScheme: async ({ id, version, ...wanted }, ask) => {
    const org = mustKeepSchemes(ask)
    if (id !== undefined) await mustBeUngiven(ask, database, { id, version }, assessmentMessages.schemeGiven)
    const saved = id ?? (await addScheme(ask.db, org, wanted))
    if (saved === null) throw new Refusal(assessmentMessages.tooManySchemes)
    if (id !== undefined) await changeScheme(ask.db, org, id, wanted)
    await logDone(ask, "assessments.saveScheme", { id: saved, title: wanted.title, isNew: id === undefined })
    return mustBeThere((await schemesOf(ask.db, org, saved))[0])
  },

  removeScheme: async ({ id, version }, ask) => {
    mustKeepSchemes(ask)
    const { title } = await mustBeUngiven(ask, database, { id, version }, assessmentMessages.schemeKept)
    await removeScheme(ask.db, id)
    await logDone(ask, "assessments.removeScheme", { id, title })
    return {}
  },

  give: async ({ schemeId, orgids, ...given }, ask) => {
    const own = mustKeepSchemes(ask)
    const orgs = [...new Set(idsOf(orgids))]
    if (orgs.length === 0) throw new Refusal(assessmentMessages.nobodyChosen)
    for (const org of orgs) mustAdminister(ask, org)
    if (given.ends < given.begins) throw new Refusal(assessmentMessages.daysWrong)
    if (given.ends < (await todayOf(ask.db))) throw new Refusal(assessmentMessages.endsPast)
    const scheme = await lockedScheme(ask.db, schemeId, "share")
    if (!scheme || scheme.orgId !== own) throw new Refusal(assessmentMessages.schemeGone, { status: 409 })
    const { known, closed, twice } = await obstaclesToGiving(ask.db, schemeId, given.period, orgs)
    if (known < orgs.length) throw outOfReach()
    if (closed.length > 0) throw new Refusal(assessmentMessages.closedOrganisations(closed), { status: 409 })
    if (twice.length > 0) throw givenAlready(twice, given.period)
    const got = new Set(await giveScheme(ask.db, schemeId, orgs, given))
    // Somebody else was quicker just now; ours are undone.
    const late = orgs.filter((org) => !got.has(org))
    if (late.length > 0)
      throw givenAlready((await obstaclesToGiving(ask.db, schemeId, given.period, late)).twice, given.period)
    await logDone(ask, "assessments.give", { schemeId, ...given, organisations: orgs })
    await ringBell(ask.db, {
      personIds: await administratorsOf(ask.db, orgs),
      topic: "assessment",
      title: assessmentRings.given(ask.user.user.orgname, [given.period, scheme.title].join(" "), given.ends),
      place: assessmentPlace,
    })
    return { given: orgs.length }
  },

  page: async ({ limit, before, ...filters }, ask) =>
    assessmentPage(ask.db, await questionOf(ask, filters), { limit, before }),

  exportPage: async (filters, ask) => {
    const sheets = [assessmentSheet(ask.db, await questionOf(ask, filters))]
    return exportedFile(ask, { action: "assessmentsAtWork.exportPage", name: "考核", sheets })
  },

  detail: async ({ id }, ask) => {
    mustBeAdministrator(ask)
    const found = mustBeThere(await assessmentOf(ask.db, id, "none"))
    const { administered } = ask.user
    if (!reaches(administered, found.orgId) && !reaches(administered, found.schemeOrg)) throw outOfReach()
    const written = mustBeThere(await writtenOf(ask.db, found))
    const filling = obstacleFor(ask, "fill", found)
    const reviewing = obstacleFor(ask, "review", found)
    const isTold = filling === "early" || filling === "late"
    return {
      ...written,
      items: reviewing === null || found.stage !== "submitted" ? written.items : written.items.map(unjudged),
      mayFill: filling === null,
      mayReview: reviewing === null,
      mayExtend: obstacleFor(ask, "extend", found) === null,
      why: isTold
        ? sentenceFor("fill", filling, found)
        : reviewing === "own"
          ? sentenceFor("review", reviewing, found)
          : null,
    }
  },

  saveItem: async ({ id, itemId, evidence, ...wanted }, ask) => {
    const found = await mustBeAble(ask, "fill", id, "share")
    const full = await mustHaveItem(ask, found, itemId)
    if (wanted.ownScore !== null && wanted.ownScore > full)
      throw new Refusal(assessmentMessages.ownScoreWrong(full))
    const by = ask.user.user.id
    const saved = await saveFilledItem(ask.db, found, { itemId, by, ...wanted })
    if (saved === "changed") throw changedMeanwhile()
    const there = await evidenceOf(ask.db, saved.score)
    const hung = new Set(there.map((each) => each.id))
    const added = [...new Set(idsOf(evidence))].filter((each) => !hung.has(each))
    if (there.length + added.length > assessmentLimits.evidence) throw new Refusal(attachmentMessages.tooMany)
    const subject = { subject: "assessment", subjectId: saved.score } as const
    if (!(await hangAttachments(ask.db, added, { uploader: by, ...subject })))
      throw new Refusal(attachmentMessages.gone, { status: 409 })
    return { version: saved.version, evidence: await evidenceOf(ask.db, saved.score) }
  },

  removeEvidence: async ({ id, itemId, attachmentId }, ask) => {
    const found = await mustBeAble(ask, "fill", id, "share")
    await mustHaveItem(ask, found, itemId)
    const score = await scoreRowOf(ask.db, id, itemId)
    if (score === null || !(await takeOffEvidence(ask.db, score, attachmentId, ask.user.user.id)))
      throw new Refusal(assessmentMessages.evidenceGone, { status: 409 })
    await logDone(ask, "assessments.removeEvidence", { id, itemId, attachmentId })
    return { evidence: await evidenceOf(ask.db, score) }
  },

  submit: async ({ id, version }, ask) => {
    const found = await mustBeAble(ask, "submit", id, "update")
    mustBeSeen(found, version)
    const items = await filledItems(ask.db, id, found.schemeId)
    const unfilled = items.filter(({ ownScore }) => ownScore === null).map(({ name }) => name)
    if (unfilled.length > 0) throw new Refusal(assessmentMessages.itemsUnfilled(unfilled))
    const next = await handOn(ask.db, id, { to: "submitted", by: ask.user.user.id })
    await logDone(ask, "assessments.submit", { id, title: found.title })
    await tell(database, found.schemeOrg, id, assessmentRings.submitted(found.orgname, found.title))
    return { version: next }
  },

  reviewItem: async ({ id, itemId, ...wanted }, ask) => {
    const found = await mustBeAble(ask, "review", id, "share")
    const full = await mustHaveItem(ask, found, itemId)
    if (wanted.reviewScore !== null && wanted.reviewScore > full)
      throw new Refusal(assessmentMessages.reviewScoreWrong(full))
    const version = await saveReview(ask.db, id, { itemId, ...wanted })
    if (version === null) throw changedMeanwhile()
    return { version }
  },

  extend: async ({ id, version, ends }, ask) => {
    const found = await mustBeAble(ask, "extend", id, "update")
    mustBeSeen(found, version)
    if (ends < found.today) throw new Refusal(assessmentMessages.returnEndsPast)
    if (ends < found.begins) throw new Refusal(assessmentMessages.daysWrong)
    const next = await extend(ask.db, id, ends)
    await logDone(ask, "assessments.extend", {
      id,
      title: found.title,
      before: { ends: found.ends },
      after: { ends },
    })
    await tell(database, found.orgId, id, assessmentRings.extended(found.title, ends))
    return { version: next }
  },

  sendBack: async ({ id, version, reason, ends }, ask) => {
    const found = await mustBeAble(ask, "sendBack", id, "update")
    mustBeSeen(found, version)
    if (ends < found.today) throw new Refusal(assessmentMessages.returnEndsPast)
    const next = await handOn(ask.db, id, { to: "returned", by: ask.user.user.id, reason, ends })
    await logDone(ask, "assessments.sendBack", { id, title: found.title, reason, ends })
    await tell(database, found.orgId, id, assessmentRings.returned(found.title, reason))
    return { version: next }
  },

  accept: async ({ id, version }, ask) => {
    const found = await mustBeAble(ask, "accept", id, "update")
    mustBeSeen(found, version)
    const items = await filledItems(ask.db, id, found.schemeId)
    const unreviewed = items.filter(({ reviewScore }) => reviewScore === null).map(({ name }) => name)
    if (unreviewed.length > 0) throw new Refusal(assessmentMessages.itemsUnreviewed(unreviewed))
    const score = weightedSum(items.map(({ weight, reviewScore }) => ({ weight, score: reviewScore })))
    const next = await handOn(ask.db, id, { to: "accepted", by: ask.user.user.id, score })
    const scores = Object.fromEntries(items.map(({ itemId, reviewScore }) => [itemId, reviewScore]))
    await logDone(ask, "assessments.accept", { id, title: found.title, score, scores })
    await tell(database, found.orgId, id, assessmentRings.accepted(found.title, score))
    return { version: next, score }
  },

  results: async ({ schemeId, period }, ask) => {
    await mustSeeResults(ask, schemeId)
    return resultsOf(ask.db, schemeId, period)
  },

  exportResults: async ({ schemeId, period }, ask) => {
    const title = await mustSeeResults(ask, schemeId)
    const results = await resultsOf(ask.db, schemeId, period)
    const name = `${results.period}${title}结果`
    const sheets = [resultSheet(results)]
    return exportedFile(ask, { action: "assessmentsAtWork.exportResults", name, sheets })
  },

  trend: async (asked, ask) => ({ results: await trendFor(ask, asked) }),

  exportTrend: async (asked, ask) => {
    const sheets = [trendSheet(await trendFor(ask, asked))]
    return exportedFile(ask, { action: "assessmentsAtWork.exportTrend", name: "历次得分", sheets })
  },

  profile: async ({ orgid }, ask) => baseFor(ask, mustReach(ask.scope, orgid ?? ask.user.user.orgid)),

  saveProfile: async ({ orgid, version, ...wanted }, ask) => {
    mustAdminister(ask, orgid)
    const before = mustBeThere(await baseOf(ask.db, orgid))
    if (!(await saveBase(ask.db, orgid, version, wanted)))
      throw new Refusal(assessmentMessages.profileChanged, { status: 409 })
    const after = await baseFor(ask, orgid)
    await logDone(ask, "profiles.save", { orgid, before, after })
    return after
  },
}))

type Filters = ParsedInputOf<typeof assessmentWorkCalls.exportPage>

async function questionOf(ask: Ask, { of, ...filters }: Filters): Promise<PageQuestion> {
  mustBeAdministrator(ask)
  const { orgid, admintype } = ask.user.user
  const orgs = await meantOrgs(ask, of === "mine" ? { orgid } : {})
  const withOwn = admintype !== admintypes.organisation
  const { administered } = ask.user
  return { orgs, administered, giver: of === "given" ? orgid : null, withOwn, ...filters }
}

function trendFor(ask: Ask, { orgid }: { readonly orgid?: Id | undefined }) {
  mustBeAdministrator(ask)
  return trendOf(ask.db, mustReach(ask.scope, orgid ?? ask.user.user.orgid), ask.user.administered)
}

async function baseFor(ask: Ask, org: Id): Promise<OrganisationBase> {
  const base = mustBeThere(await baseOf(ask.db, org))
  return { ...base, mayChange: isAdministered(ask.user, org) }
}

function mustBeAdministrator({ user: { user } }: Ask): void {
  if (user.admintype === admintypes.none)
    throw new Refusal(assessmentMessages.administratorsOnly, { status: 403 })
}

/** Of the own organisation, and of no other: an area's administrator keeps the bureau's own. */
function mustKeepSchemes({ user: { user } }: Ask): Id {
  if (!administers(user, user.orgid)) throw new Refusal(assessmentMessages.keepersOnly, { status: 403 })
  return user.orgid
}

/** What was given is judged by the same measure everywhere: it changes no more. */
async function mustBeUngiven(
  ask: Ask,
  database: Database,
  { id, version }: { readonly id: Id; readonly version: number | undefined },
  isGivenSentence: string,
): Promise<{ readonly title: string }> {
  const known = await lockedScheme(ask.db, id, "update")
  if (!known || known.orgId !== ask.user.user.orgid)
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
  { user: { user, administered } }: Ask,
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
  ask: Ask,
  action: AssessmentAction,
  id: Id,
  lock: "share" | "update",
): Promise<FoundAssessment> {
  const found = mustBeThere(await assessmentOf(ask.db, id, lock))
  const obstacle = obstacleFor(ask, action, found)
  if (obstacle !== null)
    throw new Refusal(sentenceFor(action, obstacle, found), {
      status: obstacle === "person" || obstacle === "own" ? 403 : 409,
    })
  return found
}

function mustBeSeen({ version }: FoundAssessment, seen: number): void {
  if (version !== seen) throw new Refusal(assessmentMessages.movedMeanwhile, { status: 409 })
}

async function mustHaveItem(ask: Ask, { schemeId }: FoundAssessment, itemId: Id): Promise<number> {
  const full = await fullScoreOf(ask.db, schemeId, itemId)
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
async function mustSeeResults(ask: Ask, schemeId: Id): Promise<string> {
  const { rows } = await ask.db.execute<{ org: Id; title: string }>(
    sql`select org_id::text as org, name as title from assessment_scheme where id = ${schemeId}::bigint`,
  )
  const { org, title } = mustBeThere(rows[0])
  mustAdminister(ask, org)
  return title
}

/** Those who gave it may be out of the asker's reach: the bell is rung from outside the walls. */
async function tell(database: Database, org: Id, id: Id, title: string): Promise<void> {
  await database.within(everything, async (db) => {
    const personIds = await administratorsOf(db, [org])
    await ringBell(db, { personIds, topic: "assessment", title, place: placeOfAssessment(id) })
  })
}
