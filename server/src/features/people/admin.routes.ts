import {
  grantable,
  mayChangePerson,
  peopleWorkCalls,
  peopleWorkLimits,
  peopleWorkMessages,
  type PersonState,
} from "@uc/contract/people/admin-calls"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisationOf } from "../organisations/organisation-of.ts"
import { reachedArea } from "../areas/reached-area.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { seesAreas } from "../areas/seen-areas.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { answer, type Ask, type House } from "../../http/calls/register-calls.ts"
import { endAllSessions } from "../../session/end-all-sessions.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { logDone } from "../../session/write-audit-entry.ts"
import { isAdministered, mustBeThere, mustReach, outOfReach } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { forgetTriesOf, setPassword } from "../../security/sign-in/own-password.ts"
import { untiePeople } from "../../security/sign-in/person-ties.ts"
import { oneTimePassword, travelling } from "../../security/sign-in/one-time-password.ts"
import { peopleSheet } from "./people-export.ts"
import { postSheet } from "./post-export.ts"
import { addPost, postTree, removePost, renamePost, shiftPost, type PostAct } from "./post-actions.ts"
import { countPeople, cursorFrom, listPeople, type PeopleQuestion, type Where } from "./people-list.store.ts"
import {
  addPerson,
  changePerson,
  isAccountTaken,
  lockedPerson,
  lockPeople,
  personRow,
  placePerson,
  placesWithPaths,
  postsOf,
  setAdmintype,
  setPersonState,
  signInFacts,
  type PersonRow,
} from "./person-actions.ts"

