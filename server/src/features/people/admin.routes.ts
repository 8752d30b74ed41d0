import { grantable, whyNotGrantable } from "@uc/contract/people/who-may-grant"
import { adminLabels, peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { roleMessages } from "@uc/contract/roles/calls"
import { holds } from "@uc/contract/roles/permissions"
import { shownEmail } from "@uc/contract/people/email"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { admintypes, usertypes, type Admintype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { hasRoles } from "../roles/public.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import type { Services } from "../../http/services.ts"
import { endAllSessions } from "../../session/end-all-sessions.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import {
  administeredOrgs,
  isAdministered,
  foundOrForbidden,
  mustAdminister,
  mustReach,
  outOfReach,
} from "../../session/reach.ts"
import { actingWith } from "../../session/rights/held-permissions.ts"
import { mustCoverRolesOf, peopleWithRolesBeyond } from "../../session/rights/covers-roles.ts"
import { holdsForPerson, mustHoldForDepartments, mustHoldForPerson } from "../../session/rights/narrowed.ts"
import { mustCoverWidened, narrowedReach } from "../../session/rights/narrowed-reach.ts"
import { refreshDepartmentRoles } from "../../session/rights/refresh-sessions.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { Refusal } from "../../errors/refusal.ts"
import { resetAttemptsOf } from "../../security/sign-in/own-password.ts"
import { untiePeople } from "../../security/sign-in/person-ties.ts"
import { peopleSheet } from "./people-export.ts"
import { postSheet } from "./post-export.ts"
import { addPost, postTree, removePost, renamePost, shiftPost, type PostAct } from "./post-actions.ts"
import { giveOneTimePassword } from "./give-one-time-password.ts"
import { filterOf } from "./people-filter.ts"
import { countPeople, cursorFrom, listPeople } from "./people-list.store.ts"
import {
  addPerson,
  changePerson,
  isAccountTaken,
  isChangeable,
  lockedPerson,
  lockPeople,
  nameOf,
  personRow,
  phoneHolders,
  placePerson,
  placesWithPaths,
  postsOf,
  setAdmintype,
  setPersonState,
  signInFacts,
  type Obstacle,
  type PersonRow,
} from "./person-actions.ts"

export const peopleAdminRoutes = implementCalls(peopleAdminCalls, (services) => ({
  list: async ({ after, limit, ...asked }, context) => {
    const cursor = after === undefined ? null : cursorFrom(after, asked)
    if (after !== undefined && !cursor) throw new Refusal(replyMessages.badInput)
    const filter = await filterOf(context, asked)
    const page = await listPeople(context.db, filter, { after: cursor, limit })
    return { ...page, total: cursor ? null : await countPeople(context.db, filter) }
  },

  details: async ({ personid }, { db, scope, user: signedIn }) => {
    const { user } = signedIn
    const row = foundOrForbidden(await personRow(db, personid))
    mustReach(scope, row.orgid)
    const isAdministrator =
      isAdministered(signedIn, row.orgid) && (await holdsForPerson({ db, user: signedIn }, row))
    if (row.isDisabled && !isAdministrator) throw outOfReach()
    const mayChange = await isOfferedFor({ db, user: signedIn }, row)
    const resetting = actingWith(signedIn, "people.passwords")
    const mayReset = personid !== user.id && !row.isDisabled && holds(user, "people.passwords")
    return {
      ...row,
      orgname: (await nameOf(db, row.orgid)) ?? "",
      sex: row.sex ?? "",
      phone: row.phone === null ? null : maskedPhone(row.phone),
      email: shownEmail(row.email),
      places: await placesWithPaths(db, row.orgid, personid),
      ...(isAdministrator
        ? await signInFacts(db, personid)
        : { lastSignIn: null, oneTimeUntil: null, isActivated: null }),
      mayChange,
      mayReset:
        mayReset &&
        (await isOfferedFor({ db, user: resetting }, row)) &&
        (await peopleWithRolesBeyond(services.database, signedIn, [personid])).size === 0,
      grantable: mayChange && personid !== user.id ? grantable(user, row.usertype) : [],
    }
  },

  posts: ({ orgid }, { db, scope }) => postsOf(db, mustReach(scope, orgid)),

  postTree: async ({ orgid }, context) =>
    postTree(context.db, (await mustAdministerFully(context, orgid)).id),

  exportPosts: async ({ orgid }, context) => {
    const { id, name } = await mustAdministerFully(context, orgid)
    const sheets = [postSheet(await postTree(context.db, id))]
    return exportedFile(context, { action: "peopleAdmin.exportPosts", name: `${name}职务`, sheets })
  },

  savePost: async ({ orgid, postid, version, parentId, name }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    mustNotVersionNew(postid, version)
    // DISTRICT-15: refused and not dropped.
    if (postid !== undefined && parentId !== undefined)
      throw new Refusal(peopleAdminMessages.postStays, { field: "parentId" })
    const saved =
      postid === undefined
        ? await addPost(context.db, org, { name, parentId: parentId ?? null })
        : await renamePost(context.db, org, { id: postid, version }, name)
    return { id: await loggedPost(context, "peopleAdmin.savePost", saved) }
  },

  shiftPost: async ({ orgid, postid, version, by }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    const moved = await shiftPost(context.db, org, { id: postid, version }, by)
    await loggedPost(context, "peopleAdmin.shiftPost", moved)
    return {}
  },

  removePost: async ({ orgid, postid, version }, context) => {
    const { id: org } = await mustAdministerFully(context, orgid)
    const removed = await removePost(context.db, org, { id: postid, version })
    await loggedPost(context, "peopleAdmin.removePost", removed)
    return {}
  },

  phoneHolders: ({ phone, exceptPersonid }, { db, user }) =>
    phoneHolders(db, user, { phone, except: exceptPersonid ?? null }),

  export: async (asked, context) => {
    // DISTRICT-8: of what the permission is held for; what else is seen on the screen is not taken along.
    if (asked.orgid !== undefined) mustAdminister(context, asked.orgid)
    const filter = { ...(await filterOf(context, asked)), only: administeredOrgs(context.user) }
    const sheets = [peopleSheet(context.db, filter)]
    return exportedFile(context, { action: "peopleAdmin.export", name: "人员", sheets })
  },

  add: async ({ orgid, account, nickname, sex, role, phone, email, places }, context) => {
    const org = await mustAdministerFully(context, orgid)
    if (org.isDisabled) throw new Refusal(peopleAdminMessages.organisationDisabled)
    mustHoldForDepartments(context, orgid, departmentsIn(places))
    if (await isAccountTaken(services.database, account)) throw obstructed("accountTaken")
    const usertype = usertypes[org.kind]
    const made = await addPerson(context.db, {
      org: orgid,
      account,
      nickname,
      sex,
      role,
      phone,
      email,
      usertype,
      places,
    })
    if ("obstacle" in made) throw obstructed(made.obstacle)
    const given = await giveOneTimePassword(services, context.db, { id: made.id, orgId: orgid })
    context.note({ id: made.id, before: null, after: { account, nickname, orgname: org.name } })
    return { id: made.id, ...given }
  },

  change: async ({ personid, version, ...written }, context) => {
    const own = await mustChange(context, personid, version)
    const isOtherPhone = written.phone !== undefined && written.phone !== (own.phone ?? "")
    // One's own phone is changed with a code sent to the new one.
    if (isOtherPhone && personid === context.user.user.id)
      throw new Refusal(peopleAdminMessages.ownPhone, { field: "phone" })
    if (isOtherPhone) await mustCoverRolesOf(services.database, context.user, [personid])
    context.note({ id: personid, ...(await changePerson(context.db, own, written)) })
    if (isOtherPhone) await untiePeople(context.db, [personid])
    return {}
  },

  place: async ({ personid, version, places }, context) => {
    const own = await mustChange(context, personid, version)
    // Whoever has some departments neither puts somebody into others nor takes them out of those.
    const before = context.user.narrowed && (await placesWithPaths(context.db, own.orgid, personid))
    mustHoldForDepartments(context, own.orgid, [
      ...departmentsIn(places),
      ...(before ?? []).map(({ deptid }) => deptid),
    ])
    const reach = await narrowedReach(context.db, own.orgid, context.user.user.id)
    const placed = await placePerson(context.db, own, places)
    if ("obstacle" in placed) throw obstructed(placed.obstacle)
    // Departments get new people every day, and the roles of others grow with them. Nobody widens their own.
    await mustCoverWidened(services.database, context, own.orgid, reach, context.user.user.id)
    await refreshDepartmentRoles(services, context.db, own.orgid)
    context.note({ id: personid, ...placed })
    return {}
  },

  setState: async ({ personid, version, isDisabled }, context) => {
    await mustStillAdminister(context, [personid])
    const own = await mustChange(context, personid, version)
    const { ended, facts } = await turnPerson(services, context, own, isDisabled === 1)
    context.note({ id: personid, ...facts })
    return { ended }
  },

  setStates: async ({ personids, isDisabled }, context) => {
    const told = await eachOf(context, personids, async ({ id }) => {
      const own = await mustChange(context, id, null)
      if (own.isDisabled === (isDisabled === 1)) return false
      const { facts } = await turnPerson(services, context, own, isDisabled === 1)
      await writeAuditEntry(context, "peopleAdmin.setState", { id, ...facts })
      return true
    })
    context.note({ changed: told.changed, refused: told.refused.length, isDisabled: isDisabled === 1 })
    return told
  },

  setAdmintype: async ({ personid, version, admintype }, context) => {
    await mustStillAdminister(context, [personid])
    const own = await mustChange(context, personid, version)
    mustGrant(context, own, admintype)
    context.note({ id: personid, ...(await grantTo(services, context.db, own, admintype)) })
    return {}
  },

  setAdmintypes: async ({ personids, admintype }, context) => {
    const told = await eachOf(context, personids, async (own) => {
      if (!mayChangeThem(context.user, own)) throw new Refusal(peopleAdminMessages.aboveYou)
      mustGrant(context, own, admintype)
      if (own.admintype === admintype) return false
      const facts = await grantTo(services, context.db, own, admintype)
      await writeAuditEntry(context, "peopleAdmin.setAdmintype", { id: own.id, ...facts })
      return true
    })
    const { changed, refused } = told
    context.note({ changed, refused: refused.length, admintype: adminLabels[admintype] })
    return told
  },

  resetPassword: async ({ personid }, context) => {
    const own = await mustChange(context, personid, null)
    mustBeAnother(context, own)
    await mustCoverRolesOf(services.database, context.user, [personid])
    if (own.isDisabled) throw new Refusal(peopleAdminMessages.disabledPerson)
    const given = await giveOneTimePassword(services, context.db, { id: personid, orgId: own.orgid })
    const ended = await endAllSessions(services, context.db, personid)
    await untiePeople(context.db, [personid])
    await resetAttemptsOf(context.db, personid)
    const { nickname, usercode } = own
    context.note({
      id: personid,
      before: { nickname, usercode, password: "原密码" },
      after: { nickname, usercode, password: "一次性密码" },
    })
    return { ...given, ended }
  },
}))

/** Whom it is not for is told, and the others get it; somebody out of reach refuses all of it. True: it was changed. */
async function eachOf(
  context: RequestContext,
  personids: readonly Id[],
  act: (own: PersonRow) => Promise<boolean>,
) {
  const ids = [...new Set(personids)]
  await mustStillAdminister(context, ids)
  const refused: { id: Id; nickname: string; message: string }[] = []
  let changed = 0
  for (const id of ids) {
    const own = foundOrForbidden(await lockedPerson(context.db, id))
    await mustAdministerFully(context, own.orgid)
    try {
      if (await act(own)) changed++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ id, nickname: own.nickname, message: error.message })
    }
  }
  return { changed, refused }
}

