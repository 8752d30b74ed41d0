import type { Id } from "@uc/contract/core/wire"
import type { HazardDetail, HazardLevel } from "@uc/contract/hazards/calls"
import {
  hazardAlreadyDone,
  hazardLimits,
  hazardMessages,
  hazardNotNow,
  hazardRings,
} from "@uc/contract/hazards/messages"
import { hazardSteps, hazardStateAfter, obstacleTo, type HazardAction } from "@uc/contract/hazards/steps"
import { eq, sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { hazard, hazardEvent } from "../../db/schema/patrols.ts"
import { person } from "../../db/schema/people.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { hazardActor, hazardDetail, hazardHistory } from "./hazard-detail.store.ts"
import { linkHazardPhotos } from "./hazard-photos.ts"
import { hazardManagers, notifyAboutHazard } from "./notify-about-hazard.ts"

interface Act {
  readonly id: Id
  readonly version: number
  readonly personid?: Id | undefined
  readonly deadline?: string | undefined
  readonly level?: HazardLevel | undefined
  readonly note?: string | undefined
  /** Ids of uploads, with commas. */
  readonly photos?: string | undefined
}

/** DAY-6: one step of the machine, with its line in the history, or a refusal with a sentence. */
export async function changeHazard(
  context: RequestContext,
  database: Database,
  action: HazardAction,
  act: Act,
): Promise<HazardDetail> {
  const {
    db,
    user: { user },
  } = context
  const found = foundOrForbidden(await lockedHazard(db, act.id))
  await mustBePossible(context, action, found, act.version)
  const assignee = act.personid === undefined ? null : await assigneeFor(db, found.orgId, act.personid)
  const dueOn = deadlineAfter(action, found, act.deadline)
  const state = hazardStateAfter(action, found.state)
  await db
    .update(hazard)
    .set({
      state,
      dueOn,
      version: found.version + 1,
      ...(assignee && { assigneeId: assignee.id }),
      ...(act.level !== undefined && { level: act.level }),
      ...(action === "rectify" && { rectifiedById: user.id }),
      ...((state === "closed" || state === "rejected") && { closedAt: sql`now()` }),
    })
    .where(eq(hazard.id, act.id))
  const [entry] = await db
    .insert(hazardEvent)
    .values({
      orgId: found.orgId,
      hazardId: act.id,
      // Not the transaction's beginning: who waited for the lock acted after the one who held it.
      at: sql`clock_timestamp()`,
      deed: hazardSteps[action].deed,
      personId: user.id,
      note: act.note || null,
      detail: {
        who: user.nickname,
        orgname: user.orgname,
        ...(assignee && { whom: assignee.name }),
        ...((action === "assign" || act.deadline !== undefined) && { deadline: dueOn }),
      },
    })
    .returning({ id: hazardEvent.id })
  if (entry && act.photos)
    await linkHazardPhotos(context, { orgId: found.orgId, entry: entry.id, photos: act.photos })
  await writeAuditEntry(context, `hazards.${action}`, { id: act.id, title: found.title })
  const after = foundOrForbidden(await hazardDetail(db, context.user, act.id))
  await notifyOf(context, database, action, { found, after, note: act.note ?? "" })
  return after
}

type Found = NonNullable<Awaited<ReturnType<typeof lockedHazard>>>

/** Until the transaction ends nobody else does anything to it: of two at once, the second sees what the first did. */
async function lockedHazard(db: Db, id: Id) {
  const [found] = await db
    .select({
      id: hazard.id,
      orgId: hazard.orgId,
      title: hazard.title,
      state: hazard.state,
      version: hazard.version,
      dueOn: hazard.dueOn,
      assigneeId: hazard.assigneeId,
      rectifiedById: hazard.rectifiedById,
      escalatedTo: hazard.escalatedTo,
      reporterId: hazard.reporterId,
    })
    .from(hazard)
    .where(eq(hazard.id, id))
    .for("no key update")
  return found ?? null
}

const noPerson = {
  manager: hazardMessages.notManager,
  reviewer: hazardMessages.notManager,
  assignee: hazardMessages.notAssignee,
  bureau: hazardMessages.notBureau,
} as const

async function mustBePossible(
  { db, user }: RequestContext,
  action: HazardAction,
  found: Found,
  version: number,
): Promise<void> {
  const obstacle = obstacleTo(action, found, hazardActor(user, found.orgId))
  if (obstacle === "person") throw new Refusal(noPerson[hazardSteps[action].by], { status: 403 })
  if (obstacle === "ownWork") throw new Refusal(hazardMessages.ownWork, { status: 403 })
  if (version !== found.version) {
    const last = (await hazardHistory(db, found.id)).at(-1)
    const isBehind = version < found.version && last !== undefined
    throw new Refusal(isBehind ? hazardAlreadyDone(last) : hazardMessages.changed, { status: 409 })
  }
  if (obstacle === "state") throw new Refusal(hazardNotNow(found.state), { status: 409 })
}

async function assigneeFor(db: Db, org: Id, id: Id): Promise<{ id: Id; name: string }> {
  const [found] = await db
    .select({
      id: person.id,
      name: person.name,
      orgId: person.orgId,
      isGone: sql<boolean>`${person.disabledAt} is not null or ${person.isParent}`,
    })
    .from(person)
    .where(eq(person.id, id))
  const { orgId, isGone, ...assignee } = foundOrForbidden(found)
  if (isGone || orgId !== org) throw new Refusal(hazardMessages.notAssignable, { field: "personid" })
  return assignee
}

const dayMs = 24 * 60 * 60 * 1000

/** A day in Shanghai, some days from now. */
function dayIn(days: number): string {
  return new Date(Date.now() + 8 * 3_600_000 + days * dayMs).toISOString().slice(0, 10)
}

/** Who is to rectify it has at least the rest of the day. */
function deadlineAfter(action: HazardAction, { dueOn }: Found, wanted: string | undefined): string | null {
  if (wanted === undefined) {
    if (action === "sendBack" && dueOn !== null && dueOn < dayIn(0))
      throw new Refusal(hazardMessages.dueOver, { field: "deadline" })
    return dueOn
  }
  if (wanted < dayIn(0)) throw new Refusal(hazardMessages.duePast, { field: "deadline" })
  if (wanted > dayIn(hazardLimits.dueDays)) throw new Refusal(hazardMessages.dueTooFar, { field: "deadline" })
  return wanted
}

interface Told {
  readonly found: Found
  readonly after: HazardDetail
  readonly note: string
}

async function notifyOf(
  { db, user: { user } }: RequestContext,
  database: Database,
  action: HazardAction,
  { found, after, note }: Told,
): Promise<void> {
  const { id, title } = after
  const by = user.id
  const ring = (to: readonly (Id | null)[], words: string) =>
    notifyAboutHazard(db, id, { to, by, title: words })
  // Outside row-level security: the reporter may be the bureau's, whom the caller does not reach.
  const ringReporter = (words: string) =>
    notifyAboutHazard(database.systemDb, id, { to: [found.reporterId], by, title: words })
  switch (action) {
    case "assign":
      return ring([after.assigneeId], hazardRings.assigned(user.nickname, title, after.deadline ?? ""))
    case "rectify":
      return ring(await hazardManagers(db, found.orgId), hazardRings.rectified(user.nickname, title))
    case "sendBack":
      return ring([after.assigneeId], hazardRings.returned(user.nickname, title))
    case "close":
      if (after.assigneeId !== found.reporterId) await ring([after.assigneeId], hazardRings.closed(title))
      return ringReporter(hazardRings.closed(title))
    case "reject":
      return ringReporter(hazardRings.rejected(title, note))
    case "urge":
      return ring(
        [after.assigneeId, ...(await hazardManagers(db, found.orgId))],
        hazardRings.urged(user.orgname, title),
      )
  }
}
