import {
  drillLimits,
  PlanKind,
  type drillCalls,
  type EmergencyPlan,
  type PlanKind as Kind,
} from "@uc/contract/drills/calls"
import type { ParsedInputOf } from "@uc/contract/core/call"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, count, desc, eq, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { drill, emergencyPlan } from "../../db/schema/drills.ts"
import { organisation } from "../../db/schema/organisations.ts"

/** The column takes any word; what the product does not know is of some other kind. */
export function kindOf(stored: string): Kind {
  return PlanKind.safeParse(stored).data ?? "other"
}

/** The organisation at this path may use it: it is shared there or above. */
export function isSharedWith(path: SQL | string): SQL {
  return sql`(${emergencyPlan.sharedPath} <> '' and starts_with(${path}, ${emergencyPlan.sharedPath}))`
}

async function pathOf(db: Db, org: Id): Promise<string> {
  const [own] = await db
    .select({ path: organisation.areaPath })
    .from(organisation)
    .where(eq(organisation.id, org))
  return own?.path ?? ""
}

const columns = {
  id: emergencyPlan.id,
  orgId: emergencyPlan.orgId,
  title: emergencyPlan.title,
  kind: emergencyPlan.kind,
  content: emergencyPlan.content,
  steps: emergencyPlan.steps,
  timesAYear: emergencyPlan.timesAYear,
  sharedPath: emergencyPlan.sharedPath,
  version: emergencyPlan.version,
}

type Row = Pick<typeof emergencyPlan.$inferSelect, keyof typeof columns>

function shown({ orgId, sharedPath, kind, steps, ...row }: Row, viewer: Id): EmergencyPlan {
  return {
    ...row,
    kind: kindOf(kind),
    steps: [...steps],
    isShared: (sharedPath ?? "") !== "",
    isOwn: orgId === viewer,
  }
}

/** The own ones first. */
export async function plansFor(db: Db, org: Id): Promise<EmergencyPlan[]> {
  const shared = isSharedWith(await pathOf(db, org))
  const rows = await db
    .select(columns)
    .from(emergencyPlan)
    .where(or(eq(emergencyPlan.orgId, org), shared))
    .orderBy(desc(sql`${emergencyPlan.orgId} = ${org}`), asc(emergencyPlan.kind), asc(emergencyPlan.id))
  return rows.map((row) => shown(row, org))
}

/** Visible to the viewer; whether each organisation may use it is checked separately. */
export async function planOf(db: Db, id: Id): Promise<Row | null> {
  const [found] = await db.select(columns).from(emergencyPlan).where(eq(emergencyPlan.id, id))
  return found ?? null
}

type Wanted = Omit<ParsedInputOf<typeof drillCalls.savePlan>, "id"> & { readonly id: Id | undefined }

/** Null: there is none of this id; `changed`: it is no longer what was read; or `full`. */
export async function savePlan(
  db: Db,
  org: Id,
  { id, version, isShared, ...wanted }: Wanted,
): Promise<EmergencyPlan | "changed" | "full" | null> {
  const values = {
    ...wanted,
    timesAYear: wanted.timesAYear ?? null,
    sharedPath: isShared ? await pathOf(db, org) : null,
  }
  if (id !== undefined) {
    const isOwn = and(eq(emergencyPlan.orgId, org), eq(emergencyPlan.id, id))
    const [changed] = await db
      .update(emergencyPlan)
      .set({ ...values, version: sql`${emergencyPlan.version} + 1` })
      .where(and(isOwn, eq(emergencyPlan.version, version ?? 0)))
      .returning(columns)
    if (changed) return shown(changed, org)
    return (await db.$count(emergencyPlan, isOwn)) > 0 ? "changed" : null
  }
  const [counted] = await db
    .select({ plans: count() })
    .from(emergencyPlan)
    .where(eq(emergencyPlan.orgId, org))
  if ((counted?.plans ?? 0) >= drillLimits.plans) return "full"
  const [added] = await db
    .insert(emergencyPlan)
    .values({ ...values, orgId: org })
    .returning(columns)
  if (!added) throw new Error("A plan is not there after it was saved")
  return shown(added, org)
}

export async function removePlan(db: Db, org: Id, id: Id): Promise<"removed" | "gone" | "used"> {
  // Locked against those who start it meanwhile: their row's reference waits for this.
  const [own] = await db
    .select({ id: emergencyPlan.id })
    .from(emergencyPlan)
    .where(and(eq(emergencyPlan.orgId, org), eq(emergencyPlan.id, id)))
    .for("update")
  if (!own) return "gone"
  const [used] = await db.select({ id: drill.id }).from(drill).where(eq(drill.planId, id)).limit(1)
  if (used) return "used"
  await db.delete(emergencyPlan).where(eq(emergencyPlan.id, id))
  return "removed"
}
