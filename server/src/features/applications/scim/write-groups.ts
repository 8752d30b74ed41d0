import { scimLimits, scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { departmentAdminMessages } from "@uc/contract/departments/admin-calls"
import { departmentCalls, departmentMessages } from "@uc/contract/departments/calls"
import { peopleAdminLimits, peopleAdminMessages, type Place } from "@uc/contract/people/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import { z } from "zod"
import type { Db } from "../../../db/open.ts"
import { applicationDepartment } from "../../../db/schema/domains.ts"
import { department } from "../../../db/schema/organisations.ts"
import { narrowedReach } from "../../../session/rights/narrowed-reach.ts"
import { refreshDepartmentRoles } from "../../../session/rights/refresh-sessions.ts"
import {
  addDepartment,
  moveDepartment,
  removeDepartment,
  renameDepartment,
  rowOf,
} from "../../departments/public.ts"
import { lockedPerson, placesOf, type PersonRow } from "../../people/public.ts"
import { applyPatch, operationsIn, type Patchable } from "./apply-patch.ts"
import { groupWithId } from "./groups.store.ts"
import { knownOfGroups, mustKnowAll } from "./known-attributes.ts"
import { isObject, valueIn } from "./match-filter.ts"
import { auditOf } from "./note-use.ts"
import { bodyOf } from "./read-request.ts"
import { mustMatch, type Resource } from "./resource-version.ts"
import { badRequest, notFound, ScimError } from "./scim-error.ts"
import { ExternalId, mustBe } from "./wanted-user.ts"
import { inOwnOrganisation, notOwn, refusedAs, type Writer } from "./write-context.ts"
import { mustNotWiden, place } from "./write-users.ts"

interface WantedGroup {
  readonly name: string | undefined
  /** Null: directly below the organisation. Undefined: it says nothing about it. */
  readonly parent: Id | null | undefined
  readonly members: readonly Id[] | undefined
  readonly externalId: string | null | undefined
}

const { name: Name } = departmentCalls.save.input.shape
const IdText = z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(/^\d{1,18}$/))
const Members = z.array(z.looseObject({ value: IdText, type: z.string().nullish() }))

function wantedGroup(body: Readonly<Record<string, unknown>>): WantedGroup {
  const [name, members, externalId] = ["displayName", "members", "externalId"].map((key) =>
    valueIn(body, key),
  )
  const more = valueIn(body, scimSchemas.groupMore)
  const parent = isObject(more) ? valueIn(more, "parent") : undefined
  return {
    name: name === undefined ? undefined : mustBe(Name, name, "displayName"),
    parent: parentIn(parent),
    members: members === undefined || members === null ? undefined : membersIn(members),
    externalId:
      externalId === null || externalId === ""
        ? null
        : externalId === undefined
          ? undefined
          : mustBe(ExternalId, externalId, "externalId"),
  }
}

function parentIn(parent: unknown): Id | null | undefined {
  if (parent === undefined || parent === null) return parent
  const value = isObject(parent) ? valueIn(parent, "value") : parent
  return value === undefined || value === null ? null : mustBe(IdText, value, "parent")
}

function membersIn(given: unknown): Id[] {
  const read = mustBe(Members, given, "members")
  if (read.some(({ type }) => type?.toLowerCase() === "group"))
    throw badRequest("invalidValue", scimMessages.badAttributeValue("members"))
  return [...new Set(read.map(({ value }) => value))]
}

const parentKey = `${scimSchemas.groupMore}:parent`.toLowerCase()

const patchableGroup: Patchable = {
  writable: {
    externalid: "externalId",
    displayname: "displayName",
    members: "members",
    [parentKey]: "parent",
  },
  lists: new Set(["members"]),
  readOnly: new Set(["id", "meta", "schemas", `${scimSchemas.groupMore}:organisation`.toLowerCase()]),
  required: new Set(["displayname"]),
  ignored: new Set(),
  extensions: [scimSchemas.groupMore],
}

function groupIn(body: unknown): Record<string, unknown> {
  const read = bodyOf(body, scimSchemas.group)
  mustKnowAll(read, knownOfGroups)
  return read
}

