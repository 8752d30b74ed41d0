import { areaAdminCalls, areaTree } from "@uc/contract/areas/admin-calls"
import { TreePage } from "../trees/public.ts"

export function Component() {
  return (
    <TreePage
      calls={areaAdminCalls}
      shape={areaTree}
      title="区域管理"
      words="省、市、区县和乡镇街道。单位属于某个区域，上级教育局管理本区域及下级区域的单位。"
      icons={{ area: "globe" }}
      sheet="areas"
      isOfOrganisation={false}
      permission="areas.manage"
      empty="点击“新增区域”添加最高一级区域，或用表格一次导入。"
    />
  )
}
