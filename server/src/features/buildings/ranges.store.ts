import { rangeObjectTypes, type BuildingLayer, type RangeObjectType } from "@uc/contract/buildings/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { filterKeys } from "../../db/queries/filter-keys.ts"
import type { Db } from "../../db/open.ts"
import { building, buildingLayerRelation } from "../../db/schema/buildings.ts"
import { department } from "../../db/schema/organisations.ts"
import { isOffered } from "./buildings.store.ts"
import { person } from "../../db/schema/people.ts"

/** RANGE-1: the organisation's layers that are offered, each with its building; of them only those that fit. */
export function layersOf(db: Db, org: Id, fits?: SQL): Promise<BuildingLayer[]> {
  return layersWhere(db, org, and(isOffered, fits))
}

function layersWhere(db: Db, org: Id, fits: SQL | undefined): Promise<BuildingLayer[]> {
  const parent = alias(building, "parent")
  const campus = alias(building, "campus")
  return db
    .select({
      buildingId: parent.id,
      buildingName: parent.name,
      layerId: building.id,
      layerName: building.name,
      campusName: campus.name,
      keys: filterKeys(building),
    })
    .from(building)
    .innerJoin(parent, and(eq(parent.orgId, building.orgId), eq(parent.id, building.parentId)))
    .leftJoin(campus, and(eq(campus.orgId, parent.orgId), eq(campus.id, parent.parentId)))
    .where(and(eq(building.orgId, org), eq(building.type, "layer"), fits))
    .orderBy(asc(parent.sortNo), asc(parent.id), asc(building.sortNo), asc(building.id))
}

/** DISTRICT-10: the department's range, or that of the nearest department above that has one, else all layers. */
export async function layersOfDepartment(db: Db, org: Id, id: Id): Promise<BuildingLayer[]> {
  const kind = String(rangeObjectTypes.department)
  const [limiting] = await db
    .select({ id: department.id })
    .from(department)
    .where(
      and(
        eq(department.orgId, org),
        sql`${department.id} in (select unnest(array_append(own.ids, own.id)) from ${department} own
              where own.org_id = ${org} and own.id = ${id})`,
        sql`exists (select from ${buildingLayerRelation} given where given.org_id = ${org}
              and given.object_type = ${kind} and given.object_id = ${department.id})`,
      ),
    )
    .orderBy(desc(department.level))
    .limit(1)
  if (!limiting) return layersOf(db, org)
  return layersOf(
    db,
    org,
    sql`exists (select from ${buildingLayerRelation} given where given.org_id = ${org}
          and given.object_type = ${kind} and given.object_id = ${limiting.id} and given.layer_id = ${building.id})`,
  )
}

interface RangeObjects {
  readonly org: Id
  readonly objectType: RangeObjectType
  /** Each once. */
  readonly objects: readonly Id[]
}

function objectTable(objectType: RangeObjectType) {
  return objectType === rangeObjectTypes.department ? department : person
}

/** What was saved for each of these, in their order; null when one of them is not there. */
export async function relationsOf(
  db: Db,
  { org, objectType, objects }: RangeObjects,
): Promise<{ objectId: Id; layers: BuildingLayer[] }[] | null> {
  const table = objectTable(objectType)
  const own = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.orgId, org), inArray(table.id, [...objects])))
  if (own.length !== objects.length) return null
  const given = await db
    .select({ object: buildingLayerRelation.objectId, layer: buildingLayerRelation.layerId })
    .from(buildingLayerRelation)
    .where(
      and(
        eq(buildingLayerRelation.orgId, org),
        eq(buildingLayerRelation.objectType, String(objectType)),
        inArray(buildingLayerRelation.objectId, [...objects]),
      ),
    )
  const layerIds = [...new Set(given.map(({ layer }) => layer))]
  const layers = layerIds.length === 0 ? [] : await layersWhere(db, org, inArray(building.id, layerIds))
  const pairs = new Set(given.map(({ object, layer }) => `${object} ${layer}`))
  return objects.map((objectId) => ({
    objectId,
    layers: layers.filter(({ layerId }) => pairs.has(`${objectId} ${layerId}`)),
  }))
}

interface Relation extends RangeObjects {
  readonly layers: readonly Id[]
}

/** How many pairs stood there and stand there now; null, and nothing is written, when an object or a layer is not there. */
export async function saveRelation(
  db: Db,
  { org, objectType, objects, layers }: Relation,
): Promise<{ before: number; after: number } | null> {
  const table = objectTable(objectType)
  const objectList = sql`${sql.param(objects)}::bigint[]`
  const layerList = sql`${sql.param(layers)}::bigint[]`
  // RANGE-1: until the end of the transaction nobody else saves for them or removes them; in the order of their ids, so that
  // two who want the same objects don't wait for each other.
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
  // One statement with two lists: each pair as a parameter of its own would soon be more than PostgreSQL takes.
  const given = await db.execute(sql`
    insert into ${buildingLayerRelation} (org_id, object_type, object_id, layer_id)
    select ${org}, ${kind}, object_id, layer_id
      from unnest(${objectList}) as object_id, unnest(${layerList}) as layer_id
    on conflict do nothing`)
  return { before: taken.rowCount ?? 0, after: given.rowCount ?? 0 }
}
