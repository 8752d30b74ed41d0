import type { Id } from "@uc/contract/core/wire"
import type { HazardDetail } from "@uc/contract/hazards/calls"
import { hazardActionsFor, obstacleTo, type HazardActor, type HazardDeed } from "@uc/contract/hazards/steps"
import { asc, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { hazard, hazardEvent } from "../../db/schema/patrols.ts"
import { person } from "../../db/schema/people.ts"
import { reaches } from "../../db/scope.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { attachmentsOf } from "../attachments/public.ts"
import { hazardColumns } from "./hazard-list.store.ts"

/** `administered` is what they hold `hazards.manage` for. */
export function hazardActor({ user, administered }: SignedIn, org: Id): HazardActor {
  return {
    id: user.id,
    orgid: user.orgid,
    isManager: reaches(administered, org),
    isManagerAtHome: reaches(administered, user.orgid),
  }
}

/** Null: none in the viewer's reach. */
export async function hazardDetail(db: Db, viewer: SignedIn, id: Id): Promise<HazardDetail | null> {
  const [found] = await db
    .select({
      ...hazardColumns,
      description: hazard.description,
      reporterOrg: hazard.reporterOrgName,
      sourceName: hazard.sourceName,
      sourceRef: hazard.sourceRef,
      assigneeId: hazard.assigneeId,
      rectifiedById: hazard.rectifiedById,
      escalatedTo: hazard.escalatedTo,
      version: hazard.version,
    })
    .from(hazard)
    .innerJoin(organisation, eq(organisation.id, hazard.orgId))
    .leftJoin(person, eq(person.id, hazard.assigneeId))
    .where(eq(hazard.id, id))
  if (!found) return null
  const { sourceRef, ...shown } = found
  const history = await hazardHistory(db, id)
  const photos = await attachmentsOf(
    db,
    "hazard",
    history.map((entry) => entry.id),
  )
  const actor = hazardActor(viewer, found.orgid)
  return {
    ...shown,
    alarm: found.source === "alarm" ? sourceRef : null,
    history: history.map((entry) => ({ ...entry, photos: photos.get(entry.id) ?? [] })),
    can: hazardActionsFor(found, actor),
    isOwnWork: obstacleTo("close", found, actor) === "ownWork",
  }
}

/** Who did it stands in the entry itself: the school that reads it reaches nobody of the bureau. */
export function hazardHistory(db: Db, id: Id) {
  const told = (key: string) => sql<string | null>`${hazardEvent.detail}->>${sql.raw(`'${key}'`)}`
  return db
    .select({
      id: hazardEvent.id,
      at: asMoment(hazardEvent.at),
      deed: sql<HazardDeed>`${hazardEvent.deed}`,
      who: told("who"),
      orgname: told("orgname"),
      whom: told("whom"),
      deadline: told("deadline"),
      note: hazardEvent.note,
    })
    .from(hazardEvent)
    .where(eq(hazardEvent.hazardId, id))
    .orderBy(asc(hazardEvent.at), asc(hazardEvent.id))
}

/** Whether the viewer reaches the hazard that this entry of a history is about, as row-level security shows it. */
export async function seenHazardEvent(db: Db, id: Id): Promise<boolean> {
  return (await db.$count(hazardEvent, eq(hazardEvent.id, id))) > 0
}
