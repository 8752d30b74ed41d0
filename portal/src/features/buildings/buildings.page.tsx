import { buildingAdminCalls, buildingTree } from "@uc/contract/buildings/admin-calls"
import { TreePage } from "../trees/public.ts"

export function Component() {
  return (
    <TreePage
      calls={buildingAdminCalls}
      shape={buildingTree}
      title="楼宇管理"
      words="校区、楼宇、楼层和房间，供选择位置、设置负责范围和巡查点位时使用。"
      icons={{ campus: "school", building: "building", layer: "grid", room: "window" }}
      sheet="buildings"
      isOfOrganisation
      permission="buildings.manage"
      empty="点击“新增校区或楼宇”添加第一个，或用表格一次导入楼宇、楼层和房间。"
    />
  )
}
