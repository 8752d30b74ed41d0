import { builtInGroups, missingMenus } from "@uc/contract/menus/built-in-menus"
import {
  formatAudience,
  menuAdminCalls,
  menuGrewMessage,
  menuLimits,
  menuMessages,
  type AdministeredMenu,
} from "@uc/contract/menus/admin-calls"
import { permittedAddress } from "@uc/contract/domains/permitted-address"
import type { Id } from "@uc/contract/core/wire"
import type { Db } from "../../db/open.ts"
import { everybody, publishEvent } from "../../realtime/publish-event.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustNotVersionNew } from "../../http/calls/parameters-with-effect.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { writeAuditEntry } from "../../session/write-audit-entry.ts"
import { mustAdminister, foundOrForbidden } from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { authorisedOrigins } from "../domains/public.ts"
import { menuOwner, routeItemsOf } from "./menus.store.ts"
import { allHeld } from "../../session/rights/held-permissions.ts"
import { rightsOfPerson } from "../../session/rights/person-rights.ts"
import {
  addMenu,
  changeMenu,
  administeredMenus,
  isModuleInUse,
  lockMenus,
  missingOrganisations,
  organisationsByKind,
  peopleAlike,
  placeMenus,
  removeMenus,
  structureVersion,
  type MenuContent,
} from "./admin.store.ts"
import { menuSheet } from "./menu-export.ts"
import { below, heightOf, trailOf, withPlaced } from "./menu-position.ts"

interface Place {
  readonly id: Id
  readonly parentId: Id | null
  readonly before: Id | null
  readonly version: string
}

export const menuAdminRoutes = implementCalls(menuAdminCalls, () => ({
  list: async (_input, context) => {
    const { db, caller } = context
    const items = await administeredMenus(db)
    const origins = items
      .filter(({ kind }) => kind === "hosted")
      .map(({ path }) => originOf(path, caller.origin))
    return {
      items,
      version: structureVersion(items),
      people: await peopleAlike(db, items),
      authorised: await authorisedOrigins(db, new Set(origins.flatMap((origin) => origin ?? []))),
      organisations: await organisationsByKind(db),
    }
  },

  exportList: async (_input, context) => {
    const items = await administeredMenus(context.db)
    const sheets = [menuSheet(items, await peopleAlike(context.db, items))]
    return exportedFile(context, { action: "menuAdmin.exportList", name: "菜单", sheets })
  },

  save: async ({ id, parentId, version, ...given }, context) => {
    const { db } = context
    mustNotVersionNew(id, version)
    const content = await mustBeSound(context, given)
    await lockMenus(db)
    const items = await administeredMenus(db)
    const before = id === undefined ? null : mustFind(items, id)
    if (before && version !== before.version)
      throw new Refusal(menuMessages.changedMeanwhile, { status: 409 })
    // DISTRICT-15: refused and not dropped.
    if (before && parentId !== undefined && parentId !== before.parentId)
      throw new Refusal(menuMessages.parentByMove, { field: "parentId" })
    if (!before) mustHaveRoom(items, parentId ?? null)
    const saved = before ? before.id : await addMenu(db, parentId ?? null, content)
    if (before) await changeMenu(db, before.id, content)
    const after = await administeredMenus(db)
    context.note({
      id: saved,
      before: before && shownInLog(items, before.id),
      after: shownInLog(after, saved),
    })
    await publishEvent(db, "menus", everybody)
    return { id: saved }
  },

  addBuiltIn: async ({ paths }, context) => {
    const { db } = context
    await lockMenus(db)
    const wanted = missingMenus(await administeredMenus(db)).filter(({ path }) => paths.includes(path))
    if (wanted.length === 0) throw new Refusal(menuMessages.builtInThere, { status: 409 })
    const ids: Id[] = []
    for (const { group, path, text, icon, audience } of wanted) {
      const parentId = await topmostCalled(db, group)
      mustHaveRoom(await administeredMenus(db), parentId)
      const content = {
        text,
        kind: "router",
        path,
        icon,
        isDisabled: false,
        moduleid: null,
        audience,
      } as const
      ids.push(await addMenu(db, parentId, content))
    }
    const after = await administeredMenus(db)
    context.note({ ids, before: null, after: { places: ids.map((id) => namesTo(after, id)) } })
    await publishEvent(db, "menus", everybody)
    return { ids }
  },

  arrange: async (place, context) => {
    await lockMenus(context.db)
    const items = await administeredMenus(context.db)
    const { parentId } = mustFind(items, place.id)
    const noted = await putAt(context, items, { ...place, parentId })
    await writeAuditEntry(context, "menuAdmin.arrange", noted)
    return {}
  },

  move: async (place, context) => {
    await lockMenus(context.db)
    const items = await administeredMenus(context.db)
    mustFind(items, place.id)
    context.note(await putAt(context, items, place))
    return {}
  },

  remove: async ({ id, below: told }, context) => {
    const { db } = context
    await lockMenus(db)
    const items = await administeredMenus(db)
    mustFind(items, id)
    const going = below(items, id)
    if (going.length !== told) throw new Refusal(menuGrewMessage(going.length), { status: 409 })
    await removeMenus(db, [id, ...going.map((item) => item.id)])
    context.note({
      id,
      before: { ...shownInLog(items, id), below: going.map(({ text }) => text) },
      after: null,
    })
    await publishEvent(db, "menus", everybody)
    return {}
  },

  lookAs: async ({ personid }, context) => {
    const owner = foundOrForbidden(await menuOwner(context.db, personid))
    mustAdminister(context, owner.orgid)
    const { nickname, orgname, usertype, admintype } = owner
    await writeAuditEntry(context, "menuAdmin.lookAs", {
      id: personid,
      before: null,
      after: { nickname, orgname },
    })
    const rights = foundOrForbidden(await rightsOfPerson(context.db, personid))
    const permissions = [...allHeld({ user: owner, roles: rights.roles })]
    const modulelist = await routeItemsOf(context.db, { ...owner, permissions })
    return { nickname, orgname, usertype, admintype, modulelist }
  },
}))

