import {
  alarmMessages,
  alarmRings,
  alarmSteps,
  alreadyDoneMessage,
  notNowMessage,
  obstacleTo,
  stateAfter,
  type AlarmAction,
  type AlarmDetail,
} from "@uc/contract/alarms/admin-calls"
import { attachmentLimits, attachmentMessages } from "@uc/contract/attachments/calls"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { alarm, alarmEvent } from "../../db/schema/alarms.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { linkAttachments } from "../attachments/public.ts"
import { keepConfirmation, tellOfAlarms } from "../awareness/public.ts"
import { actsIn, alarmActor, alarmDetail, alarmHistory } from "./alarm-detail.store.ts"

interface Act {
  readonly uuid: string
  readonly seen?: number | undefined
  readonly note?: string | undefined
  readonly personid?: Id | undefined
  /** Ids of uploads, with commas. */
  readonly photos?: string | undefined
}

/** WORK-4: one step of the machine, with its line in the history, or a refusal with a sentence. */
export async function changeAlarm(
  context: RequestContext,
  action: AlarmAction,
  act: Act,
): Promise<AlarmDetail> {
  const { db, user } = context
  const found = foundOrForbidden(await lockedAlarm(db, act.uuid))
  await mustBePossible(context, action, found, act.seen)
  const holder = await holderAfter(context, found, act.personid)
  const state = stateAfter(action, found.state)
  const isOver = state === "closed" || state === "false"
  await db
    .update(alarm)
    .set({
      state,
      ...(holder && { takenBy: holder.id, takenByName: holder.name }),
      closedAt: isOver ? sql`now()` : null,
    })
    .where(eq(alarm.id, found.id))
  const [entry] = await db
    .insert(alarmEvent)
    .values({
      orgId: found.orgid,
      alarmId: found.id,
      // Not the transaction's beginning: who waited for the lock acted after the one who held it.
      at: sql`clock_timestamp()`,
      action: alarmSteps[action].deed,
      personId: user.user.id,
      note: act.note || null,
      detail: {
        who: user.user.nickname,
        orgname: user.user.orgname,
        ...(act.personid !== undefined && { whom: holder?.name, personid: act.personid }),
      },
    })
    .returning({ id: alarmEvent.id })
  if (entry) await linkPhotos(context, found.orgid, entry.id, act.photos)
  await writeAuditEntry(context, `alarmAdmin.${action}`, { uuid: act.uuid })
  await publishEvent(db, "alarms", found.orgid)
  if (found.orgid === user.user.orgid)
    await keepConfirmation(db, { orgid: found.orgid, alarm: found.id, person: user.user.id })
  if (isOver) await tellOfAlarms(db, [found])
  const after = foundOrForbidden(await alarmDetail(db, user, act.uuid))
  if (act.personid !== undefined && act.personid !== user.user.id)
    await ringBell(db, {
      personIds: [act.personid],
      topic: "alarm",
      title: alarmRings.assigned(user.user.nickname, after.school_name, after.model_name),
      place: `/main/alarms?alarm=${act.uuid}`,
    })
  return after
}

/** They become the alarm's organisation's: a school sees what its bureau has photographed. */
async function linkPhotos({ db, user }: RequestContext, orgId: Id, entry: Id, photos = ""): Promise<void> {
  const ids = [...new Set(idsOf(photos))]
  if (ids.length > attachmentLimits.each) throw new Refusal(attachmentMessages.tooMany)
  const link = { uploader: user.user.id, subject: "alarm", subjectId: entry, orgId } as const
  if (!(await linkAttachments(db, ids, link))) throw new Refusal(attachmentMessages.gone, { status: 409 })
}

type Found = NonNullable<Awaited<ReturnType<typeof lockedAlarm>>>

/** Until the transaction ends nobody else does anything to it: of two at once, the second sees what the first did. */
async function lockedAlarm(db: Db, uuid: string) {
  const [found] = await db
    .select({
      id: alarm.id,
      orgid: alarm.orgId,
      areaPath: alarm.areaPath,
      level: alarm.level,
      state: alarm.state,
      takenBy: alarm.takenBy,
      escalatedTo: alarm.escalatedTo,
    })
    .from(alarm)
    .where(eq(alarm.uuid, uuid))
    .for("no key update")
  return found ?? null
}

async function mustBePossible(
  { db, user }: RequestContext,
  action: AlarmAction,
  found: Found,
  seen: number | undefined,
): Promise<void> {
  const acts = actsIn(await alarmHistory(db, found.id))
  const obstacle = obstacleTo(action, found, alarmActor(user, found.orgid))
  const last = acts.at(-1)
  const isBehind = seen !== undefined && seen !== acts.length
  if (last && (isBehind || obstacle === "state"))
    throw new Refusal(alreadyDoneMessage({ ...last, who: last.who ?? "其他人员" }), { status: 409 })
  // DISTRICT-15: more was seen than was ever done.
  if (isBehind) throw new Refusal(alarmMessages.seenOther, { status: 409, field: "seen" })
  if (obstacle === "state") throw new Refusal(notNowMessage(found.state), { status: 409 })
  if (obstacle === "person") {
    const { notResponsible, notOfOrganisation } = alarmMessages
    throw new Refusal(action === "acknowledge" ? notOfOrganisation : notResponsible, { status: 403 })
  }
}

interface Holder {
  readonly id: Id
  readonly name: string
}

/** Whoever it is given to; whoever acts where nobody has it; null: it stays with whom it is. */
async function holderAfter(
  { db, user }: RequestContext,
  found: Found,
  personid: Id | undefined,
): Promise<Holder | null> {
  if (personid === undefined)
    return found.takenBy === null ? { id: user.user.id, name: user.user.nickname } : null
  const [given] = await db
    .select({
      id: person.id,
      name: person.name,
      isParent: person.isParent,
      orgid: person.orgId,
      kind: organisation.kind,
      areaPath: organisation.areaPath,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(eq(person.id, personid), isNull(person.disabledAt)))
  const { isParent, orgid, kind, areaPath, ...holder } = foundOrForbidden(given)
  const reachesIt =
    orgid === found.orgid || kind === "platform" || (kind === "bureau" && found.areaPath.startsWith(areaPath))
  if (isParent || !reachesIt) throw new Refusal(alarmMessages.notAssignable)
  if (found.takenBy === holder.id) throw new Refusal(alarmMessages.isAssigned)
  return holder
}
