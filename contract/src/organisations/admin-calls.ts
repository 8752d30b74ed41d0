import { z } from "zod"
import { call } from "../core/call.ts"
import { OrganisationKind } from "../directory/calls.ts"
import { timeoutsMs } from "../core/http.ts"
import { Admintype } from "../account/calls.ts"
import { shownName } from "../core/shown-name.ts"
import { Count, Id, text, ZeroOne } from "../core/wire.ts"
import { SchoolLevel, WrittenTags } from "./school-levels.ts"

export const organisationLimits = {
  name: 60,
  shortName: 20,
  address: 100,
  phone: 20,
  /** How many administrators are listed. */
  administrators: 20,
} as const

export const organisationMessages = {
  nameMissing: "请输入单位名称",
  nameHidden: "单位名称不能含有控制字符或不可见字符",
  nameTaken: "该区域内已有同名单位",
  phoneWrong: "电话只能包含数字、空格、括号、加号和短横线",
  changedMeanwhile: "该单位刚刚被其他管理员修改过，请刷新后再试",
  ownOrganisation: "不能移动、停用或合并自己所在的单位",
  kindNotAllowed: "您不能在该区域新增这一类单位",
  bureauAreaTaken: "该区域已有教育局，一个区域只能有一个",
  levelUnknown: "没有这个学段，请从列表中选择",
  levelOfSchools: "只有学校有学段",
  stillBelow: "该教育局的辖区内还有在用的单位，请先调整这些单位",
  mergeSelf: "不能把单位并入它自己",
  mergeKinds: "只能合并同一类单位",
  mergeBureau: "教育局和平台不能合并",
  mergeDisabled: "已停用的单位不能参与合并，请先启用",
  mergeTooMany: "两个单位的部门合计超过上限，不能合并",
  saved: "保存成功",
} as const

const phone = text(organisationLimits.phone)
  .trim()
  .regex(/^[-0-9 ()+（）]*$/, organisationMessages.phoneWrong)

/** What an administrator writes. The empty text: nothing. */
const written = {
  name: shownName(organisationLimits.name, {
    missing: organisationMessages.nameMissing,
    hidden: organisationMessages.nameHidden,
  }),
  shortName: text(organisationLimits.shortName).trim().default(""),
  address: text(organisationLimits.address).trim().default(""),
  phone: phone.default(""),
  schoolLevel: SchoolLevel.default(""),
  tags: WrittenTags.default(""),
}

export const OrganisationDetails = z.object({
  orgid: Id,
  name: z.string(),
  shortName: z.string(),
  kind: OrganisationKind,
  areaid: Id,
  /** Names of the areas, from the topmost that the user reaches. */
  path: z.array(z.string()),
  address: z.string(),
  phone: z.string(),
  /** A code of the table 学段; empty: none. */
  schoolLevel: z.string(),
  tags: z.array(z.string()),
  isDisabled: z.boolean(),
  version: Count,
  departments: z.int(),
  people: z.int(),
  disabledPeople: z.int(),
  administrators: z.array(
    z.object({ id: Id, nickname: z.string(), admintype: Admintype, phone: z.string().nullable() }),
  ),
  /** The user may write what it is called and where it is. */
  mayChange: z.boolean(),
  mayAddDepartments: z.boolean(),
  /** The user may move, disable and merge it. */
  mayRun: z.boolean(),
})
export type OrganisationDetails = z.infer<typeof OrganisationDetails>

/** What a merge would do, shown before it is done. */
export const MergePlan = z.object({
  from: z.string(),
  into: z.string(),
  /** What is moved, by its label, and how many. */
  moves: z.array(z.object({ what: z.string(), count: z.int() })),
  /** Names that would exist twice, and what they become. */
  renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Sent back with the merge: it proves what was seen. */
  version: Count,
  intoVersion: Count,
})
export type MergePlan = z.infer<typeof MergePlan>

const post = {
  service: "newusercenter",
  method: "POST",
  encoding: "form",
  writes: true,
} as const
const seen = { orgid: Id, version: Count }

export const organisationAdminCalls = {
  details: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/organisation/details",
    permission: null,
    more: "organisations.change",
    input: z.object({ orgid: Id }),
    output: OrganisationDetails,
  }),
  add: call({
    ...post,
    path: "/v1/organisation/add",
    sensitive: false,
    permission: "organisations.manage",
    input: z.object({ areaid: Id, kind: OrganisationKind, ...written }),
    output: z.object({ orgid: Id }),
  }),
  change: call({
    ...post,
    path: "/v1/organisation/change",
    sensitive: false,
    permission: "organisations.change",
    input: z.object({ ...seen, ...written }),
    output: z.object({}),
  }),
  /** Into another area: who sees it changes. */
  move: call({
    ...post,
    path: "/v1/organisation/move",
    sensitive: "organisation",
    permission: "organisations.manage",
    timeoutMs: timeoutsMs.assessment,
    input: z.object({ ...seen, areaid: Id }),
    output: z.object({}),
  }),
  /** 1: nobody of it can sign in any more. */
  setState: call({
    ...post,
    path: "/v1/organisation/setState",
    sensitive: "organisation",
    permission: "organisations.manage",
    input: z.object({ ...seen, isDisabled: ZeroOne }),
    output: z.object({ ended: z.int() }),
  }),
  mergePlan: call({
    service: "newusercenter",
    method: "GET",
    path: "/v1/organisation/mergePlan",
    permission: "organisations.manage",
    timeoutMs: timeoutsMs.login,
    input: z.object({ orgid: Id, intoOrgid: Id }),
    output: MergePlan,
  }),
  /** Everything of the first goes to the second, and the first is disabled. It can't be undone. */
  merge: call({
    ...post,
    path: "/v1/organisation/merge",
    sensitive: "organisation",
    permission: "organisations.manage",
    timeoutMs: timeoutsMs.assessment,
    input: z.object({ ...seen, intoOrgid: Id, intoVersion: Count }),
    output: z.object({ people: z.int() }),
  }),
}
