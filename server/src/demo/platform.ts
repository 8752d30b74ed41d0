import { alarmStates } from "@uc/contract/alarms/admin-calls"
import { informationDictionary } from "@uc/contract/dictionary/calls"
import { planKinds } from "@uc/contract/drills/calls"
import { builtInMenus } from "@uc/contract/menus/built-in-menus"
import { schoolLevels, schoolLevelTable } from "@uc/contract/organisations/school-levels"
import { taskPriorities } from "@uc/contract/tasks/calls"
import { admintypes, usertypes, type Admintype, type Usertype } from "@uc/contract/account/calls"
import { alarmLevel, alarmType } from "../db/schema/alarms.ts"
import { dictionary } from "../db/schema/dictionary.ts"
import { menu, menuAudience, module } from "../db/schema/menus.ts"
import { searchKeys } from "../db/queries/search-keys.ts"
import { hostedPath } from "./hosted/hosted-pages.ts"
import type { World } from "./world.ts"

/** What belongs to no organisation: dictionaries, code tables, alarm types, modules and menus. */
/** What every site begins with, a demo world or a real one. */
export function addCodes(world: Pick<World, "rows">): void {
  addDictionaries(world)
  addAlarmTypes(world)
}

export function addPlatformData(world: World): void {
  addCodes(world)
  const modules = addModules(world)
  for (const [at, item] of menus.entries()) addMenu(world, item, null, at, modules)
}

export const noticeCategories = ["通知公告", "政策法规", "工作动态", "安全提示", "经验交流"] as const

const codeTables: Record<string, readonly (readonly [code: string, name: string])[]> = {
  sex: [
    ["男", "男"],
    ["女", "女"],
  ],
  organisationKind: [
    ["platform", "平台"],
    ["bureau", "教育局"],
    ["school", "学校"],
    ["enterprise", "企业"],
  ],
  [schoolLevelTable]: Object.entries(schoolLevels),
  usertype: [
    ["10", "平台"],
    ["20", "教育局"],
    ["30", "企业"],
    ["40", "学校"],
  ],
  alarmState: Object.entries(alarmStates),
  taskPriority: Object.entries(taskPriorities),
  patrolResult: [
    ["normal", "正常"],
    ["problem", "发现隐患"],
    ["missed", "漏检"],
  ],
  planKind: Object.entries(planKinds),
}

const codeTableNames: Record<keyof typeof codeTables, string> = {
  sex: "性别",
  organisationKind: "单位类型",
  [schoolLevelTable]: "学段",
  usertype: "用户类型",
  alarmState: "预警状态",
  taskPriority: "任务优先级",
  patrolResult: "巡查结果",
  planKind: "预案类型",
}

function addDictionaries({ rows }: Pick<World, "rows">): void {
  rows.put(dictionary, {
    content: informationDictionary.content,
    parentCode: null,
    code: informationDictionary.code,
    name: "信息展示业务",
    remark: noticeCategories.join(","),
    sortNo: 1,
  })
  for (const [at, [table, name]] of Object.entries(codeTableNames).entries())
    rows.put(dictionary, {
      content: "codeTable",
      parentCode: null,
      code: table,
      name,
      remark: null,
      sortNo: (at + 1) * 10,
    })
  for (const [table, codes] of Object.entries(codeTables))
    for (const [at, [code, name]] of codes.entries())
      rows.put(dictionary, {
        content: "codeTable",
        parentCode: table,
        code,
        name,
        remark: null,
        sortNo: (at + 1) * 10,
      })
}

/** With how often each happens, and what is written about it. */
export const alarmTypes = [
  { code: "smoke", name: "烟雾报警", share: 14, detail: "烟感探测器报警，请立即到场核实" },
  { code: "gas", name: "燃气泄漏", share: 5, detail: "可燃气体浓度超过阈值，请关闭阀门并疏散人员" },
  { code: "electric", name: "电气火灾", share: 9, detail: "线路剩余电流超限，请检查配电箱" },
  { code: "water", name: "消防水压异常", share: 8, detail: "消防管网压力低于下限" },
  { code: "lane", name: "消防通道占用", share: 13, detail: "消防通道被占用超过五分钟" },
  { code: "intrusion", name: "周界入侵", share: 11, detail: "围墙周界发现翻越行为" },
  { code: "button", name: "一键报警", share: 4, detail: "有人按下一键报警按钮" },
  { code: "stranger", name: "陌生人进入", share: 10, detail: "识别到未登记人员进入" },
  { code: "crowd", name: "人员聚集", share: 7, detail: "楼道人员密度过高，请现场疏导" },
  { code: "fall", name: "人员跌倒", share: 5, detail: "画面中有人跌倒后未起身" },
  { code: "kitchen", name: "后厨违规", share: 9, detail: "后厨人员未按要求着装" },
  { code: "elevator", name: "电梯困人", share: 2, detail: "电梯停止运行且轿厢内有人" },
  { code: "offline", name: "设备离线", share: 3, detail: "设备超过十分钟没有心跳" },
] as const

