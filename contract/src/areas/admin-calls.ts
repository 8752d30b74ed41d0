import { callsOfTree, type TreeShape } from "../trees/tree-calls.ts"

export const areaTree: TreeShape = {
  one: "区域",
  levels: 4,
  nodes: 50_000,
  kinds: { area: { label: "区域", below: ["area"] } },
  top: ["area"],
  code: {
    label: "区域代码",
    hint: "行政区划代码，只含数字，不超过18位；保存后不能修改",
    pattern: /^[1-9][0-9]{0,17}$/,
  },
  note: null,
}

export const areaAdminMessages = {
  administratorsOnly: "只有平台管理员和区域管理员可以维护区域",
  notOfOrganisation: "区域不属于某个单位，请去掉单位参数",
  moveHasOrganisations: (count: number) =>
    `该区域及其下级中还有${count}个单位，不能更改上级区域；请先把这些单位调整到其他区域`,
} as const

/** DISTRICT-9: areas, for the platform's administrators, and for those of an area within it. */
export const areaAdminCalls = callsOfTree("/v1/area/admin", "areas.manage")
