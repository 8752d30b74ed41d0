import type { PermissionId } from "@uc/contract/roles/permission-id"
import { holds } from "@uc/contract/roles/permissions"
import { useUser } from "../../platform/session/session.ts"
import { buttonClass } from "../../ui/forms/button.tsx"
import { PickerEmpty } from "./picker-states.tsx"

interface Place {
  readonly page: string
  readonly path: string
  readonly permission: PermissionId
}

/** Where those who may add it do so; by what is chosen. */
const places = {
  区域: { page: "区域管理", path: "/main/areas", permission: "areas.manage" },
  菜单: { page: "菜单管理", path: "/main/menus", permission: "menus.manage" },
  模块: { page: "模块管理", path: "/main/modules", permission: "modules.manage" },
  网格: { page: "网格管理", path: "/main/grids", permission: "grids.manage" },
  楼层: { page: "楼宇管理", path: "/main/buildings", permission: "buildings.manage" },
  建筑: { page: "楼宇管理", path: "/main/buildings", permission: "buildings.manage" },
  部门: { page: "组织机构", path: "/main/orgTree", permission: "departments.manage" },
  部门和人员: { page: "组织机构", path: "/main/orgTree", permission: "departments.manage" },
} as const satisfies Readonly<Record<string, Place>>

export type PickedNoun = keyof typeof places

/** DISTRICT-9: who may add it is led to the page, in a tab of its own: what they were about to do stays open. */
export function NothingToChoose({ noun }: { readonly noun: PickedNoun }) {
  const user = useUser()
  const { page, path, permission }: Place = places[noun]
  if (!user || !holds(user, permission))
    return <PickerEmpty title={`暂无${noun}`} words={`请联系管理员添加${noun}后再选择。`} />
  return (
    <PickerEmpty
      title={`暂无${noun}`}
      words={`请先在“${page}”中添加，然后重新打开本窗口。`}
      actions={
        <a href={`#${path}`} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          前往{page}
        </a>
      }
    />
  )
}