/** Alarms that only happen in kitchens. */
export function isOfKitchens(modelCode: string): boolean {
  return modelCode === "gas" || modelCode === "kitchen"
}

/** With the minutes until an alarm must be accepted, and until an accepted one must be handled. */
export const alarmLevels = [
  { name: "特别重大", minutesToTake: 2, minutesToHandle: 5 },
  { name: "重大", minutesToTake: 5, minutesToHandle: 15 },
  { name: "较大", minutesToTake: 15, minutesToHandle: 60 },
  { name: "一般", minutesToTake: 30, minutesToHandle: 120 },
] as const

function addAlarmTypes({ rows }: Pick<World, "rows">): void {
  for (const [at, level] of alarmLevels.entries()) rows.add(alarmLevel, { level: at + 1, ...level })
  for (const [at, { code, name }] of alarmTypes.entries())
    rows.add(alarmType, { modelCode: code, name, sortNo: (at + 1) * 10 })
}

const moduleTree: Record<string, readonly [name: string, children: Readonly<Record<string, string>>]> = {
  desk: ["工作台", { home: "首页", applications: "应用", service: "服务" }],
  safety: ["平安校园", { alarm: "预警处置", drill: "应急演练", patrol: "安全巡查", hazard: "隐患治理" }],
  office: ["协同办公", { task: "任务管理", notice: "通知公告", document: "公文流转" }],
  supervision: ["督导评估", { assessment: "考核评估", profile: "档案管理" }],
  teaching: ["教学教务", { timetable: "课表管理", student: "学籍管理", research: "教研活动" }],
  production: ["生产管理", { equipment: "设备台账", permit: "作业许可" }],
  system: ["系统管理", { organisation: "组织机构", person: "人员", domain: "授权域名", manage: "管理" }],
}

function addModules({ rows }: World): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const add = (identifier: string, name: string, parentId: string | null, sortNo: number) => {
    const id = rows.put(module, { parentId, identifier, name, sortNo })
    ids.set(identifier, id)
    return id
  }
  for (const [at, [identifier, [name, children]]] of Object.entries(moduleTree).entries()) {
    const parentId = add(identifier, name, null, (at + 1) * 10)
    for (const [no, [child, childName]] of Object.entries(children).entries())
      add(`${identifier}.${child}`, childName, parentId, (no + 1) * 10)
  }
  return ids
}

interface Seen {
  readonly usertype?: Usertype
  readonly minAdmintype?: Admintype
}

interface MenuTemplate {
  readonly text: string
  readonly icon: string
  readonly module?: string
  readonly page?: string
  readonly address?: string
  readonly seenBy: readonly Seen[]
  readonly children: readonly MenuTemplate[]
}

const all: readonly Seen[] = [{}]
const school: readonly Seen[] = [{ usertype: usertypes.school }]
const bureau: readonly Seen[] = [{ usertype: usertypes.bureau }]
const enterprise: readonly Seen[] = [{ usertype: usertypes.enterprise }]
const notEnterprise: readonly Seen[] = [...school, ...bureau, { usertype: usertypes.platform }]
const administrators: readonly Seen[] = [{ minAdmintype: admintypes.organisation }]
const assessors: readonly Seen[] = [
  { usertype: usertypes.bureau, minAdmintype: admintypes.organisation },
  { usertype: usertypes.platform, minAdmintype: admintypes.organisation },
]
const assessed: readonly Seen[] = [
  { usertype: usertypes.school, minAdmintype: admintypes.organisation },
  { usertype: usertypes.enterprise, minAdmintype: admintypes.organisation },
]
const operators: readonly Seen[] = [{ usertype: usertypes.platform, minAdmintype: admintypes.platform }]

function branch(
  text: string,
  icon: string,
  seenBy: readonly Seen[],
  ...children: MenuTemplate[]
): MenuTemplate {
  return { text, icon, seenBy, children }
}

/** A page of the portal's own. */
function page(text: string, icon: string, seenBy: readonly Seen[], path: string, of?: string): MenuTemplate {
  return { text, icon, seenBy, page: path, children: [], ...(of && { module: of }) }
}

/** One that every new site has. */
function own(path: string, of: string): MenuTemplate {
  const known = builtInMenus.find((one) => one.path === path)
  if (!known) throw new Error(`${path} is no menu that a new site has`)
  const seenBy = known.audience.map(({ usertype, minAdmintype }) => ({
    ...(usertype !== null && { usertype }),
    minAdmintype,
  }))
  return page(known.text, known.icon, seenBy, path, of)
}

/** A page of another system, in a frame. */
function hosted(text: string, icon: string, seenBy: readonly Seen[], of: string): MenuTemplate {
  return { text, icon, seenBy, address: `${office}${hostedPath(text)}`, children: [], module: of }
}

