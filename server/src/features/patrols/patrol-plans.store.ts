import { patrolLimits, type PatrolPlan, type RouteStop } from "@uc/contract/patrols/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { patrolPlan, patrolPlanPoint, patrolPoint } from "../../db/schema/patrols.ts"
import { person } from "../../db/schema/people.ts"
import { scheduleVisitsOfPlan } from "./schedule-patrol-visits.ts"

async function routesOf(db: Db, plans: readonly Id[]): Promise<ReadonlyMap<Id, RouteStop[]>> {
  const routes = new Map<Id, RouteStop[]>(plans.map((id) => [id, []]))
  if (plans.length === 0) return routes
  const rows = await db
    .select({
      planId: patrolPlanPoint.planId,
      pointId: patrolPlanPoint.pointId,
      pointName: patrolPoint.name,
      personId: patrolPlanPoint.personId,
      personName: person.name,
    })
    .from(patrolPlanPoint)
    .innerJoin(patrolPoint, eq(patrolPoint.id, patrolPlanPoint.pointId))
    .leftJoin(person, eq(person.id, patrolPlanPoint.personId))
    .where(inArray(patrolPlanPoint.planId, [...plans]))
    .orderBy(asc(patrolPlanPoint.sortNo), asc(patrolPlanPoint.id))
  for (const { planId, ...stop } of rows) routes.get(planId)?.push(stop)
  return routes
}

const columns = {
  id: patrolPlan.id,
  name: patrolPlan.name,
  schedule: patrolPlan.schedule,
  graceMinutes: patrolPlan.graceMinutes,
  isDisabled: sql<boolean>`${patrolPlan.disabledAt} is not null`,
  version: patrolPlan.version,
}

async function shown(
  db: Db,
  rows: readonly (Pick<PatrolPlan, "id" | "name" | "graceMinutes" | "isDisabled" | "version"> & {
    readonly schedule: { readonly times: readonly string[]; readonly weekdays: readonly number[] }
  })[],
): Promise<PatrolPlan[]> {
  const routes = await routesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ schedule, ...plan }) => ({
    ...plan,
    times: [...schedule.times].toSorted(),
    weekdays: [...schedule.weekdays].toSorted((a, b) => a - b),
    route: routes.get(plan.id) ?? [],
  }))
}

export async function plansOf(db: Db, org: Id, withDisabled: boolean): Promise<PatrolPlan[]> {
  const rows = await db
    .select(columns)
    .from(patrolPlan)
    .where(and(eq(patrolPlan.orgId, org), withDisabled ? undefined : isNull(patrolPlan.disabledAt)))
    .orderBy(asc(patrolPlan.id))
    .limit(patrolLimits.plans * 2)
  return shown(db, rows)
}

export async function planOf(db: Db, id: Id): Promise<PatrolPlan | null> {
  const rows = await db.select(columns).from(patrolPlan).where(eq(patrolPlan.id, id))
  return (await shown(db, rows))[0] ?? null
}

interface WantedPlan {
  readonly id?: Id | undefined
  readonly version?: number | undefined
  readonly name: string
  readonly times: readonly string[]
  readonly weekdays: readonly number[]
  readonly graceMinutes: number
  readonly isDisabled: boolean
  readonly route: readonly { readonly pointId: Id; readonly personId: Id | null }[]
}

type Obstacle = "point" | "walker" | { readonly disabled: string } | { readonly left: readonly string[] }

/** What is wrong with a route: a foreign or disabled point, or a foreign person or one who has left. */
async function obstacleOn(
  db: Db,
  org: Id,
  { route, isDisabled }: Pick<WantedPlan, "route" | "isDisabled">,
): Promise<Obstacle | null> {
  const wanted = route.map(({ pointId }) => pointId)
  const points = await db
    .select({ id: patrolPoint.id, name: patrolPoint.name, disabledAt: patrolPoint.disabledAt })
    .from(patrolPoint)
    .where(and(eq(patrolPoint.orgId, org), inArray(patrolPoint.id, wanted)))
    // Locked against disabling one meanwhile.
    .for("share")
  if (points.length !== wanted.length) return "point"
  const walkers = [...new Set(route.flatMap(({ personId }) => personId ?? []))]
  const known =
    walkers.length === 0
      ? []
      : await db
          .select({ name: person.name, disabledAt: person.disabledAt })
          .from(person)
          .where(and(eq(person.orgId, org), inArray(person.id, walkers), eq(person.isParent, false)))
  if (known.length !== walkers.length) return "walker"
  // A plan can be disabled without correcting it first.
  if (isDisabled) return null
  const disabled = points.find(({ disabledAt }) => disabledAt !== null)
  if (disabled) return { disabled: disabled.name }
  const left = known.filter(({ disabledAt }) => disabledAt !== null).map(({ name }) => name)
  return left.length > 0 ? { left } : null
}

