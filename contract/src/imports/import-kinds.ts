import { z } from "zod"
import { cutText } from "../core/cut-text.ts"
import { departmentCalls, departmentLimits } from "../departments/calls.ts"
import { organisationAdminCalls } from "../organisations/admin-calls.ts"
import { admintypes, type Admintype } from "../account/calls.ts"
import { schoolLevels, SchoolLevel, tagLimits, WrittenTags } from "../organisations/school-levels.ts"
import { adminLabels, peopleAdminCalls, peopleAdminLimits } from "../people/admin-calls.ts"
import { Day, Id } from "../core/wire.ts"
import { column, nodeName, sortNo, whose, type ImportColumn } from "./import-column.ts"
import { tableColumns } from "./table-columns.ts"

/** DATA-3: what can be imported, with its label. */
export const importKinds = {
  people: "人员",
  departments: "部门",
  organisations: "单位",
  areas: "区域",
  buildings: "楼宇",
  grids: "网格",
  patrolPoints: "巡查点位",
  assessmentItems: "考核项",
  modules: "模块",
  alarmTypes: "预警类型",
  alarmLevels: "预警等级",
} as const
export type ImportKind = keyof typeof importKinds
export const ImportKind = z.enum(Object.keys(importKinds) as [ImportKind, ...ImportKind[]])

export const importSeparators = { level: "/", each: "；" } as const

const areaLimits = { name: 50, levels: 4 } as const
const buildingNameLimit = 50
export const importAreaLevels = areaLimits.levels
/** Of departments that stand above each other. */
const pathLimit = departmentLimits.levels * (departmentLimits.name + 1)

/** ISO 7064, as GB 11643 wants it: one digit wrong or two changed places are found out. */
function isIdcard(written: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((so, weight, at) => so + weight * Number(written[at]), 0)
  return "10X98765432"[sum % 11] === written[17]
}

const idcardWrong = "应为18位身份证号，请核对"
const Idcard = z
  .string()
  .regex(/^[1-9][0-9]{16}[0-9X]$/, idcardWrong)
  .refine(isIdcard, "身份证号的校验位不对，请核对")

const person = peopleAdminCalls.add.input.shape
const organisation = organisationAdminCalls.add.input.shape
const departmentName = departmentCalls.save.input.shape.name

const adminWords = { yes: "是", no: "否" } as const
const adminNames = Object.values(adminLabels)
const AdminWord = z.enum(
  [adminWords.yes, adminWords.no, ...adminNames],
  `应为“${adminWords.yes}”“${adminWords.no}”或${adminNames.map((name) => `“${name}”`).join("")}`,
)

/** What a cell of 管理员 makes of somebody. 是 is said of whoever administers anything; else it means the own organisation. */
export function importedAdmintype(word: string, now: Admintype): Admintype {
  if (word === adminWords.no) return admintypes.none
  if (word === adminWords.yes) return now === admintypes.none ? admintypes.organisation : now
  const named = Object.values(admintypes).find((type) => adminLabels[type] === word)
  return named ?? now
}

export const organisationKindLabels = { 学校: "school", 企业: "enterprise", 教育局: "bureau" } as const
export type ImportedOrganisationKind = (typeof organisationKindLabels)[keyof typeof organisationKindLabels]
const kindLabels = Object.keys(organisationKindLabels)