export const peopleWorkRoutes = answer(peopleWorkCalls, (house) => ({
  list: async ({ after, limit, ...asked }, ask) => {
    const cursor = after === undefined ? null : cursorFrom(after)
    if (after !== undefined && !cursor) throw new Refusal(replyMessages.badInput)
    const question = await questionOf(ask, asked)
    const page = await listPeople(ask.db, question, { after: cursor, limit })
    return { ...page, total: cursor ? null : await countPeople(ask.db, question) }
  },

  details: async ({ personid }, { db, scope, user: signedIn }) => {
    const { user } = signedIn
    const row = mustBeThere(await personRow(db, personid))
    mustReach(scope, row.orgid)
    const isAdministrator = isAdministered(signedIn, row.orgid)
    if (row.isDisabled && !isAdministrator) throw outOfReach()
    const mayChange = mayChangePerson(user, row) && (await isChangeable(db, row.orgid, user.admintype))
    return {
      ...row,
      orgname: (await nameOf(db, row.orgid)) ?? "",
      sex: row.sex ?? "",
      phone: row.phone === null ? null : maskedPhone(row.phone),
      places: await placesWithPaths(db, row.orgid, personid),
      ...(isAdministrator ? await signInFacts(db, personid) : { lastSignIn: null, oneTimeUntil: null }),
      mayChange,
      grantable: mayChange && personid !== user.id ? grantable(user, row.usertype) : [],
    }
  },

  posts: ({ orgid }, { db, scope }) => postsOf(db, mustReach(scope, orgid)),

  postTree: async ({ orgid }, ask) => postTree(ask.db, (await mustAdministerFully(ask, orgid)).id),

  exportPosts: async ({ orgid }, ask) => {
    const { id, name } = await mustAdministerFully(ask, orgid)
    const sheets = [postSheet(await postTree(ask.db, id))]
    return exportedFile(ask, { action: "peopleAtWork.exportPosts", name: `${name}职务`, sheets })
  },

  savePost: async ({ orgid, postid, version, parentId = null, name }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const saved =
      postid === undefined
        ? await addPost(ask.db, org, { name, parentId })
        : await renamePost(ask.db, org, { id: postid, version }, name)
    return { id: await loggedPost(ask, "peopleAtWork.savePost", saved) }
  },

  shiftPost: async ({ orgid, postid, version, by }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const moved = await shiftPost(ask.db, org, { id: postid, version }, by)
    await loggedPost(ask, "peopleAtWork.shiftPost", moved)
    return {}
  },

  removePost: async ({ orgid, postid, version }, ask) => {
    const { id: org } = await mustAdministerFully(ask, orgid)
    const removed = await removePost(ask.db, org, { id: postid, version })
    await loggedPost(ask, "peopleAtWork.removePost", removed)
    return {}
  },

  export: async (asked, ask) => {
    if (ask.user.user.admintype === admintypes.none) throw outOfReach()
    const sheets = [peopleSheet(ask.db, await questionOf(ask, asked))]
    return exportedFile(ask, { action: "peopleAtWork.export", name: "人员", sheets })
  },

  add: async ({ orgid, account, nickname, sex, role, phone, places }, ask) => {
    const org = await mustAdministerFully(ask, orgid)
    if (org.isDisabled) throw new Refusal(peopleWorkMessages.organisationDisabled)
    if (await isAccountTaken(house.database, account)) throw new Refusal(peopleWorkMessages.accountTaken)
    const usertype = usertypes[org.kind]
    const made = await addPerson(ask.db, {
      org: orgid,
      account,
      nickname,
      sex,
      role,
      phone,
      usertype,
      places,
    })
    if ("obstacle" in made) throw new Refusal(peopleWorkMessages[made.obstacle])
    const given = await giveOneTimePassword(house, ask.db, { id: made.id, orgId: orgid })
    ask.note({ id: made.id, before: null, after: { account, nickname, orgname: org.name } })
    return { id: made.id, ...given }
  },

  change: async ({ personid, version, ...written }, ask) => {
    const own = await mustChange(ask, personid, version)
    const isOtherPhone = written.phone !== undefined && written.phone !== (own.phone ?? "")
    // One's own is changed with a code that is sent to the new one.
    if (isOtherPhone && personid === ask.user.user.id) throw new Refusal(peopleWorkMessages.ownPhone)
    ask.note({ id: personid, ...(await changePerson(ask.db, own, written)) })
    if (isOtherPhone) await untiePeople(ask.db, [personid])
    return {}
  },

  place: async ({ personid, version, places }, ask) => {
    const own = await mustChange(ask, personid, version)
    const placed = await placePerson(ask.db, own, places)
    if ("obstacle" in placed) throw new Refusal(peopleWorkMessages[placed.obstacle])
    ask.note({ id: personid, ...placed })
    return {}
  },

  setState: async ({ personid, version, isDisabled }, ask) => {
    await mustStillAdminister(ask, personid)
    const own = await mustChange(ask, personid, version)
    mustBeAnother(ask, own)
    const { isDisabled: isOver } = await mustAdministerFully(ask, own.orgid)
    if (isOver && isDisabled === 0) throw new Refusal(peopleWorkMessages.organisationDisabled)
    const changed = await setPersonState(ask.db, own, isDisabled === 1)
    if ("obstacle" in changed) throw new Refusal(peopleWorkMessages[changed.obstacle])
    ask.note({ id: personid, ...changed })
    return { ended: isDisabled === 1 ? await endAllSessions(house, ask.db, personid) : 0 }
  },

  setAdmintype: async ({ personid, version, admintype }, ask) => {
    await mustStillAdminister(ask, personid)
    const own = await mustChange(ask, personid, version)
    mustBeAnother(ask, own)
    if (own.isDisabled) throw new Refusal(peopleWorkMessages.disabledPerson)
    if (!grantable(ask.user.user, own.usertype).includes(admintype))
      throw new Refusal(peopleWorkMessages.cannotGrant, { status: 403 })
    ask.note({ id: personid, ...(await setAdmintype(ask.db, own, admintype)) })
    // What was granted to an administrator is not for whoever is none any more.
    if (admintype < own.admintype) await endAllSessions(house, ask.db, personid)
    return {}
  },

  resetPassword: async ({ personid }, ask) => {
    const own = await mustChange(ask, personid, null)
    mustBeAnother(ask, own)
    if (own.isDisabled) throw new Refusal(peopleWorkMessages.disabledPerson)
    const given = await giveOneTimePassword(house, ask.db, { id: personid, orgId: own.orgid })
    const ended = await endAllSessions(house, ask.db, personid)
    await untiePeople(ask.db, [personid])
    await forgetTriesOf(ask.db, personid)
    const { nickname, usercode } = own
    ask.note({
      id: personid,
      before: { nickname, usercode, password: "原密码" },
      after: { nickname, usercode, password: "一次性密码" },
    })
    return { ...given, ended }
  },
}))

