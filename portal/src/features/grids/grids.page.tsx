import { gridAdminCalls, gridTree } from "@uc/contract/grids/admin-calls"
import { TreePage } from "../trees/public.ts"

export function Component() {
  return (
    <TreePage
      calls={gridAdminCalls}
      shape={gridTree}
      title="网格管理"
      words="安全网格的层级、名称和覆盖空间，供各页面选择网格时使用。"
      icons={{ grid: "grid" }}
      sheet="grids"
      isOfOrganisation
      permission="grids.manage"
      empty="点击“新增网格”添加第一个，或用表格一次导入。"
    />
  )
}
