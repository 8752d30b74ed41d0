import { randomInt } from "node:crypto"
import { patrolLimits, type PatrolPoint } from "@uc/contract/patrols/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, count, eq, isNull, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { building } from "../../db/schema/buildings.ts"
import { patrolPoint } from "../../db/schema/patrols.ts"
import { withPlaceNames } from "./place-names.ts"

/** Without characters that look alike on paper. 59 bits can't be guessed. */
const codeLetters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
const codeLength = 12

export function newCode(): string {
  return Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join("")
}

type Row = Omit<PatrolPoint, "code"> & { readonly orgId: Id; readonly orgname: string; readonly code: string }

const columns = {
  id: patrolPoint.id,
  orgId: patrolPoint.orgId,
  orgname: sql<string>`(select o.name from organisation o where o.id = patrol_point.org_id)`,
  name: patrolPoint.name,
  placeId: patrolPoint.placeId,
  code: patrolPoint.code,
  isDisabled: sql<boolean>`${patrolPoint.disabledAt} is not null`,
  plans: sql<number>`(select count(*)::int from patrol_plan_point r join patrol_plan p on p.id = r.plan_id
    where r.point_id = patrol_point.id and p.disabled_at is null)`,
  version: patrolPoint.version,
}

function selected(db: Db) {
  return db.select(columns).from(patrolPoint)
}

async function oneWith(db: Db, condition: SQL): Promise<Row | null> {
  const [row] = await withPlaceNames(db, await selected(db).where(condition))
  return row ?? null
}

export async function pointsOf(db: Db, org: Id, withDisabled: boolean): Promise<Row[]> {
  const rows = await selected(db)
    .where(and(eq(patrolPoint.orgId, org), withDisabled ? undefined : isNull(patrolPoint.disabledAt)))
    .orderBy(asc(patrolPoint.sortNo), asc(patrolPoint.id))
    .limit(patrolLimits.points * 2)
  return withPlaceNames(db, rows)
}

export async function pointOf(db: Db, id: Id): Promise<Row | null> {
  return oneWith(db, eq(patrolPoint.id, id))
}

export async function pointByCode(db: Db, code: string): Promise<Row | null> {
  return oneWith(db, eq(patrolPoint.code, code))
}

interface WantedPoint {
  readonly id?: Id | undefined
  readonly version?: number | undefined
  readonly name: string
  readonly placeId: Id | null
  readonly isDisabled: boolean
}

/** A layer or a room of the organisation's own buildings. */
async function isTheirPlace(db: Db, org: Id, placeId: Id): Promise<boolean> {
  const [found] = await db
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.id, placeId), eq(building.orgId, org)))
  return found !== undefined
}

export async function savePoint(
  db: Db,
  org: Id,
  { id, version, name, placeId, isDisabled }: WantedPoint,
): Promise<{ readonly saved: Id } | "full" | "place" | "gone" | "changed"> {
  if (placeId !== null && !(await isTheirPlace(db, org, placeId))) return "place"
  if (id === undefined) {
    const { points, last } = await pointsInUse(db, org)
    if (!isDisabled && points >= patrolLimits.points) return "full"
    const disabledAt = isDisabled ? new Date() : null
    const [added] = await db
      .insert(patrolPoint)
      .values({ orgId: org, name, placeId, code: newCode(), sortNo: last + 10, disabledAt })
      .returning({ id: patrolPoint.id })
    if (!added) throw new Error("A point is not there after it was saved")
    return { saved: added.id }
  }
  const [known] = await db
    .select({ version: patrolPoint.version, disabledAt: patrolPoint.disabledAt })
    .from(patrolPoint)
    .where(and(eq(patrolPoint.orgId, org), eq(patrolPoint.id, id)))
    .for("update")
  if (!known) return "gone"
  if (version !== undefined && version !== known.version) return "changed"
  const isBack = known.disabledAt !== null && !isDisabled
  if (isBack && (await pointsInUse(db, org)).points >= patrolLimits.points) return "full"
  await db
    .update(patrolPoint)
    .set({
      name,
      placeId,
      disabledAt: isDisabled ? (known.disabledAt ?? new Date()) : null,
      version: sql`${patrolPoint.version} + 1`,
    })
    .where(eq(patrolPoint.id, id))
  // No visits to a point that is disabled.
  if (isDisabled)
    await db.execute(
      sql`delete from patrol_record where point_id = ${id} and result = 'due' and due_at > now()`,
    )
  // Its plans were scheduled without it.
  if (isBack)
    await db.execute(sql`update patrol_plan set laid_out_to = null
      where disabled_at is null and id in (select plan_id from patrol_plan_point where point_id = ${id})`)
  return { saved: id }
}

/** One after the other, so that none gets in beyond the limit. */
export async function lockPoints(db: Db, org: Id): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`patrol-points:${org}`}, 12))`)
}

async function pointsInUse(db: Db, org: Id): Promise<{ readonly points: number; readonly last: number }> {
  await lockPoints(db, org)
  const [counted] = await db
    .select({ points: count(), last: sql<number>`coalesce(max(${patrolPoint.sortNo}), 0)` })
    .from(patrolPoint)
    .where(and(eq(patrolPoint.orgId, org), isNull(patrolPoint.disabledAt)))
  return counted ?? { points: 0, last: 0 }
}

export async function renewCode(db: Db, id: Id): Promise<void> {
  await db
    .update(patrolPoint)
    .set({ code: newCode(), version: sql`${patrolPoint.version} + 1` })
    .where(eq(patrolPoint.id, id))
}