async function loggedPost(ask: Ask, action: string, acted: PostAct): Promise<Id> {
  if ("obstacle" in acted) {
    const words = peopleWorkMessages[acted.obstacle]
    const isLate = acted.obstacle === "postChanged" || acted.obstacle === "postGone"
    throw new Refusal(typeof words === "string" ? words : words(acted.people ?? 0), {
      status: isLate ? 409 : 400,
    })
  }
  await logDone(ask, action, { ...acted })
  return acted.id
}

async function giveOneTimePassword(
  { passwords }: House,
  db: Db,
  owner: { readonly id: Id; readonly orgId: Id },
): Promise<{ password: string; until: string }> {
  const password = oneTimePassword()
  const record = { phc: await passwords.hash(travelling(password)), pepperKid: passwords.kid }
  const until = await setPassword(db, owner, record, peopleWorkLimits.oneTimeHours)
  if (!until) throw new Error("A one-time password without an end")
  return { password, until }
}

/** Held for the change; null: whatever was seen. */
async function mustChange(ask: Ask, id: Id, version: number | null): Promise<PersonRow> {
  const row = mustBeThere(await lockedPerson(ask.db, id))
  await mustAdministerFully(ask, row.orgid)
  if (!mayChangePerson(ask.user.user, row)) throw new Refusal(peopleWorkMessages.aboveYou, { status: 403 })
  if (version !== null && row.version !== version)
    throw new Refusal(peopleWorkMessages.changedMeanwhile, { status: 409 })
  return row
}

/**
 * The session says what somebody was when the request began. Of two who take each other's rights at once the second has
 * none any more, or nobody would be left to administer.
 */
async function mustStillAdminister({ db, user: { user } }: Ask, other: Id): Promise<void> {
  await lockPeople(db, [user.id, other])
  const own = await personRow(db, user.id)
  if (!own || own.isDisabled || own.admintype < user.admintype) throw outOfReach()
}

function mustBeAnother({ user: { user } }: Ask, { id }: PersonRow): void {
  if (id === user.id) throw new Refusal(peopleWorkMessages.notYourself, { status: 403 })
}

async function isChangeable(db: Db, org: Id, admintype: number): Promise<boolean> {
  if (admintype === admintypes.platform) return true
  const [row] = await db
    .select({ kind: organisation.kind })
    .from(organisation)
    .where(eq(organisation.id, org))
  return row?.kind !== "platform"
}

async function nameOf(db: Db, org: Id): Promise<string | null> {
  const [row] = await db
    .select({ name: organisation.name })
    .from(organisation)
    .where(eq(organisation.id, org))
  return row?.name ?? null
}

interface Asked {
  readonly areaid?: Id | undefined
  readonly orgid?: Id | undefined
  readonly deptid?: Id | undefined
  readonly isDirect: 0 | 1
  readonly name: string
  readonly state: PersonState
  readonly isAdmin: 0 | 1
}

async function questionOf(ask: Ask, asked: Asked): Promise<PeopleQuestion> {
  const where = await whereOf(ask, asked)
  const { user } = ask.user
  const mayAskForAll = user.admintype !== admintypes.none
  return {
    where,
    name: asked.name,
    state: mayAskForAll ? asked.state : "on",
    isAdmin: asked.isAdmin === 1,
  }
}

/** The narrowest that was named; what was named besides is held to the asker's reach all the same. */
async function whereOf({ db, scope, user: { user } }: Ask, asked: Asked): Promise<Where> {
  const { areaid, orgid, deptid, isDirect } = asked
  let path: string | null = null
  if (areaid !== undefined) {
    if (!seesAreas(user)) throw outOfReach()
    ;({ path } = mustBeThere(await reachedArea(db, scope, areaid)))
  }
  if (orgid !== undefined) mustReach(scope, orgid)
  if (deptid !== undefined) {
    const org = mustReach(scope, mustBeThere(await organisationOf(db, "department", deptid, true)))
    if (orgid !== undefined && org !== orgid) throw outOfReach()
    return { in: "department", org, id: deptid, isDirect: isDirect === 1 }
  }
  if (orgid !== undefined) return { in: "organisation", org: orgid }
  return path === null ? { in: "reach" } : { in: "area", path }
}
