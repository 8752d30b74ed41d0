import { roleCalls, roleLimits, roleMessages, type Role } from "@uc/contract/roles/calls"
import { permissionOf, scopeKinds } from "@uc/contract/roles/permissions"
import { shownNameKey } from "@uc/contract/core/shown-name"
import { idsOf, type Id } from "@uc/contract/core/wire"
import { Refusal } from "../../errors/refusal.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { foundOrForbidden, outOfReach } from "../../session/reach.ts"
import { refreshSessionsOf } from "../../session/rights/refresh-sessions.ts"
import { explained } from "./explain.ts"
import { foundRecords } from "./explained-records.store.ts"
import {
  addRole,
  changeRole,
  countHolders,
  giveRole,
  holdersOf,
  lockRoles,
  organisationNames,
  ownerOf,
  peopleOfRole,
  receivers,
  removeRole,
  roleById,
  rolesHeldBy,
  rolesOf,
  takeRole,
  type Receiver,
  type RoleRow,
} from "./roles.store.ts"
import { obstacleToRole, offeredTo, scopesFor, type Composed } from "./within-giver.ts"

/** DISTRICT-8: roles that organisations compose, decision 066. */
export const roleRoutes = implementCalls(roleCalls, (services) => ({
  list: async ({ orgid }, context) => {
    const { db, user } = context
    const org = await mustAdministerFully(context, orgid ?? user.user.orgid)
    const owner = foundOrForbidden(await ownerOf(db, org.id))
    const roles = await rolesOf(db, org.id)
    const holders = await countHolders(db, org.id)
    const names = await organisationNames(
      db,
      roles.flatMap(({ scopeOrgs }) => scopeOrgs),
    )
    const items = roles.map((role): Role => ({
      id: role.id,
      name: role.name,
      permissions: [...role.permissions],
      scopeKind: role.scopeKind,
      organisations: role.scopeOrgs.map((id) => ({ orgid: id, orgname: names.get(id) ?? "" })),
      people: holders.get(role.id) ?? 0,
      version: role.version,
      mayGive: obstacleToRole(user, owner, role) === null,
    }))
    return {
      orgid: org.id,
      orgname: org.name,
      items,
      offered: offeredTo(user, owner),
      offeredScopes: scopesFor(owner),
    }
  },

  save: async ({ orgid, id, version, name, permissions, scopeKind, organisations }, context) => {
    const { db, user } = context
    const before = id === undefined ? null : await mustFind(context, id, true)
    const org = (await mustAdministerFully(context, before?.orgId ?? orgid ?? user.user.orgid)).id
    // DISTRICT-15: refused and not dropped.
    if (orgid !== undefined && orgid !== org) throw outOfReach()
    mustNotVersionNew(id, version)
    if (scopeKind !== "chosen" && organisations.length > 0)
      throw new Refusal(roleMessages.organisationsOfChosen, { field: "organisations" })
    await lockRoles(db, org)
    if (before) {
      if (version !== before.version) throw changedMeanwhile()
      // Else somebody could narrow, and then give, what they do not have.
      await mustBeWithin(context, org, before)
    }
    const scopeOrgs = scopeKind === "chosen" ? [...new Set(organisations)] : []
    const written = { name, permissions, scopeKind, scopeOrgs }
    await mustBeWithin(context, org, written)
    const others = (await rolesOf(db, org)).filter((role) => role.id !== id)
    if (others.some((role) => shownNameKey(role.name) === shownNameKey(name)))
      throw new Refusal(roleMessages.nameTaken, { field: "name" })
    if (!before && others.length >= roleLimits.roles) throw new Refusal(roleMessages.tooMany)
    const saved = before?.id ?? (await addRole(db, org, written))
    if (before) {
      await changeRole(db, before.id, written)
      await refreshSessionsOf(services, db, await holdersOf(db, before.id))
    }
    context.note({ id: saved, before: before && shownInLog(before), after: shownInLog(written) })
    return { id: saved }
  },

  remove: async ({ id, version }, context) => {
    const before = await mustFind(context, id, true)
    await mustAdministerFully(context, before.orgId)
    if (version !== before.version) throw changedMeanwhile()
    await mustBeWithin(context, before.orgId, before)
    const holders = await holdersOf(context.db, id)
    await removeRole(context.db, id)
    await refreshSessionsOf(services, context.db, holders)
    context.note({ id, before: { ...shownInLog(before), people: holders.length }, after: null })
    return {}
  },

  people: async ({ id }, context) => {
    const role = await mustFind(context, id, false)
    await mustAdministerFully(context, role.orgId)
    return { items: await peopleOfRole(context.db, role) }
  },

  give: async ({ id, personids }, context) => {
    const { db, user } = context
    const role = await mustFind(context, id, true)
    await mustAdministerFully(context, role.orgId)
    await mustBeWithin(context, role.orgId, role)
    const wanted = [...new Set(idsOf(personids))]
    const people = await receivers(db, wanted, true)
    if (people.length !== wanted.length || wanted.length === 0 || wanted.length > roleLimits.people)
      throw new Refusal(roleMessages.otherOrganisation)
    for (const person of people) mustReceive(context, role, person)
    const given = await giveRole(db, role, wanted, user.user.id)
    await refreshSessionsOf(services, db, given)
    context.note({
      id,
      before: null,
      after: { role: role.name, people: people.map(({ nickname }) => nickname) },
    })
    return { given: given.length }
  },

  take: async ({ id, personid }, context) => {
    const role = await mustFind(context, id, true)
    await mustAdministerFully(context, role.orgId)
    const [person] = await receivers(context.db, [personid], true)
    mustReach(context, foundOrForbidden(person))
    if (!(await takeRole(context.db, id, personid))) throw new Refusal(roleMessages.gone, { status: 409 })
    await refreshSessionsOf(services, context.db, [personid])
    context.note({ id, before: { role: role.name, people: [person?.nickname] }, after: null })
    return {}
  },

  ofPerson: async ({ personid }, context) => {
    const [person] = await receivers(context.db, [personid], false)
    await mustAdministerFully(context, foundOrForbidden(person).orgid)
    const held = await rolesHeldBy(context.db, personid)
    return {
      items: held.map(({ id, name, scopeKind, permissions }) => ({
        id,
        name,
        scopeKind,
        permissions: [...permissions],
      })),
    }
  },

  findRecords: async ({ record, name }, { db, user }) => ({
    items: await foundRecords(db, user.administered, record, name),
  }),

  explain: (asked, context) => explained(services, context, asked),
}))

