import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core"
import { createdAt, id, ownId, searchColumns } from "./columns.ts"
import { orgId } from "./organisations.ts"

export type BuildingNodeType = "campus" | "building" | "layer" | "room"

/** One tree of nodes: campus, building, layer, room. */
export const building = pgTable(
  "building",
  {
    id: ownId(),
    orgId: orgId(),
    parentId: id("parent_id"),
    /** Ancestors, the root first, without the row's own id (BUILD-2). */
    ids: id("ids").array().notNull().default([]),
    level: smallint("level").notNull().default(0),
    type: text("type").$type<BuildingNodeType>().notNull(),
    /** `buildingname` on the wire, for every type of node. */
    name: text("name").notNull(),
    isLeaf: boolean("is_leaf").notNull().default(true),
    sortNo: integer("sort_no").notNull().default(0),
    /** No picker offers it, nor what stands below it. */
    isDisabled: boolean("is_disabled").notNull().default(false),
    createdAt: createdAt(),
    ...searchColumns(),
  },
  (t) => [
    unique().on(t.orgId, t.id),
    foreignKey({ columns: [t.orgId, t.parentId], foreignColumns: [t.orgId, t.id] }),
    index().on(t.orgId, t.parentId, t.sortNo),
    check("building_type", sql`${t.type} in ('campus', 'building', 'layer', 'room')`),
    check(
      "building_ids",
      sql`${t.level} = cardinality(${t.ids}) and ${t.parentId} is not distinct from ${t.ids}[cardinality(${t.ids})]`,
    ),
  ],
)

/** RANGE-1: which layers belong to a department, a person, a grid … `object_type` says which table `object_id` is of. */
export const buildingLayerRelation = pgTable(
  "building_layer_relation",
  {
    id: ownId(),
    orgId: orgId(),
    objectType: text("object_type").notNull(),
    objectId: id("object_id").notNull(),
    layerId: id("layer_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("building_layer_relation_once").on(t.orgId, t.objectType, t.objectId, t.layerId),
    foreignKey({
      name: "building_layer_relation_layer",
      columns: [t.orgId, t.layerId],
      foreignColumns: [building.orgId, building.id],
    }).onDelete("cascade"),
    index().on(t.orgId, t.layerId),
  ],
)