export const importColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  people: [
    column("account", "账号", "code", person.account, {
      also: ["工号", "教工号", "职工号", "用户名", "登录名", "登录账号", "帐号"],
      isRequired: true,
      example: "zhangsan",
      help: "登录账号，全平台唯一，如工号。已有的账号会更新其信息。",
    }),
    column("name", "姓名", "name", person.nickname, {
      also: ["名字", "教师姓名", "人员姓名", "职工姓名"],
      isRequired: true,
      example: "示例：张三",
      help: `不超过${peopleAdminLimits.name}个字。`,
    }),
    column("phone", "手机号", "phone", person.phone, {
      also: ["手机", "手机号码", "移动电话", "联系电话", "联系方式", "电话"],
      example: "13800000000",
      help: "11位手机号，可凭短信验证码登录。空格、短横线和+86会自动去掉。不填则保持不变。",
    }),
    column("email", "邮箱", "code", person.email, {
      also: ["电子邮箱", "电子邮件", "邮箱地址", "邮件地址", "email", "e-mail", "mail"],
      example: "zhangsan@school.cn",
      help: "邮箱地址，最多254个字符，几个人可以共用一个。不用于登录。不填则保持不变。",
    }),
    column("sex", "性别", "plain", z.enum(["男", "女"], "应为“男”或“女”"), {
      example: "男",
      help: "男或女。不填则保持不变。",
    }),
    column("idcard", "身份证号", "code", Idcard, {
      also: ["身份证", "身份证号码", "公民身份号码"],
      example: "",
      help: "18位。请先把该列设为文本格式，否则末尾几位会被表格软件改成0。不填则保持不变。",
    }),
    column("departments", "部门", "paths", z.string().max(pathLimit * peopleAdminLimits.places), {
      also: ["所在部门", "所属部门", "科室", "处室"],
      isRequired: true,
      example: "教务处/语文组；工会",
      help: `已有的部门，上下级用“/”分隔；在多个部门任职的用“；”分隔，第一个是主部门，最多${peopleAdminLimits.places}个。`,
    }),
    column("posts", "职务", "paths", z.string().max(400, "不能超过400个字符"), {
      also: ["岗位", "职位"],
      example: "教师；委员",
      help: "与部门一一对应，用“；”分隔，可留空。没有的职务会自动新增。",
    }),
    column("admintype", "管理员", "plain", AdminWord, {
      also: ["是否管理员", "管理权限", "管理员身份"],
      example: "否",
      help: "“是”为单位管理员，“否”为普通人员；教育局人员也可写“区域管理员”。只能授予您自己有权授予的权限。不填则保持不变。",
    }),
    whose,
  ],
  departments: [
    column("name", "部门名称", "name", departmentName, {
      also: ["部门", "名称", "科室"],
      isRequired: true,
      example: "示例：语文组",
      help: `不超过${departmentLimits.name}个字，不能含有“/”和“；”。`,
    }),
    column("parent", "上级部门", "path", z.string().max(pathLimit), {
      also: ["上级", "所属部门", "父部门"],
      example: "教务处",
      help: `上级部门的完整路径，用“/”分隔，如“教务处/语文组”；不填则为一级部门。最多${departmentLimits.levels}级。`,
    }),
    sortNo,
    whose,
  ],
  organisations: [
    column("name", "单位名称", "name", organisation.name, {
      also: ["单位", "单位全称", "学校名称", "学校"],
      isRequired: true,
      example: "示例：实验小学",
      help: "单位全称，同一区域内不能重复。",
    }),
    column("kind", "单位类型", "plain", z.enum(kindLabels, `应为${kindLabels.join("、")}之一`), {
      also: ["类型", "类别", "单位类别"],
      isRequired: true,
      example: "学校",
      help: `${kindLabels.join("、")}之一。已有单位的类型不能更改。`,
    }),
    column("area", "区域代码", "digits", Id, {
      also: ["区划代码", "行政区划代码", "所在区域代码"],
      isRequired: true,
      example: "330106",
      help: "所在区域的行政区划代码，须是已有的区域。",
    }),
    column("schoolLevel", "学段", "plain", SchoolLevel, {
      also: ["办学层次", "学校类别", "学校类型"],
      example: "小学",
      help: `学校填写，代码表“学段”中的名称，如${Object.values(schoolLevels).slice(0, 6).join("、")}。不填则保持不变。`,
    }),
    column("tags", "标签", "plain", WrittenTags, {
      also: ["单位标签"],
      example: "寄宿制、示范校",
      help: `用“、”分隔，最多${tagLimits.tags}个，每个不超过${tagLimits.tag}个字。不填则保持不变。`,
    }),
    column("shortName", "简称", "name", organisation.shortName, {
      example: "实小",
      help: "不填则保持不变。",
    }),
    column("address", "地址", "plain", organisation.address, {
      example: "学院路1号",
      help: "不填则保持不变。",
    }),
    column("phone", "联系电话", "plain", organisation.phone, {
      also: ["电话", "单位电话"],
      example: "0571-88880000",
      help: "不填则保持不变。",
    }),
    column("foundedOn", "成立日期", "day", Day, {
      example: "1998-09-01",
      help: "如2026-09-01。不填则保持不变。",
    }),
  ],
  areas: [
    column("code", "区域代码", "digits", Id, {
      also: ["代码", "区划代码", "行政区划代码"],
      isRequired: true,
      example: "330106",
      help: "行政区划代码，只含数字。",
    }),
    column("name", "区域名称", "name", nodeName("区域名称"), {
      also: ["名称", "区域"],
      isRequired: true,
      example: "示例：西湖区",
      help: `不超过${areaLimits.name}个字。`,
    }),
    column("parent", "上级区域代码", "digits", Id, {
      also: ["上级代码", "上级区划代码"],
      example: "330100",
      help: `上级区域的代码；最高一级不填（仅平台管理员）。最多${areaLimits.levels}级，已有区域的上级不能更改。`,
    }),
    sortNo,
  ],
  buildings: [
    column("campus", "校区", "name", nodeName("校区"), { example: "", help: "没有分校区则不填。" }),
    column("building", "楼宇", "name", nodeName("楼宇"), {
      also: ["楼栋", "楼名", "楼宇名称", "建筑"],
      isRequired: true,
      example: "示例：博学楼",
      help: `不超过${buildingNameLimit}个字。一行写一个楼宇、楼层或房间，上级会自动新增。`,
    }),
    column("layer", "楼层", "name", nodeName("楼层"), {
      also: ["层"],
      example: "3层",
      help: "只登记楼宇时不填。",
    }),
    column("room", "房间", "name", nodeName("房间"), {
      also: ["房间号", "教室"],
      example: "301教室",
      help: "只登记到楼层时不填。",
    }),
    sortNo,
    whose,
  ],
  ...tableColumns,
}

/** A line that contains it is the template's own. */
export const importExampleMark = "示例："

/** A longer cell is no title. */
const titleLetters = 200

/** Titles are compared without spaces, stars and what stands in brackets. */
export function titleKey(title: string): string {
  return withoutBrackets(cutText(title, titleLetters).normalize("NFKC"))
    .replaceAll(/[\s*:]/g, "")
    .toLowerCase()
}

/** From the first opening bracket to the next closing one, in one pass. */
function withoutBrackets(text: string): string {
  const parts = text.split(")")
  const last = parts.pop() ?? ""
  const kept = parts.map((part) => {
    const opening = part.indexOf("(")
    return opening < 0 ? `${part})` : part.slice(0, opening)
  })
  return kept.join("") + last
}