/** The top-level group of this name; added where there is none. */
async function topmostCalled(db: Db, name: string): Promise<Id> {
  const items = await administeredMenus(db)
  const found = items.find(
    ({ parentId, kind, text }) => parentId === null && kind === "group" && text === name,
  )
  if (found) return found.id
  mustHaveRoom(items, null)
  const { icon = "folder", audience = [] } = builtInGroups[name] ?? {}
  const content = {
    text: name,
    kind: "group",
    path: "",
    icon,
    isDisabled: false,
    moduleid: null,
    audience,
  } as const
  return addMenu(db, null, content)
}

function mustFind(items: readonly AdministeredMenu[], id: Id): AdministeredMenu {
  const found = items.find((item) => item.id === id)
  if (!found) throw new Refusal(menuMessages.gone, { status: 409 })
  return found
}

function mustHaveRoom(items: readonly AdministeredMenu[], parentId: Id | null): void {
  if (items.length >= menuLimits.rows) throw new Refusal(menuMessages.tooMany)
  if (parentId === null) return
  const trail = trailOf(items, parentId)
  if (trail.length === 0) throw new Refusal(menuMessages.parentGone, { status: 409 })
  if (trail.length >= menuLimits.depth) throw new Refusal(menuMessages.tooDeep)
}

function originOf(address: string, base: string): string | null {
  return URL.canParse(address, base) ? new URL(address, base).origin : null
}

async function mustBeSound({ db, caller }: RequestContext, given: MenuContent): Promise<MenuContent> {
  const content = { ...given, text: given.text.trim(), path: given.path.trim() }
  const { kind, path, audience } = content
  // DISTRICT-15: refused and not dropped.
  if (kind === "group" && path !== "") throw new Refusal(menuMessages.groupOpensNothing, { field: "path" })
  if (kind === "router" && path === "") throw new Refusal(menuMessages.pageMissing, { field: "path" })
  if (kind === "hosted") {
    if (path === "") throw new Refusal(menuMessages.addressMissing, { field: "path" })
    const origin = originOf(path, caller.origin)
    const known = origin === null ? [] : await authorisedOrigins(db, new Set([origin]))
    const origins = known.filter(({ organisations }) => organisations > 0).map((one) => one.origin)
    if (!permittedAddress(path, caller.origin, origins).isPermitted)
      throw new Refusal(menuMessages.notPermitted, { field: "path" })
  }
  if (content.moduleid !== null && !(await isModuleInUse(db, content.moduleid)))
    throw new Refusal(menuMessages.moduleGone, { field: "moduleid" })
  const rows = new Set(audience.map((row) => `${row.usertype} ${row.minAdmintype} ${row.orgid}`))
  if (rows.size !== audience.length) throw new Refusal(menuMessages.audienceTwice, { field: "audience" })
  const named = audience.flatMap(({ orgid }) => orgid ?? [])
  if ((await missingOrganisations(db, named)) > 0)
    throw new Refusal(menuMessages.organisationGone, { field: "audience" })
  return content
}

/** Returns what is written into the audit log. */
async function putAt({ db }: RequestContext, items: readonly AdministeredMenu[], place: Place) {
  const { id, parentId, version } = place
  if (version !== structureVersion(items)) throw new Refusal(menuMessages.movedMeanwhile, { status: 409 })
  if (parentId !== null) {
    const trail = trailOf(items, parentId)
    if (trail.length === 0) throw new Refusal(menuMessages.parentGone, { status: 409 })
    if (parentId === id || below(items, id).some((item) => item.id === parentId))
      throw new Refusal(menuMessages.underItself)
    if (trail.length + heightOf(items, id) > menuLimits.depth) throw new Refusal(menuMessages.tooDeep)
  }
  const order = withPlaced(items, place)
  if (!order) throw new Refusal(menuMessages.movedMeanwhile, { status: 409 })
  await placeMenus(db, parentId, order)
  await publishEvent(db, "menus", everybody)
  return { id, before: placeInLog(items, id), after: placeInLog(await administeredMenus(db), id) }
}

function placeInLog(items: readonly AdministeredMenu[], id: Id): Record<string, unknown> {
  const { parentId } = mustFind(items, id)
  const position = items.filter((item) => item.parentId === parentId).findIndex((item) => item.id === id)
  return { place: namesTo(items, id), position: `第${position + 1}位` }
}

function namesTo(items: readonly AdministeredMenu[], id: Id): string {
  return trailOf(items, id)
    .map(({ text }) => text)
    .join(" / ")
}

function shownInLog(items: readonly AdministeredMenu[], id: Id): Record<string, unknown> {
  const { path, icon, isDisabled, modulename, audience } = mustFind(items, id)
  return {
    place: namesTo(items, id),
    path,
    icon,
    state: isDisabled ? "停用" : "启用",
    module: modulename,
    audience: audience.map((row) => formatAudience(row, row.orgname)),
  }
}
