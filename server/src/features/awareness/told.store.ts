import { planKindFor } from "@uc/contract/alarms/fitting-plans"
import { activeStates } from "@uc/contract/alarms/admin-calls"
import { executionTypes } from "@uc/contract/drills/calls"
import type { ToldItem } from "@uc/contract/awareness/calls"
import {
  awarenessLimits,
  defaultSteps,
  isToldTo,
  levelSubject,
  type ToldAudience,
} from "@uc/contract/awareness/told"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { alarm, alarmConfirmation, alarmLevel, alarmType } from "../../db/schema/alarms.ts"
import { drill, drillConfirmation, emergencyPlan } from "../../db/schema/drills.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { typeName } from "../alarms/public.ts"
import { kindOf, plansFor } from "../drills/public.ts"
import { toldTo } from "./told-rules.store.ts"

export type Rank = Exclude<ToldAudience, "nobody">

export interface Told {
  /** Of the alarm or the drill. */
  readonly rowId: Id
  readonly item: ToldItem
}

const lately = sql`now() - make_interval(hours => ${awarenessLimits.hours})`

/** What is told in an organisation to people of this rank, the gravest first. The same for all of them. */
export async function toldIn(db: Db, org: Id, rank: Rank): Promise<Told[]> {
  const told = await toldTo(db)
  const isTold = (subject: string) => isToldTo(told(subject), rank)
  const runs = await toldRuns(db, org, isTold)
  const alarms = await toldAlarms(db, org, isTold)
  const isReal = ({ item }: Told) => item.kind === "emergency"
  return [...runs.filter(isReal), ...alarms, ...runs.filter((run) => !isReal(run))]
}

async function toldAlarms(db: Db, org: Id, isTold: (subject: string) => boolean): Promise<Told[]> {
  const levels = await db.select({ level: alarmLevel.level }).from(alarmLevel)
  const wanted = levels.map(({ level }) => level).filter((level) => isTold(levelSubject(level)))
  if (wanted.length === 0) return []
  // By `alarm_open`: a day of one organisation, and of it what is not closed.
  const rows = await db
    .select({
      rowId: alarm.id,
      id: alarm.uuid,
      modelCode: alarm.modelCode,
      title: typeName(alarmType.name, alarm.modelCode),
      level: alarm.level,
      levelName: alarmLevel.name,
      orgname: organisation.name,
      place: alarm.address,
      since: asMoment(alarm.createtime),
      remindedAt: sql<string | null>`${asMoment(alarm.remindedAt)}`,
    })
    .from(alarm)
    .innerJoin(organisation, eq(organisation.id, alarm.orgId))
    .innerJoin(alarmLevel, eq(alarmLevel.level, alarm.level))
    .leftJoin(alarmType, eq(alarmType.modelCode, alarm.modelCode))
    .where(
      and(
        eq(alarm.orgId, org),
        inArray(alarm.state, [...activeStates]),
        gt(alarm.createtime, lately),
        inArray(alarm.level, wanted),
      ),
    )
    .orderBy(asc(alarm.level), desc(alarm.createtime), desc(alarm.id))
    .limit(awarenessLimits.alarms)
  if (rows.length === 0) return []
  const plans = await plansFor(db, org)
  return rows.map(({ rowId, modelCode, ...row }) => {
    const kind = planKindFor(modelCode)
    // The own organisation's come first.
    const plan = plans.find((each) => each.kind === kind && each.steps.length > 0)
    const steps = plan?.steps ?? [defaultSteps[kind ?? "other"]]
    return { rowId, item: { ...row, kind: "alarm", code: row.id, steps } }
  })
}

async function toldRuns(db: Db, org: Id, isTold: (subject: string) => boolean): Promise<Told[]> {
  const types = [
    ...(isTold("emergency") ? [executionTypes.emergency] : []),
    ...(isTold("drill") ? [executionTypes.drill] : []),
  ]
  if (types.length === 0) return []
  const rows = await db
    .select({
      rowId: drill.id,
      zxType: drill.zxType,
      code: drill.yazxCode,
      title: drill.yazxTitle,
      orgname: organisation.name,
      since: asMoment(drill.yazxBdate),
      steps: emergencyPlan.steps,
      planKind: emergencyPlan.kind,
      remindedAt: sql<string | null>`${asMoment(drill.remindedAt)}`,
    })
    .from(drill)
    .innerJoin(organisation, eq(organisation.id, drill.orgId))
    .leftJoin(emergencyPlan, eq(emergencyPlan.id, drill.planId))
    .where(
      and(
        eq(drill.orgId, org),
        isNull(drill.endedAt),
        gt(drill.yazxBdate, lately),
        inArray(drill.zxType, types),
      ),
    )
    .orderBy(desc(drill.yazxBdate), desc(drill.id))
    .limit(awarenessLimits.drills)
  return rows.map(({ rowId, zxType, steps, planKind, ...row }) => ({
    rowId,
    item: {
      ...row,
      kind: zxType === executionTypes.emergency ? "emergency" : "drill",
      id: rowId,
      level: null,
      levelName: null,
      place: null,
      steps: steps && steps.length > 0 ? [...steps] : [defaultSteps[kindOf(planKind ?? "other")]],
    },
  }))
}

/** What of it this person has not confirmed. */
export async function unconfirmed(db: Db, told: readonly Told[], person: Id): Promise<Told[]> {
  if (told.length === 0) return []
  const idsOf = (isAlarm: boolean) =>
    told.filter(({ item }) => (item.kind === "alarm") === isAlarm).map(({ rowId }) => rowId)
  const alarms = await db
    .select({ id: alarmConfirmation.alarmId })
    .from(alarmConfirmation)
    .where(and(inArray(alarmConfirmation.alarmId, idsOf(true)), eq(alarmConfirmation.personId, person)))
  const drills = await db
    .select({ id: drillConfirmation.drillId })
    .from(drillConfirmation)
    .where(and(inArray(drillConfirmation.drillId, idsOf(false)), eq(drillConfirmation.personId, person)))
  const known = { alarm: new Set(alarms.map(({ id }) => id)), run: new Set(drills.map(({ id }) => id)) }
  return told.filter(({ rowId, item }) => !known[item.kind === "alarm" ? "alarm" : "run"].has(rowId))
}
