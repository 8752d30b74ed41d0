import { moduleAdminCalls, moduleTree } from "@uc/contract/modules/admin-calls"
import { TreePage } from "../trees/public.ts"

export function Component() {
  return (
    <TreePage
      calls={moduleAdminCalls}
      shape={moduleTree}
      title="模块管理"
      words="菜单所属的模块，全平台共用；其他系统按标识查找模块。"
      icons={{ module: "apps" }}
      sheet="modules"
      isOfOrganisation={false}
      permission="modules.manage"
      empty="点击“新增模块”添加第一个，或用表格一次导入。"
    />
  )
}
