import { callsOfTree, type TreeShape } from "../trees/tree-calls.ts"

export const buildingTree: TreeShape = {
  one: "楼宇",
  levels: 4,
  nodes: 20_000,
  kinds: {
    campus: { label: "校区", below: ["building"] },
    building: { label: "楼宇", below: ["layer"] },
    layer: { label: "楼层", below: ["room"] },
    room: { label: "房间", below: [] },
  },
  top: ["campus", "building"],
  code: null,
  note: null,
}

/** DISTRICT-9: an organisation's buildings with their layers and rooms, for its administrators. */
export const buildingAdminCalls = callsOfTree("/v1/building/admin", "buildings.manage")