/** At a start in demo mode the entries are pointed at the pages that the demo serves (demo/hosted/). */
const office = "https://oa.wenlan.example"

/** Three levels, per role. A branch is seen by all who see something in it. */
const menus: readonly MenuTemplate[] = [
  branch(
    "工作台",
    "home",
    all,
    page("首页", "home", all, "/main/home", "desk.home"),
    page("应用", "apps", all, "/main/applications", "desk.applications"),
    page("服务", "service", all, "/main/service", "desk.service"),
    page("首页布局", "grid", all, "/main/setHomeLayout"),
  ),
  branch(
    "平安校园",
    "shield",
    all,
    own("/main/alarms", "safety.alarm"),
    own("/main/drills", "safety.drill"),
    own("/main/patrols", "safety.patrol"),
    own("/main/hazards", "safety.hazard"),
    own("/main/screens", "safety.alarm"),
    hosted("隐患台账（往年）", "folder", all, "safety.hazard"),
    branch(
      "视频巡查",
      "screen",
      all,
      hosted("实时画面", "window", all, "safety.patrol"),
      hosted("录像回放", "clock", administrators, "safety.patrol"),
    ),
  ),
  branch(
    "协同办公",
    "task",
    all,
    own("/task", "office.task"),
    page("考核评估", "check", assessed, "/main/assessments", "supervision.assessment"),
    branch(
      "公文流转",
      "page",
      all,
      hosted("收文", "page", notEnterprise, "office.document"),
      hosted("来文登记", "page", enterprise, "office.document"),
      hosted("发文", "page", administrators, "office.document"),
    ),
    own("/main/notices", "office.notice"),
  ),
  branch(
    "教学教务",
    "school",
    school,
    branch(
      "教务安排",
      "clock",
      school,
      hosted("课表查询", "page", school, "teaching.timetable"),
      hosted("教研活动", "people", school, "teaching.research"),
    ),
    hosted("学籍管理", "folder", school, "teaching.student"),
  ),
  branch(
    "督导评估",
    "chart",
    [...bureau, ...assessors],
    page("考核评估", "check", assessors, "/main/assessments", "supervision.assessment"),
    hosted("督导档案", "folder", bureau, "supervision.profile"),
  ),
  branch(
    "生产管理",
    "building",
    enterprise,
    hosted("设备台账", "folder", enterprise, "production.equipment"),
    branch(
      "作业许可",
      "done",
      enterprise,
      hosted("动火作业", "danger", enterprise, "production.permit"),
      hosted("登高作业", "caution", enterprise, "production.permit"),
    ),
  ),
  branch(
    "组织人员",
    "people",
    all,
    own("/main/orgTree", "system.organisation"),
    own("/main/peopleTree", "system.person"),
  ),
  branch(
    "系统管理",
    "gear",
    administrators,
    page("管理", "manage", administrators, "/main/manage", "system.manage"),
    own("/domain", "system.domain"),
    own("/main/applicationAccess", "system.domain"),
    own("/main/apiDocs", "system.domain"),
    own("/main/identitySources", "system.domain"),
    branch(
      "门户内容",
      "news",
      administrators,
      own("/main/newsAdmin", "system.manage"),
      own("/main/newsColumns", "system.manage"),
      own("/main/friendLinks", "system.manage"),
    ),
    branch(
      "基础数据",
      "table",
      administrators,
      own("/main/buildings", "system.manage"),
      own("/main/grids", "system.manage"),
      own("/main/areas", "system.manage"),
      own("/main/alarmTypes", "system.manage"),
      own("/main/modules", "system.manage"),
    ),
    own("/main/imports", "system.person"),
    own("/main/signedIn", "system.manage"),
    own("/main/logs", "system.manage"),
    own("/main/roles", "system.manage"),
    own("/main/menus", "system.manage"),
    own("/main/dictionary", "system.manage"),
    own("/main/status", "system.manage"),
    page("组件示例", "apps", operators, "/main/demo"),
  ),
]

function addMenu(
  world: World,
  template: MenuTemplate,
  parentId: string | null,
  at: number,
  modules: ReadonlyMap<string, string>,
): void {
  const { text, icon, seenBy, children } = template
  const moduleType = template.page ? "router" : template.address ? "url" : null
  const menuId = world.rows.put(menu, {
    parentId,
    moduleId: modules.get(template.module ?? "") ?? null,
    text,
    moduleType,
    path: template.page ?? null,
    address: template.address ?? null,
    icon,
    sortNo: (at + 1) * 10,
    ...searchKeys(text),
  })
  for (const { usertype = null, minAdmintype = admintypes.none } of seenBy)
    world.rows.put(menuAudience, { menuId, usertype, minAdmintype, onlyOrgId: null })
  for (const [no, child] of children.entries()) addMenu(world, child, menuId, no, modules)
}
