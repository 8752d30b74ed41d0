import { buildingLimits, buildingTypes, type BuildingNode } from "@uc/contract/buildings/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { matchesName } from "../../db/queries/matches-name.ts"
import type { Db } from "../../db/open.ts"
import { building, type BuildingNodeType } from "../../db/schema/buildings.ts"

const wireTypes: Record<BuildingNodeType, BuildingNode["type"]> = buildingTypes

/** DISTRICT-9: neither the place itself nor anything above it is out of use. */
export const isOffered = sql`not ${building.isDisabled} and not exists (select from ${building} above
  where above.org_id = ${building.orgId} and above.id = any(${building.ids}) and above.is_disabled)`

function columnsOf(db: Db) {
  const child = alias(building, "child")
  const children = db
    .select({ count: sql`count(*)::int` })
    .from(child)
    .where(and(eq(child.orgId, building.orgId), eq(child.parentId, building.id), eq(child.isDisabled, false)))
  return {
    id: building.id,
    buildingname: building.name,
    type: building.type,
    parentId: building.parentId,
    isLeaf: sql<boolean>`(${children}) = 0`,
    childCount: sql<number>`(${children})`,
    ids: building.ids,
  }
}

function nodeOf(row: Omit<BuildingNode, "type" | "childList"> & { type: BuildingNodeType }): BuildingNode {
  return { ...row, type: wireTypes[row.type], childList: null }
}

export async function buildingsBelow(db: Db, org: Id, parent: Id | null): Promise<BuildingNode[]> {
  const rows = await db
    .select(columnsOf(db))
    .from(building)
    .where(
      and(
        eq(building.orgId, org),
        parent === null ? isNull(building.parentId) : eq(building.parentId, parent),
        isOffered,
      ),
    )
    .orderBy(asc(building.sortNo), asc(building.id))
  return rows.map(nodeOf)
}

export async function hasBuilding(db: Db, org: Id, id: Id): Promise<boolean> {
  const rows = await db
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.orgId, org), eq(building.id, id)))
  return rows.length > 0
}

export async function findBuildings(
  db: Db,
  org: Id,
  { parent, ids, name }: { parent: Id | null; ids: readonly Id[] | null; name: string | null },
): Promise<BuildingNode[]> {
  const rows = await db
    .select(columnsOf(db))
    .from(building)
    .where(
      and(
        eq(building.orgId, org),
        parent === null ? undefined : eq(building.parentId, parent),
        ids === null ? undefined : inArray(building.id, [...ids]),
        name === null ? undefined : matchesName(building, name),
        // Asked by its id, one out of use still is what was chosen before.
        ids === null ? isOffered : undefined,
      ),
    )
    .orderBy(asc(building.level), asc(building.sortNo), asc(building.id))
    .limit(ids === null ? buildingLimits.found : ids.length)
  return rows.map(nodeOf)
}
