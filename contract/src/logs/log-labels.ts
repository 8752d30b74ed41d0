import { domainHelpers } from "../domains/calls.ts"
import { domainUserFields } from "../domains/user-fields.ts"
import type { LoginVariant } from "../login/login-variants.ts"
import type { AuditChange, SignInResult } from "./calls.ts"
import { readHostedModule } from "../reauth/hosted-operations.ts"
import { isSensitiveModule, sensitiveModules } from "../reauth/sensitive-modules.ts"

/** The labels of what the logs store, for the page and for the export. */
export const signInResultLabels: Readonly<Record<SignInResult, string>> = {
  "signed-in": "登录成功",
  refused: "登录失败",
  locked: "账号锁定",
  "second-factor": "等待二次验证",
  "signed-out": "退出登录",
}

const variantLabels: Readonly<Record<LoginVariant, string>> = {
  newLogin: "统一登录",
  defaultLogin: "账号登录",
  eduLogin: "教育局登录",
  gzLogin: "区域门户登录",
  demoLogin: "演示登录",
  adminLogin: "管理员登录",
}

/** SSO-4: before the name of the source that a person signed in by, in the place of a login variant. */
export const sourcePrefix = "source:"

/** Why a sign-in was refused, by the stored word. */
const reasonLabels: Readonly<Record<string, string>> = {
  "wrong-password": "账号或密码错误",
  "wrong-code": "验证码错误",
  "admins-only": "不是管理员账号",
  "no-phone": "未登记手机号",
  "password-too": "需要密码和短信双重验证",
  "human-check": "安全验证未通过",
  "address-busy": "该网络失败次数过多",
  "ticket-over": "验证已超时",
  "new-password": "等待设置新密码",
  "which-account": "等待选择账号",
  "one-time-over": "一次性密码已过期",
  "password-first": "需先用一次性密码登录",
  "demo-only": "演示登录未开放",
  locked: "账号已锁定",
  "by-administrator": "管理员强制下线",
  tied: "验证密码以关联单位",
  switched: "切换单位",
}

/** What administrators do with a tree, the same for each. */
function treeActions(noun: string, one: string): Readonly<Record<string, string>> {
  return {
    [`${noun}.save`]: `保存${one}`,
    [`${noun}.move`]: `移动${one}`,
    [`${noun}.setState`]: `停用或启用${one}`,
    [`${noun}.remove`]: `删除${one}`,
  }
}

