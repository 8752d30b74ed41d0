import { callsOfTree, type TreeShape } from "../trees/tree-calls.ts"

export const gridTree: TreeShape = {
  one: "网格",
  levels: 8,
  nodes: 2000,
  kinds: { grid: { label: "网格", below: ["grid"] } },
  top: ["grid"],
  code: null,
  note: { label: "覆盖空间", hint: "网格的覆盖范围，例如：教学区、一号楼1至3层。选填。" },
}

/** DISTRICT-9: the grids of an organisation, for its administrators. */
export const gridAdminCalls = callsOfTree("/v1/grid/admin", "grids.manage")