export async function savePlan(
  db: Db,
  org: Id,
  { id, version, name, times, weekdays, graceMinutes, isDisabled, route }: WantedPlan,
): Promise<{ readonly saved: Id } | "full" | "gone" | "changed" | Obstacle> {
  const obstacle = await obstacleOn(db, org, { route, isDisabled })
  if (obstacle !== null) return obstacle
  const values = {
    name,
    graceMinutes,
    schedule: {
      times: [...new Set(times)].toSorted(),
      weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b),
    },
  }
  const saved =
    id === undefined
      ? await addPlan(db, org, { ...values, disabledAt: isDisabled ? new Date() : null })
      : await changePlan(db, org, { id, version, isDisabled }, values)
  if (typeof saved === "string") return saved
  await db.delete(patrolPlanPoint).where(eq(patrolPlanPoint.planId, saved.saved))
  await db.insert(patrolPlanPoint).values(
    route.map(({ pointId, personId }, at) => ({
      orgId: org,
      planId: saved.saved,
      pointId,
      personId,
      sortNo: (at + 1) * 10,
    })),
  )
  await scheduleVisitsOfPlan(db, saved.saved)
  return saved
}

interface PlanValues {
  readonly name: string
  readonly graceMinutes: number
  readonly schedule: { readonly times: readonly string[]; readonly weekdays: readonly number[] }
}

/** Locked, so that the limit holds for two at the same time. */
async function isFull(db: Db, org: Id): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`patrol-plans:${org}`}, 12))`)
  const [counted] = await db
    .select({ plans: count() })
    .from(patrolPlan)
    .where(and(eq(patrolPlan.orgId, org), isNull(patrolPlan.disabledAt)))
  return (counted?.plans ?? 0) >= patrolLimits.plans
}

async function addPlan(
  db: Db,
  org: Id,
  values: PlanValues & { readonly disabledAt: Date | null },
): Promise<{ readonly saved: Id } | "full"> {
  if (values.disabledAt === null && (await isFull(db, org))) return "full"
  const [added] = await db
    .insert(patrolPlan)
    .values({ orgId: org, ...values })
    .returning({ id: patrolPlan.id })
  if (!added) throw new Error("A plan is not there after it was saved")
  return { saved: added.id }
}

async function changePlan(
  db: Db,
  org: Id,
  {
    id,
    version,
    isDisabled,
  }: { readonly id: Id; readonly version: number | undefined; readonly isDisabled: boolean },
  values: PlanValues,
): Promise<{ readonly saved: Id } | "full" | "gone" | "changed"> {
  const [known] = await db
    .select({
      version: patrolPlan.version,
      disabledAt: patrolPlan.disabledAt,
      graceMinutes: patrolPlan.graceMinutes,
    })
    .from(patrolPlan)
    .where(and(eq(patrolPlan.orgId, org), eq(patrolPlan.id, id)))
    .for("update")
  if (!known) return "gone"
  if (version !== undefined && version !== known.version) return "changed"
  if (known.disabledAt !== null && !isDisabled && (await isFull(db, org))) return "full"
  await db
    .update(patrolPlan)
    .set({
      ...values,
      disabledAt: isDisabled ? (known.disabledAt ?? new Date()) : null,
      laidOutTo: null,
      version: known.version + 1,
    })
    .where(eq(patrolPlan.id, id))
  // Only visits that have not begun follow the changed plan.
  await db.execute(sql`delete from patrol_record where plan_id = ${id} and result = 'due' and due_at > now()`)
  // Visits without minutes of their own keep those that the plan had before the change.
  if (values.graceMinutes !== known.graceMinutes)
    await db.execute(sql`update patrol_record set grace_minutes = ${known.graceMinutes}
      where org_id = ${org} and plan_id = ${id} and grace_minutes is null`)
  return { saved: id }
}