export const actionLabels: Readonly<Record<string, string>> = {
  "session.changePassword": "修改密码",
  "tasks.accept": "同意协助",
  "people.phoneOf": "获取人员电话",
  "reauth.verify": "验证身份",
  "qrcodes.scan": "手机扫码",
  "qrcodes.confirm": "手机确认",
  "qrcodes.refuse": "手机拒绝",
  "sms.budget": "短信用量提醒",
  "homeLayout.savePins": "置顶首页卡片",
  "departments.save": "保存部门",
  "departments.remove": "删除部门",
  "departmentAdmin.move": "移动部门",
  "departmentAdmin.setState": "停用或启用部门",
  "departmentAdmin.merge": "合并部门",
  "departmentAdmin.shift": "调整部门顺序",
  "organisationAdmin.add": "新增单位",
  "organisationAdmin.change": "修改单位资料",
  "organisationAdmin.move": "移动单位",
  "organisationAdmin.setState": "停用或启用单位",
  "organisationAdmin.merge": "合并单位",
  "peopleAdmin.savePost": "保存职务",
  "peopleAdmin.shiftPost": "调整职务顺序",
  "peopleAdmin.removePost": "删除职务",
  "peopleAdmin.add": "新增人员",
  "peopleAdmin.change": "修改人员资料",
  "peopleAdmin.place": "调整部门与职务",
  "peopleAdmin.setState": "停用或启用人员",
  "peopleAdmin.setStates": "批量停用或启用人员",
  "peopleAdmin.setAdmintype": "调整管理权限",
  "peopleAdmin.setAdmintypes": "批量调整管理权限",
  "peopleAdmin.resetPassword": "重置人员密码",
  "peopleTransfers.begin": "申请调动或兼职",
  "peopleTransfers.beginEnd": "申请取消兼职",
  "peopleTransfers.answer": "答复调动或兼职",
  "peopleTransfers.withdraw": "撤回调动申请",
  "roles.save": "保存角色",
  "roles.remove": "删除角色",
  "roles.give": "授予角色",
  "roles.take": "收回角色",
  "roles.explain": "查询人员看不到的原因",
  "firstAdmin.reset": "在服务器上恢复平台管理员",
  "firstPasswords.begin": "批量生成初始密码或激活链接",
  "firstPasswords.download": "下载初始密码或激活链接",
  "activation.activate": "通过链接激活账号",
  "reset.password": "通过短信找回密码",
  "imports.done": "导入完成",
  "imports.cancel": "取消导入",
  "buildings.saveRelation": "保存楼层范围",
  ...treeActions("gridAdmin", "网格"),
  ...treeActions("moduleAdmin", "模块"),
  ...treeActions("areaAdmin", "区域"),
  ...treeActions("buildingAdmin", "楼宇"),
  "alarmTables.saveType": "保存预警类型",
  "alarmTables.arrangeTypes": "调整预警类型顺序",
  "alarmTables.removeType": "删除预警类型",
  "alarmTables.saveLevel": "保存预警等级",
  "alarmTables.removeLevel": "删除预警等级",
  "awareness.saveRule": "设置预警和演练的通知范围",
  "awareness.remindAlarm": "提醒未确认预警的人员",
  "awareness.remindDrill": "提醒未确认演练的人员",
  "alarmAdmin.acknowledge": "确认预警",
  "alarmAdmin.assign": "指派预警",
  "alarmAdmin.handle": "处置预警",
  "alarmAdmin.close": "办结预警",
  "alarmAdmin.dismiss": "标记误报",
  "domains.save": "保存授权域名",
  "domains.remove": "删除授权域名",
  "domains.saveOperations": "登记网站的操作",
  "domains.spendGrant": "网站使用身份验证",
  "domains.decline": "不采用上级授权的域名",
  "domains.accept": "恢复采用上级授权的域名",
  "domains.renewSecret": "生成授权域名密钥",
  "drills.start": "启动应急演练或响应",
  "drills.end": "结束应急演练或响应",
  "tasks.create": "布置任务",
  "tasks.change": "修改任务",
  "tasks.finish": "办结任务",
  "tasks.handBack": "退回任务",
  "tasks.giveAgain": "重新布置任务",
  "tasks.takeOff": "移除任务对象",
  "tasks.remind": "提醒任务",
  "tasks.stopRepeat": "停止任务重复",
  "tasks.cancel": "取消任务",
  "newsAdmin.saveColumn": "保存栏目",
  "newsAdmin.moveColumn": "移动栏目",
  "newsAdmin.removeColumn": "删除栏目",
  "newsAdmin.save": "保存新闻",
  "newsAdmin.publish": "发布新闻",
  "newsAdmin.withdraw": "撤回新闻",
  "newsAdmin.remove": "删除新闻",
  "newsAdmin.saveLink": "保存友情链接",
  "newsAdmin.sortLinks": "调整友情链接顺序",
  "newsAdmin.removeLink": "删除友情链接",
  "menuAdmin.save": "保存菜单",
  "menuAdmin.arrange": "调整菜单顺序",
  "menuAdmin.move": "移动菜单",
  "menuAdmin.remove": "删除菜单",
  "menuAdmin.lookAs": "查看他人菜单",
  "dictionaryAdmin.save": "保存数据字典",
  "dictionaryAdmin.arrange": "调整数据字典顺序",
  "dictionaryAdmin.remove": "删除数据字典",
  "onlineUsers.end": "强制用户下线",
  "onlineUsers.endAll": "强制用户在所有设备下线",
  "notices.save": "保存通知",
  "notices.withdraw": "撤回通知",
  "notices.remove": "删除通知",
  "notices.remind": "提醒未确认通知的人员",
  "profile.sendPhoneCode": "获取更换手机号的验证码",
  "profile.changePhone": "更换手机号",
  "profile.saveEmail": "更换邮箱",
  "profile.tie": "关联单位",
  "profile.untie": "取消关联单位",
  "profile.switchTo": "切换单位",
  "patrols.savePoint": "保存巡查点位",
  "patrols.renewCode": "更换巡查二维码",
  "patrols.savePlan": "保存巡查计划",
  "hazards.report": "上报隐患",
  "hazards.assign": "指派隐患整改",
  "hazards.reject": "驳回隐患",
  "hazards.rectify": "提交隐患整改",
  "hazards.close": "隐患销号",
  "hazards.sendBack": "退回隐患整改",
  "hazards.urge": "督办隐患",
  "assessments.saveScheme": "保存考核方案",
  "assessments.removeScheme": "删除考核方案",
  "assessments.give": "下发考核",
  "assessments.removeEvidence": "移除佐证材料",
  "assessments.submit": "提交考核",
  "assessments.takeBack": "撤回考核",
  "assessments.extend": "修改考核截止日期",
  "assessments.sendBack": "退回考核",
  "assessments.accept": "通过考核",
  "profiles.save": "保存单位档案",
  "ingest.createSource": "新建预警来源",
  "ingest.revokeSource": "停用预警来源",
  "applicationAdmin.save": "保存接入的应用",
  "applicationAdmin.remove": "删除接入的应用",
  "applicationAdmin.renewSecret": "生成应用密钥",
  "applicationKeys.add": "新增应用的接口密钥",
  "applicationKeys.revoke": "作废应用的接口密钥",
  "applicationKeys.setMaster": "设置或取消主数据源",
  "scim.readUsers": "应用读取人员",
  "scim.readGroups": "应用读取部门",
  "scim.readOrganisations": "应用读取单位",
  "identityAdmin.save": "保存登录来源",
  "identityAdmin.remove": "删除登录来源",
  "identities.link": "绑定外部身份",
  "identities.unlink": "解除外部身份",
  "identities.add": "首次登录自动开通账号",
  "applications.signOn": "登录应用",
  "applications.signOnFailed": "登录应用失败",
  "applicationConsents.withdraw": "收回给应用的授权",
  "applications.prove": "登录应用前验证身份",
  "screenAdmin.create": "新增大屏",
  "screenAdmin.renewCode": "重新配对大屏",
  "screenAdmin.revoke": "停用大屏",
  "screens.pair": "大屏配对成功",
  "peopleAdmin.export": "导出人员",
  "directory.export": "导出组织机构",
  "imports.exportPresent": "导出现有数据",
  "logs.exportSignIns": "导出登录日志",
  "logs.exportAudit": "导出操作日志",
  "alarmAdmin.exportList": "导出预警",
  "ingest.exportCalls": "导出上报记录",
  "tasks.exportList": "导出任务",
  "patrolAdmin.exportVisits": "导出巡查记录",
  "assessmentAdmin.exportResults": "导出考核结果",
  "drills.exportLedger": "导出演练台账",
  "notices.exportWritten": "导出通知",
  "notices.exportReaders": "导出通知阅读情况",
  "newsAdmin.exportList": "导出新闻",
  "onlineUsers.exportList": "导出在线用户",
  "domains.exportList": "导出授权域名",
  "dictionaryAdmin.export": "导出数据字典",
  "menuAdmin.exportList": "导出菜单",
  "newsAdmin.exportColumns": "导出栏目",
  "newsAdmin.exportLinks": "导出友情链接",
  "drills.exportPlans": "导出应急预案",
  "ingest.exportSources": "导出预警来源",
  "patrolAdmin.exportPoints": "导出巡查点位",
  "patrolAdmin.exportPlans": "导出巡查计划",
  "patrolAdmin.exportRanks": "导出巡查统计",
  "hazards.exportList": "导出隐患台账",
  "assessmentAdmin.exportSchemes": "导出考核方案",
  "assessmentAdmin.exportPage": "导出考核",
  "assessments.exportProfiles": "导出单位档案",
  "assessmentAdmin.exportTrend": "导出历次得分",
  "tasks.exportAssignees": "导出任务名单",
  "notices.exportList": "导出收到的通知",
  "imports.exportList": "导出导入记录",
  "peopleAdmin.exportPosts": "导出职务",
  "drills.exportLive": "导出进行中的演练",
}