export async function addGroup(writer: Writer, body: unknown): Promise<Resource> {
  const wanted = wantedGroup(groupIn(body))
  const { name } = wanted
  if (name === undefined) throw badRequest("invalidValue", scimMessages.required("displayName"))
  const org = writer.key.org.id
  return inOwnOrganisation(writer, async (db) => {
    const made = await addDepartment(db, org, { parent: wanted.parent ?? null, name })
    if ("obstacle" in made) throw obstructed(made.obstacle, wanted.parent ?? "")
    const { id } = made.done
    await auditOf(db, writer, "departments.save", { id, before: null, after: { name } })
    await keepExternalId(db, writer, id, wanted.externalId)
    await writeMembers(db, writer, id, [], wanted.members ?? [])
    return mustRead(db, writer, id)
  })
}

export async function replaceGroup(writer: Writer, id: Id, body: unknown): Promise<Resource> {
  const wanted = wantedGroup(groupIn(body))
  return inOwnOrganisation(writer, (db) => changed(db, writer, id, () => wanted))
}

export async function patchGroup(writer: Writer, id: Id, body: unknown): Promise<Resource> {
  const operations = operationsIn(body)
  return inOwnOrganisation(writer, (db) =>
    changed(db, writer, id, (before) => {
      const after = applyPatch(before, operations, patchableGroup)
      const [had, has] = [before, after].map((each) => valueIn(each, scimSchemas.groupMore)) as [
        { parent?: unknown } | undefined,
        { parent?: unknown } | undefined,
      ]
      const wanted = wantedGroup(after)
      return {
        ...wanted,
        // What a PATCH has removed is gone; what a PUT does not mention is left as it is.
        members: wanted.members ?? [],
        parent: had?.parent !== undefined && has?.parent === undefined ? null : wanted.parent,
        externalId: "externalId" in before && wanted.externalId === undefined ? null : wanted.externalId,
      }
    }),
  )
}

/** Disabled, as in the portal, where it has neither people nor departments. */
export async function deleteGroup(writer: Writer, id: Id): Promise<void> {
  const org = writer.key.org.id
  await inOwnOrganisation(writer, async (db) => {
    await lock(db, org, id)
    const before = await mustRead(db, writer, id)
    mustMatch(writer.ifMatch, before)
    const removed = await removeDepartment(db, org, id)
    if ("obstacle" in removed) throw obstructed(removed.obstacle, id)
    await auditOf(db, writer, "departments.remove", {
      id,
      before: { name: before["displayName"] },
      after: null,
    })
  })
}

/** Of two at once the second waits here, and sees what the first has written. */
async function lock(db: Db, org: Id, id: Id): Promise<void> {
  await db
    .select({ id: department.id })
    .from(department)
    .where(and(eq(department.orgId, org), eq(department.id, id)))
    .for("no key update")
}

/**
 * People before departments, as whoever changes a person locks them: otherwise each could wait for what the other holds. Who joins and
 * who leaves is looked at again behind the department's lock.
 */
async function lockMembers(
  db: Db,
  writer: Writer,
  id: Id,
  wantedOf: (before: Resource) => WantedGroup,
): Promise<void> {
  const before = await mustRead(db, writer, id)
  mustMatch(writer.ifMatch, before)
  const { members } = wantedOf(before)
  if (members === undefined) return
  for (const each of joiningOrLeaving(memberIds(before), members)) await lockedPerson(db, each)
}

/** Who joins and who leaves, in the order of ids, so that two who change the same people do not wait for each other. */
function joiningOrLeaving(before: readonly Id[], wanted: readonly Id[]): Id[] {
  const [had, has] = [new Set(before), new Set(wanted)]
  const all = [...wanted.filter((id) => !had.has(id)), ...before.filter((id) => !has.has(id))]
  if (all.length > scimLimits.members)
    throw new ScimError(413, scimMessages.tooManyMembers, { type: "tooMany" })
  return all.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
}

