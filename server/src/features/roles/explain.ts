import { reasons, type ExplainedRecord, type Reason } from "@uc/contract/roles/why-not"
import { permissionOfPage } from "@uc/contract/roles/pages"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { permissionOf, scopeKinds, withIncluded } from "@uc/contract/roles/permissions"
import type { OutputOf, ParsedInputOf } from "@uc/contract/core/call"
import type { roleCalls } from "@uc/contract/roles/calls"
import { replyMessages } from "@uc/contract/core/reply"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { reaches, type Scope } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { allHeld, heldOf, heldScope } from "../../session/rights/held-permissions.ts"
import { rightsOfPerson } from "../../session/rights/person-rights.ts"
import { foundOrForbidden, mustAdminister } from "../../session/reach.ts"
import { menuEntriesOf } from "../menus/public.ts"
import { seenTask } from "../tasks/public.ts"
import { rolesOf } from "./roles.store.ts"

type Asked = ParsedInputOf<typeof roleCalls.explain>
type Explained = OutputOf<typeof roleCalls.explain>
type Somebody = NonNullable<Awaited<ReturnType<typeof rightsOfPerson>>>

/** "Why can't they see it?": by the functions that enforce it, for somebody whom the viewer administers. */
export async function explained(
  services: Services,
  context: RequestContext,
  asked: Asked,
): Promise<Explained> {
  const somebody = foundOrForbidden(await rightsOfPerson(services.database.systemDb, asked.personid))
  mustAdminister(context, somebody.org.id)
  if (asked.page === undefined && (asked.record === undefined || asked.recordId === undefined))
    throw new Refusal(replyMessages.badInput)
  if (somebody.person.disabledAt !== null)
    return answer("accountDisabled", "该账号已停用，不能登录", "在人员资料中启用该账号")
  if (somebody.org.disabledAt !== null)
    return answer(
      "organisationDisabled",
      `${somebody.org.name}已停用，其人员不能登录`,
      "由上级管理员启用该单位",
    )
  const holder = { ...somebody, user: { admintype: somebody.person.admintype, orgid: somebody.org.id } }
  if (asked.page !== undefined) return whyNotPage(context, holder, asked.page)
  return whyNotRecord(context, holder, asked.record ?? "organisation", asked.recordId ?? "")
}

type Holder = Somebody & {
  readonly user: { readonly admintype: Somebody["person"]["admintype"]; readonly orgid: Id }
}

function answer(reason: Reason, sentence: string, remedy = ""): Explained {
  return { isSeen: reason === "seen", reason, sentence: `${reasons[reason]}：${sentence}`, remedy }
}

async function whyNotPage(context: RequestContext, holder: Holder, page: string): Promise<Explained> {
  const permission = permissionOfPage(page)
  if (permission !== null && heldOf(holder, permission) === null)
    return missing(context.db, holder, permission)
  const { usertype, admintype } = holder.person
  const audience = { usertype, admintype, orgid: holder.org.id, permissions: [...allHeld(holder)] }
  const menus = await menuEntriesOf(context.db, audience, page)
  if (menus.length === 0)
    return answer("menuMissing", "页面可以打开，但没有任何菜单指向它", "由平台管理员在菜单管理中添加")
  if (!menus.some(({ isSeen }) => isSeen))
    return answer(
      "menuHidden",
      `菜单“${menus[0]?.text ?? ""}”的可见范围不包括该人员，或菜单（或其上级）已停用`,
      "由平台管理员在菜单管理中调整可见范围",
    )
  return answer("seen", permission === null ? "登录后即可使用该页面" : givenBy(holder, permission))
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

interface Found {
  readonly org: Id
  readonly name: string
  /** Of an assessment: whose scheme it is. */
  readonly other?: Id
}

async function whyNotRecord(
  context: RequestContext,
  holder: Holder,
  kind: ExplainedRecord,
  id: string,
): Promise<Explained> {
  // As the viewer sees it: nobody learns here what they do not see themselves.
  const found = await recordOf(context.db, kind, id)
  if (!found) return answer("recordMissing", "没有这条记录，或您自己也看不到它")
  if (kind === "assessment") return whyNotAssessment(context.db, holder, found)
  if (kind === "task") return whyNotTask(context.db, holder, id, found)
  if (!reaches(holder.scope, found.org)) return beyondReach(holder.scope, found)
  return answer("seen", `“${found.name}”在其可见范围之内`)
}

function beyondReach({ orgs }: Scope, { name }: Found): Explained {
  const reach = orgs.length <= 1 ? "只能看到本单位" : "只能看到所辖区域内的单位"
  return answer(
    "outOfReach",
    `“${name}”不属于其可见范围，该人员${reach}`,
    "可见范围由所在单位决定，角色不能扩大",
  )
}

async function whyNotAssessment(db: Db, holder: Holder, found: Found): Promise<Explained> {
  if (heldOf(holder, "assessments.read") === null) return missing(db, holder, "assessments.read")
  const held = heldScope(holder, "assessments.read")
  const isHeld = reaches(held, found.org) || (found.other !== undefined && reaches(held, found.other))
  if (isHeld) return answer("seen", givenBy(holder, "assessments.read"))
  if (!reaches(holder.scope, found.org)) return beyondReach(holder.scope, found)
  return answer("outOfScope", `“${found.name}”不在其“查看考核”的数据范围之内`, "可授予数据范围更大的角色")
}

async function whyNotTask(db: Db, holder: Holder, id: Id, found: Found): Promise<Explained> {
  const { person, org } = holder
  const viewer = {
    id: person.id,
    orgid: org.id,
    orgname: org.name,
    nickname: person.name,
    admintype: person.admintype,
    isParent: person.isParent,
  }
  const seen = await seenTask(db, { viewer, scope: holder.scope, administered: holder.builtIn }, id)
  if (seen) return answer("seen", "该任务由其布置、办理或管理")
  if (!reaches(holder.scope, found.org)) return beyondReach(holder.scope, found)
  return answer("notConcerned", `任务“${found.name}”不是由该人员布置或办理的`, "把该人员加入任务的办理对象")
}

async function recordOf(db: Db, kind: ExplainedRecord, id: string): Promise<Found | null> {
  const isText = kind === "alarm"
  if (isText ? !/^[0-9a-f-]{36}$/i.test(id) : !/^[0-9]{1,18}$/.test(id)) return null
  const queries = {
    organisation: sql`select id::text as org, name from organisation where id = ${id}::bigint`,
    person: sql`select org_id::text as org, name from person where id = ${id}::bigint`,
    alarm: sql`select org_id::text as org, coalesce(address, detail, uuid::text) as name from alarm where uuid = ${id}::uuid`,
    task: sql`select org_id::text as org, title as name from task where id = ${id}::bigint`,
    assessment: sql`select a.org_id::text as org, s.org_id::text as other, s.title || ' ' || a.period as name
      from assessment a join assessment_scheme s on s.id = a.scheme_id where a.id = ${id}::bigint`,
  }
  const { rows } = await db.execute<Found & Record<string, unknown>>(queries[kind])
  return rows[0] ?? null
}
