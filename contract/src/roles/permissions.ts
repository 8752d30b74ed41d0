import { admintypes, type Admintype } from "../account/calls.ts"
import type { Id } from "../core/wire.ts"
import type { PermissionId } from "./permission-id.ts"

/** DISTRICT-8: what a role's permissions hold for. The first three are narrower than an organisation. */
export const scopeKinds = {
  own: "仅本人",
  department: "本部门",
  departments: "本部门及下级部门",
  organisation: "本单位",
  area: "所辖区域",
  chosen: "指定单位",
} as const
export type ScopeKind = keyof typeof scopeKinds
export type NarrowScope = "own" | "department" | "departments"

export const permissionGroups = {
  directory: "组织人员",
  safety: "平安校园",
  office: "协同办公",
  content: "内容与应用",
  system: "系统管理",
} as const
export type PermissionGroup = keyof typeof permissionGroups

interface Declared {
  readonly name: string
  readonly group: PermissionGroup
  /** Built-in administrators from this one up have it. */
  readonly from: Exclude<Admintype, 0>
  /** Which scopes narrower than an organisation it may have; without it none. */
  readonly narrows?: readonly NarrowScope[]
  /** Whoever has it has these too, for the same scope. */
  readonly includes?: readonly PermissionId[]
  /**
   * `builtIn`: only for the built-in administrators, because it gives rights or acts for several permissions at once.
   * `platform`: what it is about is everybody's, so it works for people of the platform alone.
   */
  readonly only?: "builtIn" | "platform"
  /** It is about organisations below the own one: roles of a bureau or of the platform may have it. */
  readonly forBelow?: true
}

const { organisation, area, platform } = admintypes
const byDepartment = ["department", "departments"] as const
const byPerson = ["own", ...byDepartment] as const

const declared: Readonly<Record<PermissionId, Declared>> = {
  "people.manage": { name: "人员管理", group: "directory", from: organisation, narrows: byDepartment },
  "people.passwords": { name: "重置密码", group: "directory", from: organisation, narrows: byDepartment },
  "people.firstPasswords": { name: "发放初始密码", group: "directory", from: organisation, only: "builtIn" },
  "people.grant": { name: "设置管理员", group: "directory", from: organisation, only: "builtIn" },
  "people.transfers": { name: "人员调动", group: "directory", from: organisation, only: "builtIn" },
  "people.export": { name: "导出通讯录", group: "directory", from: organisation },
  "posts.manage": { name: "职务管理", group: "directory", from: organisation },
  "departments.manage": { name: "部门管理", group: "directory", from: organisation, narrows: byDepartment },
  "organisations.change": { name: "单位信息", group: "directory", from: organisation },
  "organisations.manage": { name: "单位增减与合并", group: "directory", from: area, only: "builtIn" },
  "alarms.manage": { name: "预警处置管理", group: "safety", from: organisation },
  "alarmSources.manage": { name: "预警来源", group: "safety", from: organisation },
  "screens.manage": { name: "大屏配对", group: "safety", from: organisation, only: "builtIn" },
  "drills.plans": { name: "应急预案", group: "safety", from: organisation },
  "drills.run": { name: "组织演练", group: "safety", from: organisation },
  "patrols.manage": { name: "巡查管理", group: "safety", from: organisation },
  "hazards.manage": { name: "隐患管理", group: "safety", from: organisation },
  "buildings.manage": { name: "楼宇管理", group: "safety", from: organisation },
  "grids.manage": { name: "网格管理", group: "safety", from: organisation },
  "assessments.read": { name: "查看考核", group: "office", from: organisation },
  "assessments.fill": {
    name: "填报考核",
    group: "office",
    from: organisation,
    includes: ["assessments.read"],
  },
  "assessments.review": {
    name: "评审考核",
    group: "office",
    from: organisation,
    includes: ["assessments.read"],
  },
  "assessments.schemes": {
    name: "考核方案",
    group: "office",
    from: organisation,
    includes: ["assessments.read"],
  },
  "tasks.give": { name: "向下级单位布置任务", group: "office", from: organisation, forBelow: true },
  "tasks.manage": { name: "管理全部任务", group: "office", from: organisation },
  "notices.manage": { name: "发布通知公告", group: "office", from: organisation },
  "news.manage": { name: "新闻与友情链接", group: "content", from: organisation },
  "domains.manage": { name: "授权域名", group: "content", from: organisation },
  "domains.below": {
    name: "对下级单位生效的授权域名",
    group: "content",
    from: area,
    includes: ["domains.manage"],
    forBelow: true,
  },
  "applications.manage": { name: "应用接入", group: "content", from: organisation, only: "builtIn" },
  "home.pins": { name: "首页置顶", group: "content", from: organisation, forBelow: true },
  "menus.preview": { name: "菜单预览", group: "content", from: organisation },
  "menus.manage": { name: "菜单管理", group: "content", from: platform, only: "platform" },
  "manage.overview": { name: "管理概览", group: "system", from: organisation },
  "imports.use": { name: "数据导入", group: "system", from: organisation, only: "builtIn" },
  "online.manage": { name: "在线用户", group: "system", from: organisation, narrows: byPerson },
  "logs.read": { name: "安全日志", group: "system", from: organisation, narrows: byPerson },
  "roles.manage": { name: "角色管理", group: "system", from: organisation, only: "builtIn" },
  "areas.manage": { name: "区域管理", group: "system", from: area, only: "builtIn" },
  "alarmTables.manage": { name: "预警类型与等级", group: "system", from: platform, only: "platform" },
  "modules.manage": { name: "模块管理", group: "system", from: platform, only: "platform" },
  "dictionary.manage": { name: "数据字典", group: "system", from: platform, only: "platform" },
  "status.read": { name: "运行状态", group: "system", from: platform, only: "builtIn" },
}