async function changed(
  db: Db,
  writer: Writer,
  id: Id,
  wantedOf: (before: Resource) => WantedGroup,
): Promise<Resource> {
  const org = writer.key.org.id
  await lockMembers(db, writer, id, wantedOf)
  await lock(db, org, id)
  const before = await mustRead(db, writer, id)
  mustMatch(writer.ifMatch, before)
  const wanted = wantedOf(before)
  const row = await rowOf(db, org, id)
  if (!row) throw notOwn()
  if (wanted.name !== undefined && wanted.name !== row.name) {
    const renamed = await renameDepartment(db, org, {
      id,
      parent: null,
      name: wanted.name,
      version: undefined,
    })
    if ("obstacle" in renamed) throw obstructed(renamed.obstacle, id)
    const facts = { before: { name: row.name }, after: { name: wanted.name } }
    await auditOf(db, writer, "departments.save", { id, ...facts })
  }
  if (wanted.parent !== undefined && wanted.parent !== row.parentId) await move(db, writer, id, wanted.parent)
  await keepExternalId(db, writer, id, wanted.externalId)
  if (wanted.members !== undefined) await writeMembers(db, writer, id, memberIds(before), wanted.members)
  return mustRead(db, writer, id)
}

async function move(db: Db, writer: Writer, id: Id, to: Id | null): Promise<void> {
  const org = writer.key.org.id
  const now = await rowOf(db, org, id)
  const before = await narrowedReach(db, org)
  const moved = await moveDepartment(db, org, { id, version: now?.version ?? 0, to })
  if (!moved) throw notFound()
  if ("obstacle" in moved) throw refusedAs(400, departmentAdminMessages[moved.obstacle], "invalidValue")
  mustNotWiden(before, await narrowedReach(db, org))
  await auditOf(db, writer, "departmentAdmin.move", { id, ...moved.done })
  await refreshDepartmentRoles(writer.services, db, org)
}

function memberIds(group: Resource): Id[] {
  return ((group["members"] ?? []) as readonly { readonly value: Id }[]).map(({ value }) => value)
}

/** Whoever joins without a department has it as the main one; whoever leaves the main one has the next as such. */
async function writeMembers(
  db: Db,
  writer: Writer,
  deptid: Id,
  before: readonly Id[],
  wanted: readonly Id[],
): Promise<void> {
  const has = new Set(wanted)
  const meant = joiningOrLeaving(before, wanted)
  const locked: PersonRow[] = []
  for (const id of meant) {
    const own = await lockedPerson(db, id)
    if (!own) throw badRequest("invalidValue", scimMessages.noMember(id))
    locked.push(own)
  }
  const places = await placesOf(db, meant)
  for (const own of locked) {
    const { id } = own
    const placed = (places.get(id) ?? []).filter(({ isDisabled }) => !isDisabled)
    const stay: Place[] = placed
      .filter((each) => each.deptid !== deptid)
      .map(({ deptid: other, postid, isMain }) => ({ deptid: other, postid, isMain }))
    const all = has.has(id) ? [...stay, { deptid, postid: null, isMain: false }] : stay
    if (all.length > peopleAdminLimits.places)
      throw refusedAs(400, peopleAdminMessages.tooManyPlaces, "invalidValue")
    const hasMain = all.some(({ isMain }) => isMain)
    await place(
      db,
      writer,
      own,
      all.map((each, at) => (hasMain || at > 0 ? each : { ...each, isMain: true })),
    )
  }
  if (locked.length > 0) await refreshDepartmentRoles(writer.services, db, writer.key.org.id)
}

async function mustRead(db: Db, writer: Writer, id: Id): Promise<Resource> {
  const found = await groupWithId(db, writer, id)
  // Whether it can be read at all was looked at before.
  if (!found) throw notOwn()
  return found
}

function obstructed(obstacle: keyof typeof departmentMessages | null, id: Id): ScimError {
  if (obstacle === null) return badRequest("invalidValue", scimMessages.noDepartment(id))
  const words = departmentMessages[obstacle]
  if (obstacle === "nameTaken") return refusedAs(409, words, "uniqueness")
  return refusedAs(obstacle === "hasPeople" || obstacle === "hasChildren" ? 409 : 400, words)
}

async function keepExternalId(
  db: Db,
  { key: { application, org } }: Writer,
  departmentId: Id,
  externalId: string | null | undefined,
): Promise<void> {
  if (externalId === undefined) return
  if (externalId === null) {
    await db
      .delete(applicationDepartment)
      .where(
        sql`${applicationDepartment.departmentId} = ${departmentId}::bigint and ${applicationDepartment.applicationId} = ${application.id}::bigint`,
      )
    return
  }
  await db
    .insert(applicationDepartment)
    .values({ departmentId, orgId: org.id, applicationId: application.id, externalId })
    .onConflictDoUpdate({
      target: [applicationDepartment.departmentId, applicationDepartment.applicationId],
      set: { externalId },
    })
}
