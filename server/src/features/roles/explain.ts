import { reasons, type ExplainedRecord, type Reason } from "@uc/contract/roles/why-not"
import { permissionOfPage } from "@uc/contract/roles/pages"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { permissionOf, scopeKinds, withIncluded } from "@uc/contract/roles/permissions"
import type { OutputOf, ParsedInputOf } from "@uc/contract/core/call"
import { roleMessages, type roleCalls } from "@uc/contract/roles/calls"
import { permittedAddress } from "@uc/contract/domains/permitted-address"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { reaches, type Scope } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { allHeld, heldOf, heldScope } from "../../session/rights/held-permissions.ts"
import { rightsOfPerson } from "../../session/rights/person-rights.ts"
import { foundOrForbidden, mustAdminister } from "../../session/reach.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { entryInForce } from "../domains/public.ts"
import { menuEntriesOf, menusOf } from "../menus/public.ts"
import { seenTask, taskViewer } from "../tasks/public.ts"
import { recordOf, type FoundRecord } from "./explained-records.store.ts"
import { rolesOf } from "./roles.store.ts"
import { whyNotSignedIn, type NotSignedIn } from "./sign-in-state.store.ts"

type Asked = ParsedInputOf<typeof roleCalls.explain>
type Explained = OutputOf<typeof roleCalls.explain>
type Somebody = NonNullable<Awaited<ReturnType<typeof rightsOfPerson>>>

/** "Why can't they see it?": by the functions that enforce it, for somebody whom the viewer administers. It is logged. */
export async function explained(
  services: Services,
  context: RequestContext,
  asked: Asked,
): Promise<Explained> {
  const told = await ruleThatDecides(services, context, asked)
  const { personid: id, page, record, recordId } = asked
  await writeAuditEntry(context, "roles.explain", { id, page, record, recordId, reason: told.reason })
  return told
}

async function ruleThatDecides(
  services: Services,
  context: RequestContext,
  asked: Asked,
): Promise<Explained> {
  const somebody = foundOrForbidden(await rightsOfPerson(services.database.systemDb, asked.personid))
  mustAdminister(context, somebody.org.id)
  mustAskOneThing(asked)
  if (somebody.person.disabledAt !== null)
    return answer("accountDisabled", "该账号已停用，不能登录", "在人员资料中启用该账号")
  if (somebody.org.disabledAt !== null)
    return answer(
      "organisationDisabled",
      `${somebody.org.name}已停用，其人员不能登录`,
      "由上级管理员启用该单位",
    )
  const holder = { ...somebody, user: { admintype: somebody.person.admintype, orgid: somebody.org.id } }
  const told =
    asked.page === undefined
      ? await whyNotRecord(context, holder, asked.record ?? "organisation", asked.recordId ?? "")
      : await whyNotPage(context, holder, asked.page)
  const state = await whyNotSignedIn(services.database.systemDb, somebody.person.id)
  if (state === null) return told
  const { sentence, remedy } = notSignedIn[state]
  return told.isSeen ? answer(state, sentence, remedy) : { ...told, also: `${reasons[state]}：${sentence}` }
}

/** DISTRICT-15: of a page and a record one would not be explained; half of a record is none. */
function mustAskOneThing({ page, record, recordId }: Asked): void {
  const isRecord = record !== undefined && recordId !== undefined
  const isHalf = !isRecord && (record !== undefined || recordId !== undefined)
  if (isHalf || isRecord === (page !== undefined))
    throw new Refusal(roleMessages.pageOrRecord, {
      field: isHalf && record === undefined ? "record" : isHalf ? "recordId" : "page",
    })
}

const notSignedIn: Readonly<Record<NotSignedIn, { readonly sentence: string; readonly remedy: string }>> = {
  accountLocked: {
    sentence: "密码连续输错次数过多，该账号暂时不能登录",
    remedy: "等待锁定结束，或在人员资料中重置密码",
  },
  neverSignedIn: { sentence: "该人员从未登录", remedy: "发放初始密码，并请其登录" },
  signedOut: { sentence: "权限允许，该人员登录后即可看到", remedy: "请其登录" },
}

type Holder = Somebody & {
  readonly user: { readonly admintype: Somebody["person"]["admintype"]; readonly orgid: Id }
}

function answer(reason: Reason, sentence: string, remedy = ""): Explained {
  return { isSeen: reason === "seen", reason, sentence: `${reasons[reason]}：${sentence}`, remedy, also: "" }
}

async function whyNotPage(context: RequestContext, holder: Holder, page: string): Promise<Explained> {
  const permission = permissionOfPage(page)
  if (permission !== null && heldOf(holder, permission) === null)
    return missing(context.db, holder, permission)
  const menus = await menuEntriesOf(context.db, audienceOf(holder), page)
  if (menus.length === 0)
    return answer("menuMissing", "页面可以打开，但没有任何菜单指向它", "由平台管理员在菜单管理中添加")
  if (!menus.some(({ isSeen }) => isSeen)) return hidden(menus[0]?.text ?? "")
  return answer("seen", permission === null ? "登录后即可使用该页面" : givenBy(holder, permission))
}

