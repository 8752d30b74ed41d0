import {
  deniesDrill,
  drillCalls,
  drillLimits,
  drillMessages,
  executionTypes,
  isNamedDrill,
  planKinds,
  titledAs,
  type ExecutionType,
} from "@uc/contract/drills/calls"
import { drillRings } from "@uc/contract/drills/rings"
import type { ParsedInputOf } from "@uc/contract/core/call"
import { usertypes } from "@uc/contract/account/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { codeLabels } from "../dictionary/public.ts"
import { reachedArea } from "../areas/public.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import type { Services } from "../../http/services.ts"
import { exportedFile, wholeSheet } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { mustAdministerAllBelow } from "../../session/administered.ts"
import { isAdministered, mustAdminister, foundOrForbidden, outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { cacheUntilEvent } from "../../realtime/cache-until-event.ts"
import { heldDrills, ledgerOf, sortsOf } from "./drill-ledger.store.ts"
import { planOf, plansFor, removePlan, savePlan } from "./drill-plans.store.ts"
import {
  confirmDrill,
  drillOf,
  drillsOfRun,
  endDrills,
  liveDrills,
  lockParticipants,
  participants,
  peopleTakingPart,
  recordOf,
  startRun,
  underWay,
  type FoundDrill,
} from "./drill-runs.store.ts"
import { liveExecutions } from "./drills.store.ts"
import { heldColumns, ledgerColumns, liveColumns } from "./ledger-export.ts"
import { heldScope, mustHold } from "../../session/rights/held-permissions.ts"
import { planSheet } from "./plan-export.ts"

export const drillRoutes = implementCalls(drillCalls, (services) => ({
  executions: executionsUntilEvent(services),

  plans: async (_input, { db, user: { user } }) => ({ plans: await plansFor(db, user.orgid) }),

  exportPlans: async (_input, context) => {
    const { db, user } = context
    const plans = await plansFor(db, user.user.orgid)
    const sheets = [planSheet(plans, await codeLabels(db, "planKind", planKinds))]
    return exportedFile(context, { action: "drills.exportPlans", name: "应急预案", sheets })
  },

  savePlan: async (wanted, context) => {
    const { user } = context.user
    const org = mustAdministerPlans(context)
    mustNotVersionNew(wanted.id, wanted.version)
    const mayShare = user.usertype === usertypes.bureau || user.usertype === usertypes.platform
    if (wanted.isShared && !mayShare) throw new Refusal(drillMessages.cannotShare, { status: 403 })
    if (wanted.isShared || (await isSharedPlan(context, wanted.id))) await mustAdministerAllBelow(context)
    const saved = await savePlan(context.db, org, { ...wanted, id: wanted.id })
    if (saved === "changed") throw new Refusal(drillMessages.planChanged, { status: 409 })
    if (saved === "full") throw new Refusal(drillMessages.tooManyPlans)
    if (!saved) throw new Refusal(drillMessages.planGone, { status: 409 })
    await writeAuditEntry(context, "drills.savePlan", {
      plan: saved.id,
      title: saved.title,
      isShared: saved.isShared,
    })
    return saved
  },

  removePlan: async ({ id }, context) => {
    if (await isSharedPlan(context, id)) await mustAdministerAllBelow(context)
    switch (await removePlan(context.db, mustAdministerPlans(context), id)) {
      case "removed":
        await writeAuditEntry(context, "drills.removePlan", { plan: id })
        return {}
      case "gone":
        throw new Refusal(drillMessages.planGone, { status: 409 })
      case "used":
        throw new Refusal(drillMessages.planInUse, { status: 409 })
    }
  },

  participants: async ({ areaids, permission, ...filter }, context) => {
    const { db, scope } = context
    mustHold(context.user, permission)
    const administered = heldScope(context.user, permission)
    if (areaids === undefined) return { organisations: await participants(db, administered, null, filter) }
    const areaPaths: string[] = []
    for (const id of new Set(idsOf(areaids)))
      areaPaths.push(foundOrForbidden(await reachedArea(db, scope, id)).path)
    return { organisations: await participants(db, administered, areaPaths, filter) }
  },

  start: async ({ planId, orgids, title, zxType, isReal }, context) => {
    const { db } = context
    const wanted = [...new Set(idsOf(orgids))]
    if (wanted.length === 0) throw new Refusal(drillMessages.nobodyChosen)
    for (const org of wanted) mustAdminister(context, org)
    if (zxType === executionTypes.emergency) {
      if (isReal !== 1) throw new Refusal(drillMessages.emergencyUnconfirmed)
      if (isNamedDrill(title)) throw new Refusal(drillMessages.emergencyNamedDrill)
    } else {
      if (isReal === 1) throw new Refusal(drillMessages.drillConfirmedReal, { field: "isReal" })
      if (deniesDrill(title)) throw new Refusal(drillMessages.drillDenied)
    }
    const plan = await planOf(db, planId)
    if (!plan) throw new Refusal(drillMessages.planGone, { status: 409 })
    const orgs = await lockParticipants(db, wanted)
    if (orgs.length !== wanted.length) throw outOfReach()
    const path = plan.sharedPath ?? ""
    const mayUse = ({ id, areaPath }: { id: Id; areaPath: string }) =>
      id === plan.orgId || (path !== "" && areaPath.startsWith(path))
    if (!orgs.every(mayUse)) throw new Refusal(drillMessages.planNotTheirs, { status: 403 })
    const busy = await underWay(db, { plan: planId, type: zxType, orgs })
    if (busy.length > 0) throw new Refusal(drillMessages.underWay(busy), { status: 409 })

    const named = titledAs(zxType, title)
    const by = context.user.user.id
    const round = await startRun(db, { plan: planId, title: named, type: zxType, by, orgs })
    await writeAuditEntry(context, "drills.start", { round, zxType, title: named, organisations: wanted })
    await publishEvent(db, "drills", wanted)
    await publishEvent(db, "told", wanted)
    await ring(context, wanted, zxType, drillRings.started(zxType, named))
    return { round, started: orgs.length }
  },

  live: ({ start, limit }, { db, user }) => liveDrills(db, user, { start, limit }),

  exportLive: async (_input, context) => {
    const { db, user } = context
    const limit = drillLimits.exportedRows
    const { items, total } = await liveDrills(db, user, { start: 0, limit })
    const sheets = [wholeSheet("进行中", liveColumns, { items, isCut: total > items.length })]
    return exportedFile(context, { action: "drills.exportLive", name: "进行中的演练", sheets })
  },

  confirm: async ({ id, note }, { db, scope, user: { user } }) => {
    const found = foundOrForbidden(await drillOf(db, scope, id))
    if (found.orgId !== user.orgid) throw new Refusal(drillMessages.notOfTheOrganisation, { status: 403 })
    if (user.isParent) throw new Refusal(drillMessages.parentsMayNot, { status: 403 })
    if (found.hasEnded) throw new Refusal(drillMessages.ended, { status: 409 })
    const at = await confirmDrill(db, found, { person: user.id, note: note?.trim() || null })
    await publishEvent(db, "drills", found.orgId)
    await publishEvent(db, "confirmed", found.orgId)
    await publishEvent(db, "told", { people: [user.id] })
    return { at }
  },

  end: async ({ id, notes }, context) => {
    const found = foundOrForbidden(await drillOf(context.db, context.scope, id))
    mustAdminister(context, found.orgId)
    return { ended: await end(context, [found], notes, { drill: id }) }
  },

  endRound: async ({ round, notes }, context) => {
    const all = await drillsOfRun(context.db, context.scope, round)
    const theirs = all.filter(({ orgId }) => isAdministered(context.user, orgId))
    if (theirs.length === 0) throw outOfReach()
    return { ended: await end(context, theirs, notes, { round }) }
  },

  record: async ({ id }, { db, scope }) => foundOrForbidden(await recordOf(db, scope, id)),

  held: ({ orgname = "", ...filter }, { db, scope }) => heldDrills(db, scope, { ...filter, orgname }),

  ledger: ({ orgname = "", onlyDue = 0, ...filter }, { db, scope }) =>
    ledgerOf(db, scope, { ...filter, orgname, onlyDue: onlyDue === 1 }),

  exportLedger: async ({ year, orgname = "", onlyDue = 0, day, zxType, sort }, context) => {
    const { db, scope } = context
    const filter = { year, orgname, start: 0, limit: drillLimits.exportedRows }
    const sorts = sortsOf(sort)
    const ledger = await ledgerOf(db, scope, { ...filter, onlyDue: onlyDue === 1, sort: sorts.ledger })
    const held = await heldDrills(db, scope, { ...filter, day, zxType, sort: sorts.held })
    const whole = <Row>({ items, total }: { readonly items: readonly Row[]; readonly total: number }) => ({
      items,
      isCut: total > items.length,
    })
    const kindLabels = await codeLabels(db, "planKind", planKinds)
    return exportedFile(context, {
      action: "drills.exportLedger",
      name: `${year}年应急演练台账`,
      sheets: [
        wholeSheet("演练台账", ledgerColumns(kindLabels), whole(ledger)),
        wholeSheet("执行记录", heldColumns, whole(held)),
      ],
    })
  },
}))

type Executions = ParsedInputOf<typeof drillCalls.executions>

/** Every monitor polls it. */
function executionsUntilEvent(services: Services) {
  const executions = cacheUntilEvent(
    services,
    "drills",
    async ([input, { db, scope }]: [Executions, RequestContext]) => {
      const { areaId, zxType: type, start, limit } = input
      const area = areaId === undefined ? null : foundOrForbidden(await reachedArea(db, scope, areaId))
      return liveExecutions(db, scope, { start, limit, type, areaPath: area?.path ?? null })
    },
  )
  return (input: Executions, context: RequestContext) => {
    const { areaId, zxType, start, limit } = input
    return executions(context.scope, `${start} ${limit} ${zxType} ${areaId}`, [input, context])
  }
}

/** Only of the own organisation: an area's administrator manages the bureau's own plans. */
function mustAdministerPlans(context: RequestContext): Id {
  return mustAdminister(context, context.user.user.orgid)
}

/** Of the own organisation: another one's is refused anyway. */
async function isSharedPlan({ db, user }: RequestContext, id: Id | undefined): Promise<boolean> {
  const plan = id === undefined ? null : await planOf(db, id)
  return plan?.orgId === user.user.orgid && (plan.sharedPath ?? "") !== ""
}

async function end(
  context: RequestContext,
  drills: readonly FoundDrill[],
  notes: string | undefined,
  which: Readonly<Record<string, string>>,
): Promise<number> {
  const ended = await endDrills(context.db, drills, notes?.trim() || null)
  if (ended.length === 0) throw new Refusal(drillMessages.ended, { status: 409 })
  const orgs = [...new Set(ended.map(({ orgId }) => orgId))]
  await writeAuditEntry(context, "drills.end", { ...which, organisations: orgs })
  await publishEvent(context.db, "drills", orgs)
  await publishEvent(context.db, "told", orgs)
  const [first] = drills
  if (first) await ring(context, orgs, first.type, drillRings.ended(first.type, first.title))
  return ended.length
}

/** An emergency rings for everybody, also with the topic turned off, because the monitor shows drills only. */
async function ring(
  { db, user: { user } }: RequestContext,
  orgs: readonly Id[],
  type: ExecutionType,
  title: string,
): Promise<void> {
  const personIds = await peopleTakingPart(db, orgs, user.id)
  const isUrgent = type === executionTypes.emergency
  await ringBell(db, { personIds, topic: "drill", title, place: "/main/drills", isUrgent })
}
