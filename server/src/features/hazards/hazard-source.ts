import type { Id } from "@uc/contract/core/wire"
import type { HazardSource } from "@uc/contract/hazards/calls"
import { hazardMessages } from "@uc/contract/hazards/messages"
import type { HazardState } from "@uc/contract/hazards/steps"
import { and, eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { alarm, alarmType } from "../../db/schema/alarms.ts"
import { hazard } from "../../db/schema/patrols.ts"
import { Refusal } from "../../errors/refusal.ts"
import { foundOrForbidden } from "../../session/reach.ts"
import { typeName } from "../alarms/public.ts"
import { visitOf } from "../patrols/public.ts"

export interface FoundSource {
  readonly source: Exclude<HazardSource, "report">
  readonly ref: string
  readonly orgId: Id
  readonly name: string
  /** Why it can't become a hazard; null: it can. */
  readonly obstacle: string | null
}

/** The patrol's finding or the alarm that is meant, if the viewer reaches it; null: none is named. */
export async function sourceOf(
  db: Db,
  { visitId, alarm: uuid }: { readonly visitId?: Id | undefined; readonly alarm?: string | undefined },
): Promise<FoundSource | null> {
  // DISTRICT-15: refused and not dropped.
  if (visitId !== undefined && uuid !== undefined)
    throw new Refusal(hazardMessages.oneSource, { field: "alarm" })
  if (visitId !== undefined) {
    const visit = foundOrForbidden(await visitOf(db, visitId))
    return {
      source: "patrol",
      ref: visitId,
      orgId: visit.orgid,
      name: `${visit.dueAt.slice(0, 16)} ${visit.pointName}`,
      obstacle: visit.state === "problem" ? null : hazardMessages.notAProblem,
    }
  }
  if (uuid === undefined) return null
  const [found] = await db
    .select({
      uuid: alarm.uuid,
      orgId: alarm.orgId,
      state: alarm.state,
      name: typeName(alarmType.name, alarm.modelCode),
    })
    .from(alarm)
    .leftJoin(alarmType, eq(alarmType.modelCode, alarm.modelCode))
    .where(eq(alarm.uuid, uuid))
  const { state, uuid: ref, ...meant } = foundOrForbidden(found)
  return { source: "alarm", ref, ...meant, obstacle: state === "false" ? hazardMessages.falseAlarm : null }
}

/** What it has become. */
export async function hazardOfSource(
  db: Db,
  { source, ref }: Pick<FoundSource, "source" | "ref">,
): Promise<{ id: Id; state: HazardState } | null> {
  const [found] = await db
    .select({ id: hazard.id, state: hazard.state })
    .from(hazard)
    .where(and(eq(hazard.source, source), eq(hazard.sourceRef, ref)))
  return found ?? null
}