/** Disabled: signed out everywhere, too. */
async function turnPerson(services: Services, context: RequestContext, own: PersonRow, isDisabled: boolean) {
  mustBeAnother(context, own)
  const { isDisabled: isOver } = await mustAdministerFully(context, own.orgid)
  if (isOver && !isDisabled) throw new Refusal(peopleAdminMessages.organisationDisabled)
  const facts = await setPersonState(context.db, own, isDisabled)
  if ("obstacle" in facts) throw obstructed(facts.obstacle)
  return { facts, ended: isDisabled ? await endAllSessions(services, context.db, own.id) : 0 }
}

/** ROLE-2: who may make whom an administrator of what. */
function mustGrant(context: RequestContext, own: PersonRow, admintype: Admintype): void {
  mustBeAnother(context, own)
  if (own.isDisabled) throw new Refusal(peopleAdminMessages.disabledPerson)
  if (!grantable(context.user.user, own.usertype).includes(admintype))
    throw new Refusal(whyNotGrantable(context.user.user, own.usertype, admintype), {
      status: 403,
      field: "admintype",
    })
}

async function grantTo(services: Services, db: Db, own: PersonRow, admintype: Admintype) {
  const facts = await setAdmintype(db, own, admintype)
  // What was granted to an administrator is not for whoever is none any more.
  if (admintype < own.admintype) await endAllSessions(services, db, own.id)
  return facts
}

