import { domainHelpers } from "@uc/contract/domains"
import type { LoginFace } from "@uc/contract/login-faces"
import type { AuditChange, SignInResult } from "@uc/contract/logs"
import { isSensitiveModule, sensitiveModules } from "@uc/contract/sensitive-modules"
import type { IconName } from "../../ui/icon.tsx"
import type { TagTone } from "../../ui/tag.tsx"

interface Words {
  readonly words: string
  readonly tone: TagTone
  readonly icon: IconName
}

export const signInWords: Readonly<Record<SignInResult, Words>> = {
  "signed-in": { words: "登录成功", tone: "done", icon: "done" },
  refused: { words: "登录失败", tone: "danger", icon: "danger" },
  locked: { words: "账号锁定", tone: "danger", icon: "lock" },
  "second-factor": { words: "等待二次验证", tone: "caution", icon: "phone" },
  "signed-out": { words: "退出登录", tone: "plain", icon: "exit" },
}

const faceWords: Readonly<Record<LoginFace, string>> = {
  newLogin: "统一登录",
  defaultLogin: "账号登录",
  eduLogin: "教育局登录",
  gzLogin: "区域门户登录",
  demoLogin: "演示登录",
  adminLogin: "管理员登录",
}

/** Why a sign-in was refused, by the word that the log keeps. */
const reasonWords: Readonly<Record<string, string>> = {
  "wrong-password": "账号或密码错误",
  "wrong-code": "验证码错误",
  "admins-only": "不是管理员账号",
  "no-phone": "未登记手机号",
  "password-too": "需要密码和短信双重验证",
  "human-check": "安全验证未通过",
  "address-busy": "该网络失败次数过多",
  "ticket-over": "验证已超时",
  "new-password": "等待设置新密码",
  "one-time-over": "一次性密码已过期",
  "demo-only": "演示登录未开放",
  locked: "账号已锁定",
  "by-administrator": "管理员让其退出",
  tied: "验证密码以关联单位",
  switched: "切换单位",
}

export const actionWords: Readonly<Record<string, string>> = {
  "session.changePassword": "修改密码",
  "reauth.verify": "验证身份",
  "qrcodes.scan": "手机扫码",
  "qrcodes.confirm": "手机确认",
  "qrcodes.refuse": "手机拒绝",
  "sms.budget": "短信用量提醒",
  "layout.savePins": "置顶首页卡片",
  "departments.save": "保存部门",
  "departments.remove": "删除部门",
  "departmentsAtWork.move": "移动部门",
  "departmentsAtWork.setState": "停用或启用部门",
  "departmentsAtWork.merge": "合并部门",
  "organisationsAtWork.add": "新增单位",
  "organisationsAtWork.change": "修改单位资料",
  "organisationsAtWork.move": "移动单位",
  "organisationsAtWork.setState": "停用或启用单位",
  "organisationsAtWork.merge": "合并单位",
  "peopleAtWork.add": "新增人员",
  "peopleAtWork.change": "修改人员资料",
  "peopleAtWork.place": "调整部门与职务",
  "peopleAtWork.setState": "停用或启用人员",
  "peopleAtWork.setAdmintype": "调整管理权限",
  "peopleAtWork.resetPassword": "重置人员密码",
  "imports.done": "导入完成",
  "imports.cancel": "取消导入",
  "buildings.saveRelation": "保存楼层范围",
  "alarmsAtWork.acknowledge": "确认预警",
  "alarmsAtWork.assign": "指派预警",
  "alarmsAtWork.handle": "处置预警",
  "alarmsAtWork.close": "办结预警",
  "alarmsAtWork.dismiss": "标记误报",
  "domains.save": "保存授权域名",
  "domains.remove": "删除授权域名",
  "domains.renewSecret": "生成授权域名密钥",
  "drills.start": "启动应急演练或响应",
  "drills.end": "结束应急演练或响应",
  "tasks.create": "布置任务",
  "tasks.change": "修改任务",
  "tasks.finish": "办结任务",
  "tasks.handBack": "退回任务",
  "tasks.giveAgain": "重新布置任务",
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
  "sessionAdmin.end": "让用户退出登录",
  "sessionAdmin.endAll": "让用户在所有设备上退出",
  "notices.save": "保存通知",
  "notices.withdraw": "撤回通知",
  "notices.remove": "删除通知",
  "profile.sendPhoneCode": "获取更换手机号的验证码",
  "profile.changePhone": "更换手机号",
  "profile.tie": "关联单位",
  "profile.untie": "取消关联单位",
  "profile.switchTo": "切换单位",
  "ingest.createSource": "新建预警来源",
  "ingest.revokeSource": "停用预警来源",
}

const outcomeWords: Readonly<Record<string, Words>> = {
  done: { words: "完成", tone: "done", icon: "done" },
  refused: { words: "已拒绝", tone: "caution", icon: "caution" },
}

function wordOf(table: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(table, key) ? String(table[key]) : key
}

/** A word that no table knows is shown as it is: a log leaves nothing out. */
export function faceInWords(face: string | null): string {
  return face === null ? "—" : wordOf(faceWords, face)
}

export function reasonInWords(reason: string): string {
  return wordOf(reasonWords, reason)
}

export function actionInWords(action: string): string {
  return wordOf(actionWords, action)
}

export function moduleInWords(mid: string | null): string {
  if (mid === null) return "—"
  return isSensitiveModule(mid) ? sensitiveModules[mid].name : mid
}

export function outcomeInWords(result: string): Words {
  const known = Object.hasOwn(outcomeWords, result) ? outcomeWords[result] : undefined
  return known ?? { words: result, tone: "plain", icon: "info" }
}

/** DOM-7: a line for what stood there and one for what stands there now. */
export function changeInWords({ before, after }: AuditChange): string[] {
  if (before && after) return [`原：${factsInWords(before)}`, `现：${factsInWords(after)}`]
  if (after) return [`新增：${factsInWords(after)}`]
  return before ? [`删除：${factsInWords(before)}`] : []
}

/** The database keeps no order among them; the short ones come first. */
function factsInWords(facts: Readonly<Record<string, unknown>>): string {
  const all = Object.values(facts)
  const lists = all.filter((fact) => Array.isArray(fact))
  const ordered = [...all.filter((fact) => !Array.isArray(fact)), ...lists]
  return ordered.map(factInWords).filter(Boolean).join("，")
}

function factInWords(fact: unknown): string {
  if (Array.isArray(fact)) return fact.map((word) => wordOf(domainHelpers, String(word))).join("、")
  return typeof fact === "string" || typeof fact === "number" ? String(fact) : ""
}