function audienceOf(holder: Holder) {
  const { usertype, admintype } = holder.person
  return { usertype, admintype, orgid: holder.org.id, permissions: [...allHeld(holder)] }
}

function hidden(menu: string): Explained {
  return answer(
    "menuHidden",
    `菜单“${menu}”的可见范围不包括该人员，或菜单（或其上级）已停用`,
    "由平台管理员在菜单管理中调整可见范围",
  )
}

/** DOM-7: a page of another site is shown where its site is in force for the person's organisation. */
async function whyNotApplication(
  { db, caller }: RequestContext,
  holder: Holder,
  id: Id,
  { name, address = "" }: FoundRecord,
): Promise<Explained> {
  const menus = await menusOf(db, audienceOf(holder))
  if (!menus.some((menu) => menu.id === id)) return hidden(name)
  const origin = URL.canParse(address, caller.origin) ? new URL(address, caller.origin).origin : ""
  const entry = origin === "" ? undefined : await entryInForce(db, holder.org.id, origin)
  if (permittedAddress(address, caller.origin, entry ? [origin] : []).isPermitted)
    return answer("seen", "菜单对其可见，网站也在授权域名之内")
  return answer(
    "siteNotAuthorised",
    `“${name}”的网站${origin || address}不在${holder.org.name}的授权域名之内`,
    "由该单位或其上级的管理员在授权域名中登记该网站",
  )
}

/** By which role they hold it. */
function givenBy(holder: Holder, permission: PermissionId): string {
  const names = holder.roles
    .filter((role) => role.permissions.includes(permission))
    .map(({ name }) => `“${name}”`)
  return names.length === 0 ? "由其管理员身份获得" : `由角色${names.join("、")}获得`
}

async function missing(db: Db, holder: Holder, permission: PermissionId): Promise<Explained> {
  const { name, only } = permissionOf(permission)
  const sentence = `没有“${name}”权限`
  if (only === "builtIn") return answer("permissionMissing", sentence, "该权限只属于管理员，可调整其管理权限")
  if (only === "platform" && holder.scope.reach !== "all")
    return answer("permissionMissing", sentence, "该权限涉及全平台，只能授予平台的人员")
  const giving = (await rolesOf(db, holder.org.id)).filter((role) =>
    withIncluded(role.permissions).includes(permission),
  )
  const named = giving.map((role) => `“${role.name}”（${scopeKinds[role.scopeKind]}）`).join("、")
  return answer(
    "permissionMissing",
    sentence,
    giving.length > 0 ? `可授予角色${named}` : `可新建一个含有“${name}”的角色并授予该人员`,
  )
}

async function whyNotRecord(
  context: RequestContext,
  holder: Holder,
  kind: ExplainedRecord,
  id: string,
): Promise<Explained> {
  // As the viewer sees it: nobody learns here what they do not see themselves.
  const found = await recordOf(context.db, context.user.administered, kind, id)
  if (!found) return answer("recordMissing", "没有这条记录，或您自己也看不到它")
  if (kind === "application") return whyNotApplication(context, holder, id, found)
  if (kind === "assessment") return whyNotAssessment(context.db, holder, found)
  if (kind === "task") return whyNotTask(context.db, holder, id, found)
  if (!reaches(holder.scope, found.org)) return beyondReach(holder.scope, found)
  return answer("seen", `“${found.name}”在其可见范围之内`)
}

function beyondReach({ orgs }: Scope, { name }: FoundRecord): Explained {
  const reach = orgs.length <= 1 ? "只能看到本单位" : "只能看到所辖区域内的单位"
  return answer(
    "outOfReach",
    `“${name}”不属于其可见范围，该人员${reach}`,
    "可见范围由所在单位决定，角色不能扩大",
  )
}

async function whyNotAssessment(db: Db, holder: Holder, found: FoundRecord): Promise<Explained> {
  if (heldOf(holder, "assessments.read") === null) return missing(db, holder, "assessments.read")
  const held = heldScope(holder, "assessments.read")
  const isHeld = reaches(held, found.org) || (found.other !== undefined && reaches(held, found.other))
  if (isHeld) return answer("seen", givenBy(holder, "assessments.read"))
  if (!reaches(holder.scope, found.org)) return beyondReach(holder.scope, found)
  return answer("outOfScope", `“${found.name}”不在其“查看考核”的数据范围之内`, "可授予数据范围更大的角色")
}

async function whyNotTask(db: Db, holder: Holder, id: Id, found: FoundRecord): Promise<Explained> {
  const { person, org } = holder
  const administered = heldScope(holder, "tasks.manage")
  const viewer = taskViewer(
    { id: person.id, orgid: org.id, orgname: org.name, nickname: person.name },
    administered,
  )
  const seen = await seenTask(db, { viewer, scope: holder.scope, administered }, id)
  if (seen) return answer("seen", "该任务由其布置、办理或管理")
  if (!reaches(holder.scope, found.org)) return beyondReach(holder.scope, found)
  return answer("notConcerned", `任务“${found.name}”不是由该人员布置或办理的`, "把该人员加入任务的办理对象")
}