/** The input that stands against it, where it is one. */
const obstructedFields = { accountTaken: "account", placeGone: "places" } as const

function obstructed(obstacle: Obstacle): Refusal {
  const field = obstacle === "noPlaceLeft" ? {} : { field: obstructedFields[obstacle] }
  return new Refusal(peopleAdminMessages[obstacle], field)
}

async function loggedPost(context: RequestContext, action: string, acted: PostAct): Promise<Id> {
  if ("obstacle" in acted) {
    const words = peopleAdminMessages[acted.obstacle]
    const isLate = acted.obstacle === "postChanged" || acted.obstacle === "postGone"
    throw new Refusal(typeof words === "string" ? words : words(acted.people ?? 0), {
      status: isLate ? 409 : 400,
      ...(acted.obstacle === "postTaken" && { field: "name" }),
    })
  }
  await writeAuditEntry(context, action, { ...acted })
  return acted.id
}

/** Locked for the change; null: whatever version was seen. */
async function mustChange(context: RequestContext, id: Id, version: number | null): Promise<PersonRow> {
  const row = foundOrForbidden(await lockedPerson(context.db, id))
  await mustAdministerFully(context, row.orgid)
  await mustHoldForPerson(context, row)
  if (context.user.user.admintype === admintypes.none && (await hasRoles(context.db, id)))
    throw new Refusal(roleMessages.hasRoles, { status: 403 })
  if (!mayChangeThem(context.user, row)) throw new Refusal(peopleAdminMessages.aboveYou, { status: 403 })
  if (version !== null && row.version !== version)
    throw new Refusal(peopleAdminMessages.changedMeanwhile, { status: 409 })
  return row
}

