import { z } from "zod"
import { call } from "../core/call.ts"
import { shownName } from "../core/shown-name.ts"
import { Count, Id, IdList, Moment, text } from "../core/wire.ts"
import type { PermissionId } from "./permission-id.ts"
import { isPermission, scopeKinds, type ScopeKind } from "./permissions.ts"
import { explainedRecords, reasons, type ExplainedRecord, type Reason } from "./why-not.ts"

export const roleLimits = {
  name: 30,
  roles: 50,
  permissions: 60,
  people: 200,
  chosen: 200,
  searched: 50,
  found: 20,
} as const

export const roleMessages = {
  nameMissing: "请填写角色名称",
  nameHidden: "角色名称不能含有控制字符或不可见字符",
  nameTaken: "本单位已有同名的角色，请换一个名称",
  nothingChosen: "请至少选择一项权限",
  unknownPermission: "权限不存在，请刷新后再试",
  beyondGiver: "只能使用您自己拥有的权限和数据范围",
  notNarrowed: (name: string) => `“${name}”不能限定到本人或部门，请调整数据范围`,
  notComposed: (name: string) => `“${name}”只属于内置管理员，不能放入自定义角色`,
  platformsAlone: (name: string) => `“${name}”涉及全平台，只能授予平台的人员`,
  onlyAbove: (name: string) => `“${name}”面向下级单位，只有教育局和平台的角色可以使用`,
  noOrganisations: "请选择单位",
  organisationsOfChosen: "只有数据范围为“指定单位”时才能选择单位",
  areaOnlyAbove: "只有教育局和平台的角色可以使用“所辖区域”或“指定单位”",
  tooMany: `每个单位最多${roleLimits.roles}个角色`,
  gone: "该角色不存在或已被删除，请刷新后再试",
  changedMeanwhile: "该角色刚刚被其他管理员修改过，请查看最新内容后再试",
  otherOrganisation: "角色只能授予本单位在职的人员",
  pageOrRecord: "请选择一个页面或一条记录，不能同时选择",
  notYourself: "不能给自己授予或收回角色，请由其他管理员操作",
  aboveYou: "该人员的管理权限高于您，不能调整其角色",
  hasRoles: "该人员另有自定义角色，只能由管理员修改",
  sharedBeyondYou: "内容对全部下级单位生效，超出您的管理范围，请由区域管理员办理",
  rolesBeyondYou: "该人员的角色权限超出您的管理范围，请由上级管理员办理",
  widensRoles: "该操作会扩大角色的数据范围，超出您的权限，请由管理员办理",
  saved: "保存成功",
  removed: "角色已删除，持有者的相应权限立即失效",
  given: "授予成功，立即生效",
  taken: "已收回，立即生效",
} as const

const RecordKind = z.enum(Object.keys(explainedRecords) as [ExplainedRecord, ...ExplainedRecord[]])
const Permission = text(64).refine(isPermission, roleMessages.unknownPermission)
const ScopeKindShape = z.enum(Object.keys(scopeKinds) as [ScopeKind, ...ScopeKind[]])

export const Role = z.object({
  id: Id,
  name: z.string(),
  permissions: z.array(z.custom<PermissionId>((id) => typeof id === "string")),
  scopeKind: ScopeKindShape,
  /** Where the scope is `chosen`. */
  organisations: z.array(z.object({ orgid: Id, orgname: z.string() })),
  people: z.int(),
  version: Count,
  /** Within what the viewer has: only then they may change it or give it. */
  mayGive: z.boolean(),
})
export type Role = z.infer<typeof Role>

export const RolePerson = z.object({
  id: Id,
  nickname: z.string(),
  usercode: z.string(),
  departments: z.string(),
  isDisabled: z.boolean(),
  /** Null: by somebody who is gone. */
  givenBy: z.string().nullable(),
  givenAt: Moment,
})
export type RolePerson = z.infer<typeof RolePerson>

const post = {
  service: "newusercenter",
  method: "POST",
  encoding: "json",
  writes: true,
  sensitive: "role",
  permission: "roles.manage",
} as const
const get = { service: "newusercenter", method: "GET", permission: "roles.manage" } as const
const seen = { id: Id, version: Count }

export const WrittenRole = z.object({
  name: shownName(roleLimits.name, { missing: roleMessages.nameMissing, hidden: roleMessages.nameHidden }),
  permissions: z.array(Permission).min(1, roleMessages.nothingChosen).max(roleLimits.permissions),
  scopeKind: ScopeKindShape,
  organisations: z.array(Id).max(roleLimits.chosen).default([]),
})

/** DISTRICT-8. A role belongs to an organisation and is for its people; without `orgid` the user's own. */
export const roleCalls = {
  list: call({
    ...get,
    path: "/v1/role/getList",
    input: z.object({ orgid: Id.optional() }),
    output: z.object({
      orgid: Id,
      orgname: z.string(),
      items: z.array(Role),
      /** What the viewer may put into a role of this organisation. */
      offered: z.array(z.custom<PermissionId>((id) => typeof id === "string")),
      offeredScopes: z.array(ScopeKindShape),
    }),
  }),
  save: call({
    ...post,
    path: "/v1/role/addOrUpdate",
    input: WrittenRole.extend({ orgid: Id.optional(), id: Id.optional(), version: Count.optional() }),
    output: z.object({ id: Id }),
  }),
  remove: call({ ...post, path: "/v1/role/delete", input: z.object(seen), output: z.object({}) }),
  people: call({
    ...get,
    path: "/v1/role/getPeople",
    input: z.object({ id: Id }),
    output: z.object({ items: z.array(RolePerson) }),
  }),
  give: call({
    ...post,
    path: "/v1/role/give",
    input: z.object({ id: Id, personids: IdList }),
    output: z.object({ given: z.int() }),
  }),
  take: call({
    ...post,
    path: "/v1/role/take",
    input: z.object({ id: Id, personid: Id }),
    output: z.object({}),
  }),
  /** For the drawer of a person. */
  ofPerson: call({
    ...get,
    path: "/v1/role/getOfPerson",
    input: z.object({ personid: Id }),
    output: z.object({
      items: z.array(Role.pick({ id: true, name: true, scopeKind: true, permissions: true })),
    }),
  }),
  /** Records of a kind by a part of their name or title, as far as the viewer sees them, for `explain`. */
  findRecords: call({
    ...get,
    path: "/v1/role/findRecords",
    input: z.object({ record: RecordKind, name: text(roleLimits.searched).trim().min(1) }),
    output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), about: z.string() })) }),
  }),
  /** Why somebody does not see a page, or a record. It is logged: the answer tells about a person. */
  explain: call({
    ...post,
    sensitive: false,
    onceByItself: true,
    path: "/v1/role/explain",
    input: z.object({
      personid: Id,
      page: text(100).optional(),
      record: RecordKind.optional(),
      recordId: text(64).optional(),
    }),
    output: z.object({
      isSeen: z.boolean(),
      reason: z.enum(Object.keys(reasons) as [Reason, ...Reason[]]),
      sentence: z.string(),
      /** What would help; empty: nothing does. */
      remedy: z.string(),
      /** What stands against it beside that rule: the state of the account. */
      also: z.string(),
    }),
  }),
}
