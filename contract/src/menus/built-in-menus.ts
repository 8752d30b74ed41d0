import type { MenuAudience } from "./admin-calls.ts"
import { admintypes, usertypes } from "../account/calls.ts"

/** A page of the portal that is opened by a menu, as a new site has it. */
export interface BuiltInMenu {
  readonly path: `/${string}`
  readonly text: string
  readonly icon: string
  /** The topmost menu that it belongs into, by its name. */
  readonly group: string
  readonly audience: readonly MenuAudience[]
}

const everybody: MenuAudience = { usertype: null, minAdmintype: admintypes.none, orgid: null }
const administrators: MenuAudience = { ...everybody, minAdmintype: admintypes.organisation }
const areaAdministrators: MenuAudience = { ...everybody, minAdmintype: admintypes.area }
const operators: MenuAudience = {
  ...everybody,
  usertype: usertypes.platform,
  minAdmintype: admintypes.platform,
}

function menusOf(
  group: string,
  audience: MenuAudience,
  pages: readonly (readonly [BuiltInMenu["path"], text: string, icon: string])[],
): BuiltInMenu[] {
  return pages.map(([path, text, icon]) => ({ path, text, icon, group, audience: [audience] }))
}

/** The topmost menus that these belong into, for where there is none of that name. */
export const builtInGroups: Readonly<Record<string, Pick<BuiltInMenu, "icon" | "audience">>> = {
  平安校园: { icon: "shield", audience: [everybody] },
  协同办公: { icon: "task", audience: [everybody] },
  组织人员: { icon: "people", audience: [everybody] },
  系统管理: { icon: "gear", audience: [administrators] },
}

/**
 * Pages that an older site may have no menu for, since its menus are its own. Not here: pages of the header (home,
 * applications, service, manage), and those that another page leads to.
 */
export const builtInMenus: readonly BuiltInMenu[] = [
  ...menusOf("平安校园", everybody, [
    ["/main/alarms", "预警处置", "alarm"],
    ["/main/drills", "应急演练", "drill"],
    ["/main/patrols", "安全巡查", "patrol"],
    ["/main/hazards", "隐患治理", "caution"],
    ["/main/screens", "大屏", "screen"],
  ]),
  ...menusOf("协同办公", everybody, [
    ["/task", "任务管理", "task"],
    ["/main/notices", "通知公告", "bell"],
  ]),
  ...menusOf("协同办公", administrators, [["/main/assessments", "考核评估", "check"]]),
  ...menusOf("组织人员", everybody, [
    ["/main/orgTree", "组织机构", "tree"],
    ["/main/peopleTree", "人员", "people"],
  ]),
  ...menusOf("系统管理", administrators, [
    ["/domain", "授权域名", "globe"],
    ["/main/applicationAccess", "应用接入", "link"],
    ["/main/apiDocs", "接口文档", "link"],
    ["/main/identitySources", "登录来源", "person"],
    ["/main/newsAdmin", "新闻管理", "news"],
    ["/main/newsColumns", "栏目管理", "folder"],
    ["/main/friendLinks", "友情链接", "link"],
    ["/main/imports", "数据导入", "table"],
    ["/main/buildings", "楼宇管理", "building"],
    ["/main/grids", "网格管理", "grid"],
    ["/main/signedIn", "在线用户", "people"],
    ["/main/logs", "安全日志", "shield"],
    ["/main/roles", "角色管理", "people"],
    ["/main/menus", "菜单管理", "menu"],
  ]),
  ...menusOf("系统管理", areaAdministrators, [["/main/areas", "区域管理", "globe"]]),
  ...menusOf("系统管理", operators, [
    ["/main/alarmTypes", "预警类型与等级", "alarm"],
    ["/main/modules", "模块管理", "apps"],
    ["/main/dictionary", "数据字典", "folder"],
    ["/main/status", "运行状态", "chart"],
  ]),
]

function plain(path: string): string {
  const parts = path.trim().split("/")
  const isNamed = (part: string) => part !== ""
  const inner = parts.slice(parts.findIndex(isNamed), parts.findLastIndex(isNamed) + 1)
  return `/${inner.join("/")}`.toLowerCase()
}

/** Those without a menu. A disabled menu counts: somebody has chosen so. */
export function missingMenus(items: readonly { readonly path: string }[]): readonly BuiltInMenu[] {
  const known = new Set(items.map(({ path }) => plain(path)))
  return builtInMenus.filter(({ path }) => !known.has(plain(path)))
}
