import { scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { peopleAdminMessages, Places, type Place } from "@uc/contract/people/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { applicationPerson } from "../../../db/schema/domains.ts"
import { untiePeople } from "../../../security/sign-in/person-ties.ts"
import { endAllSessions } from "../../../session/end-all-sessions.ts"
import { narrowedReach, widenedHolders, type NarrowedReach } from "../../../session/rights/narrowed-reach.ts"
import { refreshDepartmentRoles } from "../../../session/rights/refresh-sessions.ts"
import {
  addPerson,
  changePerson,
  isAccountTaken,
  lockedPerson,
  placePerson,
  placesOf,
  postsOf,
  setPersonState,
  type PersonRow,
} from "../../people/public.ts"
import { hasRoles } from "../../roles/public.ts"
import { applyPatch, operationsIn } from "./apply-patch.ts"
import { knownOfUsers, mustKnowAll } from "./known-attributes.ts"
import { valueIn } from "./match-filter.ts"
import { auditOf } from "./note-use.ts"
import { bodyOf } from "./read-request.ts"
import { mustMatch, type Resource } from "./resource-version.ts"
import { badRequest, notFound, ScimError } from "./scim-error.ts"
import { userWithId } from "./users.store.ts"
import {
  Account,
  mustBe,
  Nickname,
  patchableUser,
  wantedUser,
  type WantedPlace,
  type WantedUser,
} from "./wanted-user.ts"
import { inOwnOrganisation, notOwn, refusedAs, type Writer } from "./write-context.ts"

/** SSO-5: adds a person, without a password: they get a first one in the portal, or sign in by their phone. */
export async function addUser(writer: Writer, body: unknown): Promise<Resource> {
  const { key } = writer
  const wanted = wantedUser(userIn(body), key)
  const account = mustBe(Account, required(wanted.userName, "userName"), "userName")
  const nickname = mustBe(Nickname, required(wanted.names[0], "displayName"), "displayName")
  return inOwnOrganisation(writer, async (db) => {
    const deleted = await deletedWith(db, writer, account)
    if (deleted !== null) return revive(db, writer, deleted, wanted)
    if (await isAccountTaken(writer.services.database, account)) throw taken()
    const { kind, id: org } = key.org
    const made = await addPerson(db, {
      org,
      account,
      nickname,
      sex: "",
      role: "",
      phone: wanted.phone ?? "",
      email: wanted.email ?? "",
      usertype: usertypes[kind],
      places: await placesFor(db, writer, wanted.places ?? [], []),
    })
    if ("obstacle" in made)
      throw made.obstacle === "accountTaken"
        ? taken()
        : refusedAs(400, peopleAdminMessages[made.obstacle], "invalidValue")
    await auditOf(db, writer, "peopleAdmin.add", {
      id: made.id,
      before: null,
      after: { account, nickname },
    })
    await keepExternalId(db, writer, made.id, wanted.externalId)
    if (wanted.active === false) await turn(db, writer, await mustLock(db, made.id), true)
    if (wanted.places !== undefined) await refreshDepartmentRoles(writer.services, db, org)
    return mustRead(db, writer, made.id)
  })
}

function userIn(body: unknown): Record<string, unknown> {
  const read = bodyOf(body, scimSchemas.user)
  mustKnowAll(read, knownOfUsers)
  return read
}

export async function replaceUser(writer: Writer, id: Id, body: unknown): Promise<Resource> {
  const wanted = wantedUser(userIn(body), writer.key)
  return inOwnOrganisation(writer, (db) => changed(db, writer, id, () => wanted))
}

export async function patchUser(writer: Writer, id: Id, body: unknown): Promise<Resource> {
  const operations = operationsIn(body)
  return inOwnOrganisation(writer, (db) =>
    changed(db, writer, id, (before) => {
      const after = applyPatch(before, operations, patchableUser)
      return wantedUser(withEmptied(before, after), writer.key)
    }),
  )
}

/** What a PATCH has removed is gone; what a PUT does not mention is left as it is. */
function withEmptied(before: Resource, after: Record<string, unknown>): Record<string, unknown> {
  const emptied: Record<string, unknown> = { ...after }
  if ("phoneNumbers" in before && valueIn(after, "phoneNumbers") === undefined) emptied["phoneNumbers"] = []
  if ("emails" in before && valueIn(after, "emails") === undefined) emptied["emails"] = []
  if ("externalId" in before && valueIn(after, "externalId") === undefined) emptied["externalId"] = null
  const [had, has] = [before, after].map((each) => valueIn(each, scimSchemas.userMore)) as [
    { places?: unknown } | undefined,
    { places?: unknown } | undefined,
  ]
  if (had?.places !== undefined && has?.places === undefined)
    emptied[scimSchemas.userMore] = { ...has, places: [] }
  return emptied
}

/** Disabled and signed out everywhere, as in the portal; for this application they are not there any more. */
export async function deleteUser(writer: Writer, id: Id): Promise<void> {
  await inOwnOrganisation(writer, async (db) => {
    const own = await mustLock(db, id)
    mustMatch(writer.ifMatch, await mustRead(db, writer, id))
    if (!own.isDisabled) {
      mustBeOrdinary(own)
      await turn(db, writer, own, true)
    }
    const { application, org } = writer.key
    await db
      .insert(applicationPerson)
      .values({ personId: id, orgId: org.id, applicationId: application.id, deletedAt: sql`now()` })
      .onConflictDoUpdate({
        target: [applicationPerson.personId, applicationPerson.applicationId],
        set: { deletedAt: sql`now()` },
      })
  })
}

async function changed(
  db: Db,
  writer: Writer,
  id: Id,
  wantedOf: (before: Resource) => WantedUser,
): Promise<Resource> {
  const own = await mustLock(db, id)
  const before = await mustRead(db, writer, id)
  mustMatch(writer.ifMatch, before)
  await writeDifferences(db, writer, own, wantedOf(before))
  return mustRead(db, writer, id)
}

/** Writes what differs, and nothing where nothing does. */
async function writeDifferences(db: Db, writer: Writer, own: PersonRow, wanted: WantedUser): Promise<void> {
  const { userName, active, phone, email } = wanted
  const isSameAccount =
    userName === undefined || userName === own.id || userName.toLowerCase() === own.usercode.toLowerCase()
  if (!isSameAccount) throw badRequest("mutability", scimMessages.readOnly("userName"))
  const written = wanted.names.find((name) => name !== own.nickname) ?? own.nickname
  const nickname = written === own.nickname ? written : mustBe(Nickname, written, "displayName")
  const isOtherPhone = phone !== undefined && phone !== (own.phone ?? "")
  const isOtherEmail = email !== undefined && email !== (own.email ?? "")
  const isOther = nickname !== own.nickname || isOtherPhone || isOtherEmail
  const placed = (await placesOf(db, [own.id])).get(own.id) ?? []
  const places = wanted.places && (await placesFor(db, writer, wanted.places, placed))
  // Disabled departments are not shown, so that who sends back what was shown does not mean to leave them.
  const shown = placed.filter(({ isDisabled }) => !isDisabled)
  const isPlaced = places !== undefined && !areSame(places, shown)
  const isTurned = active !== undefined && active === own.isDisabled
  if (isOther || isPlaced || isTurned) mustBeOrdinary(own)
  if (isOtherPhone || (isTurned && active)) await mustHoldNoRole(db, own)

  if (isOther) {
    const { sex, role } = own
    const facts = await changePerson(db, own, {
      nickname,
      sex: sex ?? "",
      role,
      ...(isOtherPhone && { phone }),
      ...(isOtherEmail && { email }),
    })
    await auditOf(db, writer, "peopleAdmin.change", { id: own.id, ...facts })
    // As in the portal: whoever has the new phone must not reach accounts in other organisations.
    if (isOtherPhone) await untiePeople(db, [own.id])
  }
  if (isPlaced) {
    await place(db, writer, own, places)
    await refreshDepartmentRoles(writer.services, db, own.orgid)
  }
  if (isTurned) await turn(db, writer, own, !active)
  await keepExternalId(db, writer, own.id, wanted.externalId)
}

/** All departments of somebody. Rights that follow from them are for the caller to refresh, once. */
export async function place(db: Db, writer: Writer, own: PersonRow, places: readonly Place[]): Promise<void> {
  mustBeOrdinary(own)
  const before = await narrowedReach(db, own.orgid, own.id)
  const facts = await placePerson(db, own, places)
  if ("obstacle" in facts) throw refusedAs(400, peopleAdminMessages[facts.obstacle], "invalidValue")
  mustNotWiden(before, await narrowedReach(db, own.orgid, own.id))
  await auditOf(db, writer, "peopleAdmin.place", { id: own.id, ...facts })
}

async function turn(db: Db, writer: Writer, own: PersonRow, isDisabled: boolean): Promise<void> {
  const facts = await setPersonState(db, own, isDisabled)
  if ("obstacle" in facts) throw refusedAs(400, peopleAdminMessages[facts.obstacle])
  await auditOf(db, writer, "peopleAdmin.setState", { id: own.id, ...facts })
  if (isDisabled) await endAllSessions(writer.services, db, own.id)
}

/** SSO-5: no administrator is changed from outside: a new phone number alone would hand over the account. */
function mustBeOrdinary({ admintype }: PersonRow): void {
  if (admintype !== admintypes.none) throw new ScimError(403, scimMessages.administrator)
}

/** FAULT-2: whoever gets messages for a role holder can sign in as them. An application may still disable them. */
async function mustHoldNoRole(db: Db, { id }: PersonRow): Promise<void> {
  if (await hasRoles(db, id)) throw new ScimError(403, scimMessages.roleHolder)
}

/** FAULT-2: what a role for departments reaches is for the portal's administrators to decide. */
export function mustNotWiden(before: NarrowedReach, after: NarrowedReach): void {
  if (widenedHolders(before, after).length > 0) throw new ScimError(403, scimMessages.widensRole)
}

async function mustLock(db: Db, id: Id): Promise<PersonRow> {
  const own = await lockedPerson(db, id)
  // Whether it can be read at all was looked at before.
  if (!own) throw notOwn()
  return own
}

async function mustRead(db: Db, writer: Writer, id: Id): Promise<Resource> {
  const found = await userWithId(db, writer, id)
  if (!found) throw notFound()
  return found
}

/** With posts by their names; what an application may not know of posts it leaves as it is. */
async function placesFor(
  db: Db,
  { key }: Writer,
  wanted: readonly WantedPlace[],
  placed: readonly { readonly deptid: Id; readonly postid: Id | null }[],
): Promise<Place[]> {
  if (wanted.length === 0) return []
  const posts = wanted.some(({ post }) => post !== null) ? await postsOf(db, key.org.id) : []
  const mayKnow = key.application.claims.includes("posts")
  const places = wanted.map(({ value, post, primary }) => {
    const known = posts.find(({ name }) => name === post)
    if (post !== null && !known) throw badRequest("invalidValue", scimMessages.noPost(post.slice(0, 50)))
    const kept = mayKnow ? null : (placed.find(({ deptid }) => deptid === value)?.postid ?? null)
    return { deptid: value, postid: known?.id ?? kept, isMain: primary }
  })
  return mustBe(Places, places, "places")
}

function areSame(
  wanted: readonly Place[],
  placed: readonly { readonly deptid: Id; readonly postid: Id | null; readonly isMain: boolean }[],
): boolean {
  const written = (all: readonly { deptid: Id; postid: Id | null; isMain: boolean }[]) =>
    all
      .map(({ deptid, postid, isMain }) => `${deptid} ${postid} ${isMain}`)
      .toSorted()
      .join()
  return written(wanted) === written(placed)
}

async function keepExternalId(
  db: Db,
  { key: { application, org } }: Writer,
  personId: Id,
  externalId: string | null | undefined,
): Promise<void> {
  if (externalId === undefined) return
  await db
    .insert(applicationPerson)
    .values({ personId, orgId: org.id, applicationId: application.id, externalId })
    .onConflictDoUpdate({
      target: [applicationPerson.personId, applicationPerson.applicationId],
      set: { externalId },
    })
}

/** RFC 7644, 3.6: whom the application has deleted stands in nobody's way. It is the same person again. */
async function deletedWith(db: Db, { key }: Writer, account: string): Promise<Id | null> {
  const { rows } = await db.execute<{ id: Id }>(sql`select p.id::text as id from person p
    join application_person x on x.person_id = p.id and x.application_id = ${key.application.id}::bigint
    where p.org_id = ${key.org.id}::bigint and lower(p.account) = lower(${account})
      and x.deleted_at is not null and p.disabled_at is not null`)
  return rows[0]?.id ?? null
}

async function revive(db: Db, writer: Writer, id: Id, wanted: WantedUser): Promise<Resource> {
  await db
    .update(applicationPerson)
    .set({ deletedAt: null, externalId: null })
    .where(
      sql`${applicationPerson.personId} = ${id}::bigint and ${applicationPerson.applicationId} = ${writer.key.application.id}::bigint`,
    )
  const own = await mustLock(db, id)
  await writeDifferences(db, writer, own, { ...wanted, active: wanted.active ?? true })
  return mustRead(db, writer, id)
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw badRequest("invalidValue", scimMessages.required(name))
  return value
}

function taken(): ScimError {
  return refusedAs(409, peopleAdminMessages.accountTaken, "uniqueness")
}
