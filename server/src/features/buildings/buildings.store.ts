import { buildingLimits, buildingTypes, rangeObjectTypes } from "@uc/contract/buildings/calls"
import type { BuildingLayer, BuildingNode } from "@uc/contract/buildings/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { filterKeys } from "../../db/queries/filter-keys.ts"
import { matchesName } from "../../db/queries/matches-name.ts"
import type { Db } from "../../db/open.ts"
import { building, buildingLayerRelation, type BuildingNodeType } from "../../db/schema/buildings.ts"
import { department } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"

const wireTypes: Record<BuildingNodeType, BuildingNode["type"]> = buildingTypes

function columnsOf(db: Db) {
  const child = alias(building, "child")
  const children = db
    .select({ count: sql`count(*)::int` })
    .from(child)
    .where(and(eq(child.orgId, building.orgId), eq(child.parentId, building.id)))
  return {
    id: building.id,
    buildingname: building.name,
    type: building.type,
    parentId: building.parentId,
    isLeaf: building.isLeaf,
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
      ),
    )
    .orderBy(asc(building.level), asc(building.sortNo), asc(building.id))
    .limit(ids === null ? buildingLimits.found : ids.length)
  return rows.map(nodeOf)
}

/** RANGE-1: the organisation's layers, each with its building. */
export function layersOf(db: Db, org: Id): Promise<BuildingLayer[]> {
  const house = alias(building, "house")
  const campus = alias(building, "campus")
  return db
    .select({
      buildingId: house.id,
      buildingName: house.name,
      layerId: building.id,
      layerName: building.name,
      campusName: campus.name,
      keys: filterKeys(building),
    })
    .from(building)
    .innerJoin(house, and(eq(house.orgId, building.orgId), eq(house.id, building.parentId)))
    .leftJoin(campus, and(eq(campus.orgId, house.orgId), eq(campus.id, house.parentId)))
    .where(and(eq(building.orgId, org), eq(building.type, "layer")))
    .orderBy(asc(house.sortNo), asc(house.id), asc(building.sortNo), asc(building.id))
}

interface Relation {
  readonly org: Id
  readonly objectType: (typeof rangeObjectTypes)[keyof typeof rangeObjectTypes]
  /** Each once. */
  readonly objects: readonly Id[]
  readonly layers: readonly Id[]
}

/** How many pairs there were and are now; null, and nothing is written, when an object or a layer does not exist. */
export async function saveRelation(
  db: Db,
  { org, objectType, objects, layers }: Relation,
): Promise<{ before: number; after: number } | null> {
  const table = objectType === rangeObjectTypes.department ? department : person
  const objectList = sql`${sql.param(objects)}::bigint[]`
  const layerList = sql`${sql.param(layers)}::bigint[]`
  // RANGE-1: locked until the transaction ends, so that nobody else saves or removes them; in the order of ids, to avoid a
  // deadlock.
  const ownObjects = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.orgId, org), sql`${table.id} = any(${objectList})`, isNull(table.disabledAt)))
    .orderBy(asc(table.id))
    .for("no key update")
  const ownLayers = await db
    .select({ id: building.id })
    .from(building)
    .where(and(eq(building.orgId, org), eq(building.type, "layer"), sql`${building.id} = any(${layerList})`))
    .for("key share")
  if (ownObjects.length !== objects.length || ownLayers.length !== layers.length) return null

  const kind = String(objectType)
  const taken = await db
    .delete(buildingLayerRelation)
    .where(
      and(
        eq(buildingLayerRelation.orgId, org),
        eq(buildingLayerRelation.objectType, kind),
        sql`${buildingLayerRelation.objectId} = any(${objectList})`,
      ),
    )
  // One statement with two arrays: a parameter for each pair would soon exceed PostgreSQL's limit.
  const given = await db.execute(sql`
    insert into ${buildingLayerRelation} (org_id, object_type, object_id, layer_id)
    select ${org}, ${kind}, object_id, layer_id
      from unnest(${objectList}) as object_id, unnest(${layerList}) as layer_id
    on conflict do nothing`)
  return { before: taken.rowCount ?? 0, after: given.rowCount ?? 0 }
}
