import type { CurrentUser } from "@uc/contract/account/calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { holds } from "@uc/contract/roles/permissions"
import type { IconName } from "../../ui/navigation/icon.tsx"

export interface Place {
  readonly to: string
  readonly label: string
  readonly icon: IconName
}

/** The top navigation; on a phone it stands at the bottom. */
const topPlaces: readonly Place[] = [
  { to: "/main/home", label: "首页", icon: "home" },
  { to: "/main/applications", label: "应用", icon: "apps" },
  { to: "/main/service", label: "服务", icon: "service" },
  { to: "/main/manage", label: "管理", icon: "manage" },
]

/** What the page 管理 has a tile for; the tiles themselves come with that page. A test compares the two. */
const managed: readonly PermissionId[] = [
  "departments.manage",
  "people.manage",
  "alarmSources.manage",
  "screens.manage",
  "buildings.manage",
  "grids.manage",
  "notices.manage",
  "news.manage",
  "domains.manage",
  "applications.manage",
  "menus.preview",
  "menus.manage",
  "imports.use",
  "online.manage",
  "logs.read",
  "roles.manage",
  "areas.manage",
  "alarmTables.manage",
  "modules.manage",
  "dictionary.manage",
  "status.read",
]

/** DAY-18: 管理 is for who has something there. */
export function topPlacesFor(user: CurrentUser | null): readonly Place[] {
  const mayManage = user !== null && managed.some((permission) => holds(user, permission))
  return mayManage ? topPlaces : topPlaces.filter(({ to }) => to !== "/main/manage")
}

/** Pages of the portal's own that the search finds beside the menus. */
export const searchPlaces: readonly Place[] = [
  ...topPlaces,
  { to: "/main/notices", label: "通知公告", icon: "bell" },
  { to: "/task", label: "任务", icon: "task" },
  { to: "/main/orgTree", label: "组织机构", icon: "tree" },
  { to: "/main/peopleTree", label: "人员", icon: "people" },
  { to: "/main/setHomeLayout", label: "首页布局", icon: "grid" },
  { to: "/domain", label: "授权域名", icon: "globe" },
  { to: "/main/demo", label: "组件演示", icon: "window" },
  { to: "/main/profile", label: "个人资料", icon: "person" },
  { to: "/main/account", label: "账号与安全", icon: "shield" },
]