const resultLabels: Readonly<Record<string, string>> = { done: "完成", refused: "已拒绝" }

function wordOf(table: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(table, key) ? String(table[key]) : key
}

/** An unknown word is shown as it is: a log leaves nothing out. */
export function variantLabel(variant: string | null): string {
  if (variant?.startsWith(sourcePrefix) === true) return variant.slice(sourcePrefix.length)
  return variant === null ? "—" : wordOf(variantLabels, variant)
}

export function reasonLabel(reason: string): string {
  return wordOf(reasonLabels, reason)
}

export function actionLabel(action: string): string {
  return wordOf(actionLabels, action)
}

export function moduleLabel(mid: string | null): string {
  if (mid === null) return "—"
  return isSensitiveModule(mid) ? sensitiveModules[mid].name : (readHostedModule(mid)?.mid ?? mid)
}

export function resultLabel(result: string): string {
  return wordOf(resultLabels, result)
}

/** DOM-7: one line for the value before and one for the value after. */
export function formatChange({ before, after }: AuditChange): string[] {
  if (before && after) return [`原：${formatFacts(before)}`, `现：${formatFacts(after)}`]
  if (after) return [`新增：${formatFacts(after)}`]
  return before ? [`删除：${formatFacts(before)}`] : []
}

/** Flags; the label is shown where it is true. */
const switchLabels: Readonly<Record<string, string>> = {
  isShared: "下级可见",
  isPublic: "对外公开",
  isPinned: "置顶",
  wantsReceipt: "需要回执",
  isDisabled: "停用",
}

/** Ids of rows and versions: not shown. */
const unspoken = /^(?:id|version|[a-z]+Id)$/

/** The database has no order of keys; the short ones come first. */
function formatFacts(facts: Readonly<Record<string, unknown>>): string {
  const all = Object.entries(facts).filter(([key]) => !unspoken.test(key))
  const switches = all.filter(([, fact]) => typeof fact === "boolean")
  const lists = all.filter(([, fact]) => Array.isArray(fact))
  const others = all.filter(([, fact]) => typeof fact !== "boolean" && !Array.isArray(fact))
  const words = [...others, ...lists, ...switches].map(([key, fact]) => formatFact(key, fact))
  return words.filter(Boolean).join("，") || "—"
}

function formatFact(key: string, fact: unknown): string {
  if (fact === true) return Object.hasOwn(switchLabels, key) ? String(switchLabels[key]) : ""
  if (Array.isArray(fact) && key === "userFields")
    return `告知${fact.map((word) => wordOf(domainUserFields, String(word))).join("、") || "基本信息"}`
  if (Array.isArray(fact)) return fact.map((word) => wordOf(domainHelpers, String(word))).join("、")
  return typeof fact === "string" || typeof fact === "number" ? String(fact) : ""
}
