import {
  actionsFor,
  alarmDeeds,
  type AlarmActor,
  type AlarmDeed,
  type AlarmDetail,
} from "@uc/contract/alarms/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { alarm, alarmEvent, alarmLevel, alarmType } from "../../db/schema/alarms.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { reaches, type Scope } from "../../db/scope.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { attachmentsOf } from "../attachments/public.ts"
import { listedColumns, type Viewer } from "./alarm-list.store.ts"

type History = AlarmDetail["history"]
/** Without its photos, which are shown and not needed to decide. */
type Entries = readonly Omit<History[number], "photos">[]

interface AlarmViewer {
  readonly user: Viewer & Omit<AlarmActor, "isAdministrator">
  readonly administered: Scope
}

/** BARE-6: an area's administrator is none for what the platform has in that area. */
export function alarmActor({ user, administered }: AlarmViewer, org: Id): AlarmActor {
  return { ...user, isAdministrator: reaches(administered, org) }
}

/** Null: none in the viewer's reach. */
export async function alarmDetail(db: Db, viewer: AlarmViewer, uuid: string): Promise<AlarmDetail | null> {
  const [found] = await db
    .select({
      ...listedColumns(viewer.user),
      school_phone: organisation.phone,
      detail: alarm.detail,
      source: alarm.source,
      received_at: asMoment(alarm.receivedAt),
      closed_at: sql<string | null>`${asMoment(alarm.closedAt)}`,
      id: alarm.id,
      takenBy: alarm.takenBy,
      escalatedTo: alarm.escalatedTo,
    })
    .from(alarm)
    .innerJoin(organisation, eq(organisation.id, alarm.orgId))
    .innerJoin(alarmLevel, eq(alarmLevel.level, alarm.level))
    .leftJoin(alarmType, eq(alarmType.modelCode, alarm.modelCode))
    .leftJoin(person, eq(person.id, alarm.takenBy))
    .where(eq(alarm.uuid, uuid))
  if (!found) return null
  const history = await alarmHistory(db, found.id)
  const photos = await attachmentsOf(
    db,
    "alarm",
    history.map(({ id }) => id),
  )
  return {
    ...found,
    history: history.map((entry) => ({ ...entry, photos: photos.get(entry.id) ?? [] })),
    acts: actsIn(history).length,
    can: actionsFor(found, alarmActor(viewer, found.orgid)),
  }
}

/** Who did it stands in the event itself: the school that reads it reaches nobody of the bureau. */
export function alarmHistory(db: Db, alarmId: Id): Promise<Entries> {
  const told = (key: string) => sql<string | null>`${alarmEvent.detail}->>${sql.raw(`'${key}'`)}`
  return db
    .select({
      id: alarmEvent.id,
      at: asMoment(alarmEvent.at),
      deed: sql<AlarmDeed>`${alarmEvent.action}`,
      who: sql<string | null>`coalesce(${told("who")}, ${person.name})`,
      orgname: sql<string | null>`coalesce(${told("orgname")}, ${organisation.name})`,
      whom: told("whom"),
      note: alarmEvent.note,
    })
    .from(alarmEvent)
    .leftJoin(person, eq(person.id, alarmEvent.personId))
    .leftJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(eq(alarmEvent.alarmId, alarmId), inArray(alarmEvent.action, Object.keys(alarmDeeds))))
    .orderBy(asc(alarmEvent.at), asc(alarmEvent.id))
}

/** What somebody did, in contrast to what happened by itself. */
export function actsIn(history: Entries): Entries {
  return history.filter(({ deed }) => deed !== "escalated")
}

/** Whether the viewer reaches the alarm that this entry of a history is about, as row-level security shows it. */
export async function seenAlarmEvent(db: Db, id: Id): Promise<boolean> {
  return (await db.$count(alarmEvent, eq(alarmEvent.id, id))) > 0
}
