import { z } from "zod"
import { call } from "../core/call.ts"
import { FilterKeys, Id, IdList, idsOf, oneOf, text } from "../core/wire.ts"

/** A layer with its building: one row of the range picker (RANGE-1). `layerId` is the id of the layer's building node. */
export const BuildingLayer = z.object({
  buildingId: Id,
  buildingName: z.string(),
  layerId: Id,
  layerName: z.string(),
  /** The campus; tells two of one name apart. Null: none. */
  campusName: z.string().nullable().default(null),
  keys: FilterKeys,
})
export type BuildingLayer = z.infer<typeof BuildingLayer>

export const buildingTypes = { campus: 0, building: 1, layer: 2, room: 3 } as const
const BuildingType = z.enum(buildingTypes)

/** A node of the building tree. Ids are unique over buildings, layers and rooms together. */
export const BuildingNode = z.object({
  id: Id,
  buildingname: z.string(),
  /** Null where the children were not asked for, empty where there are none. */
  get childList(): z.ZodNullable<z.ZodArray<typeof BuildingNode>> {
    return z.array(BuildingNode).nullable()
  },
  type: BuildingType,
  /** Null at the top. */
  parentId: Id.nullable(),
  isLeaf: z.boolean(),
  /** How many children there are, loaded or not: all of them chosen is the parent chosen (BUILD-1). Not told: known once they are loaded. */
  childCount: z.int().min(0).optional(),
  /** The ids of the ancestors, the topmost first, so that a node is known to lie below a parent that is not loaded (BUILD-2). */
  ids: z.array(Id),
})
export type BuildingNode = z.infer<typeof BuildingNode>

/** The kinds of objects that have ranges of layers. */
export const rangeObjectTypes = { department: 1, person: 2 } as const
export const RangeObjectType = z.enum(rangeObjectTypes)
export type RangeObjectType = z.infer<typeof RangeObjectType>

export const buildingLimits = {
  /** How long a searched text may be, and how many nodes are found at most. */
  searched: 50,
  found: 200,
  /** Objects times layers of one save. */
  relations: 20_000,
} as const

export const buildingMessages = {
  tooManyRelations: `对象数与楼层数的乘积不能超过${buildingLimits.relations}，请分批保存`,
} as const

function relationsIn({ objectIds, layerIds }: { objectIds: string; layerIds: string }): number {
  return new Set(idsOf(objectIds)).size * new Set(idsOf(layerIds)).size
}

const where = { parentId: Id.optional(), orgid: Id.optional() }

export const buildingCalls = {
  /**
   * RANGE-1: with a department, the layers of its range: its own, or that of the nearest department above that has one. Where
   * none has, and without a department, all layers of the organisation (the department's, `orgid` or the user's own).
   */
  layersOfDepartment: call({
    service: "usercenter",
    method: "POST",
    path: "/manage/userDepartmentBuildingLayers.action",
    permission: null,
    encoding: "form",
    writes: false,
    specified: true,
    input: z.object({ departmentid: Id.optional(), orgid: Id.optional() }),
    output: z.array(BuildingLayer),
  }),
  /** RANGE-1: administrators give the objects exactly these layers; an empty `layerIds` removes all. */
  saveRelation: call({
    service: "usercenter",
    method: "POST",
    path: "/manage/objectBuildingLayerRelationSave.action",
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: "buildings.manage",
    specified: true,
    input: z
      .object({
        objectIds: IdList.min(1, "请选择数据"),
        layerIds: IdList,
        objectType: oneOf(rangeObjectTypes.department, rangeObjectTypes.person),
        orgid: Id,
      })
      .refine((asked) => relationsIn(asked) <= buildingLimits.relations, buildingMessages.tooManyRelations),
    output: z.object({}),
  }),
  /**
   * RANGE-1: what `saveRelation` wrote, for each of the objects in the order asked. No layers: nothing was written for the object,
   * so it is not limited by itself.
   */
  relations: call({
    service: "usercenter",
    method: "POST",
    path: "/manage/objectBuildingLayerRelationList.action",
    permission: null,
    encoding: "form",
    writes: false,
    input: z.object({
      objectIds: IdList.min(1, "请选择数据"),
      objectType: oneOf(rangeObjectTypes.department, rangeObjectTypes.person),
      orgid: Id.optional(),
    }),
    output: z.array(z.object({ objectId: Id, layers: z.array(BuildingLayer) })),
  }),
  /** BUILD-1: one level, the children of `parentId`; the top without it. */
  tree: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/building/buildingTree",
    permission: null,
    encoding: "form",
    writes: false,
    specified: true,
    input: z.object(where),
    output: z.array(BuildingNode),
  }),
  /** BUILD-3: nodes found by name, or by id in order to see which defaults still exist. Flat, with `ids` as the way up. */
  treeByParams: call({
    service: "newusercenter",
    method: "POST",
    path: "/v1/building/buildingTreeByParams",
    permission: null,
    encoding: "form",
    writes: false,
    // An empty `ids` asks for no building; leaving it out asks for all of them.
    specified: { emptyIsValue: ["ids"] },
    input: z.object({
      ...where,
      ids: IdList.optional(),
      buildingname: text(buildingLimits.searched).optional(),
    }),
    output: z.array(BuildingNode),
  }),
}