/**
 * The session says what somebody was when the request began. If two remove each other's rights at the same time, the
 * second is refused, or nobody would be left to administer.
 */
async function mustStillAdminister(
  { db, user: { user } }: RequestContext,
  others: readonly Id[],
): Promise<void> {
  await lockPeople(db, [user.id, ...others])
  const own = await personRow(db, user.id)
  if (!own || own.isDisabled || own.admintype < user.admintype) throw outOfReach()
}

function mustBeAnother({ user: { user } }: RequestContext, { id }: PersonRow): void {
  if (id === user.id) throw new Refusal(peopleAdminMessages.notYourself, { status: 403 })
}

/** Whoever is in no department is in the organisation itself. */
function departmentsIn(places: readonly { readonly deptid: Id }[]): (Id | null)[] {
  return places.length === 0 ? [null] : places.map(({ deptid }) => deptid)
}

/** Whether what `mustChange` refuses is offered; `user` acts with the permission in question. */
async function isOfferedFor(
  { db, user }: { readonly db: Db; readonly user: SignedIn },
  row: PersonRow,
): Promise<boolean> {
  const { admintype } = user.user
  return (
    mayChangeThem(user, row) &&
    (await isChangeable(db, row.orgid, admintype)) &&
    (await holdsForPerson({ db, user }, row)) &&
    (admintype !== admintypes.none || !(await hasRoles(db, row.id)))
  )
}

/** Nobody changes who administers more than they do. */
function mayChangeThem(signedIn: SignedIn, row: Pick<PersonRow, "orgid" | "admintype">): boolean {
  return isAdministered(signedIn, row.orgid) && row.admintype <= signedIn.user.admintype
}