async function mustFind({ db }: RequestContext, id: Id, lock: boolean): Promise<RoleRow> {
  return foundOrForbidden(await roleById(db, id, lock))
}

async function mustBeWithin(context: RequestContext, org: Id, role: Composed): Promise<void> {
  const owner = foundOrForbidden(await ownerOf(context.db, org))
  const obstacle = obstacleToRole(context.user, owner, role)
  if (obstacle !== null) throw new Refusal(obstacle, { status: 403, field: "permissions" })
}

/** Nobody raises themselves, nor changes who administers more. */
function mustReach({ user: { user } }: RequestContext, person: Receiver): void {
  if (person.id === user.id) throw new Refusal(roleMessages.notYourself, { status: 403 })
  if (person.admintype > user.admintype) throw new Refusal(roleMessages.aboveYou, { status: 403 })
}

function mustReceive(context: RequestContext, role: RoleRow, person: Receiver): void {
  mustReach(context, person)
  if (person.orgid !== role.orgId || person.isDisabled) throw new Refusal(roleMessages.otherOrganisation)
}

function changedMeanwhile(): Refusal {
  return new Refusal(roleMessages.changedMeanwhile, { status: 409 })
}

function shownInLog({ name, permissions, scopeKind }: Composed & { readonly name: string }) {
  return {
    name,
    permissions: permissions.map((id) => permissionOf(id).name),
    scope: scopeKinds[scopeKind],
  }
}