export interface Permission extends Omit<Declared, "includes"> {
  readonly id: PermissionId
  readonly narrows: readonly NarrowScope[]
  readonly includes: readonly PermissionId[]
}

/** In the order in which they are shown. */
export const permissions: readonly Permission[] = Object.entries<Declared>(declared).map(([id, each]) => ({
  narrows: [],
  ...each,
  id: id as PermissionId,
  includes: each.includes ?? [],
}))

const byId = new Map<string, Permission>(permissions.map((each) => [each.id, each]))

export function permissionOf(id: PermissionId): Permission {
  const found = byId.get(id)
  if (!found) throw new Error(`There is no permission ${id}`)
  return found
}

export function isPermission(id: string): id is PermissionId {
  return byId.has(id)
}

/** What the built-in role of an admintype may do; how far is said by ROLE-2. */
export function builtInPermissions(admintype: Admintype): readonly PermissionId[] {
  return builtIn[admintype]
}

function from(admintype: Admintype): readonly PermissionId[] {
  return permissions.filter((each) => each.from <= admintype).map(({ id }) => id)
}

const builtIn: Readonly<Record<Admintype, readonly PermissionId[]>> = {
  [admintypes.none]: [],
  [organisation]: from(organisation),
  [area]: from(area),
  [platform]: from(platform),
}

/** With what they include. */
export function withIncluded(ids: readonly PermissionId[]): PermissionId[] {
  return [...new Set(ids.flatMap((id) => [id, ...permissionOf(id).includes]))]
}

/** What a browser knows of its user: an older server, or another service, tells the admintype alone. */
export interface Viewer {
  readonly admintype: Admintype
  readonly permissions?: readonly string[] | undefined
  readonly beyond?: readonly string[] | undefined
}

export function holds(user: Viewer, id: PermissionId): boolean {
  return (user.permissions ?? builtIn[user.admintype]).includes(id)
}

/** Whether they hold it for other organisations than their own: only then there is one to choose. */
export function holdsBeyond(user: Viewer, id: PermissionId): boolean {
  return user.beyond?.includes(id) ?? (holds(user, id) && user.admintype > organisation)
}

/** Whether a page offers it for an organisation; the server alone knows a role's scope, and has the last word. */
export function offersIn(user: Viewer & { readonly orgid: Id }, id: PermissionId, orgid: Id): boolean {
  return orgid === user.orgid ? holds(user, id) : holdsBeyond(user, id)
}

/** The sentence of a refusal; pages show it too. */
export function noPermissionMessage(id: PermissionId): string {
  return `您没有“${permissionOf(id).name}”权限，请联系管理员`
}
