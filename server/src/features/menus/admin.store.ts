import { createHash } from "node:crypto"
import type {
  AdministeredMenu,
  MenuAudience,
  MenuKind,
  OrganisationsOfKind,
  PeopleAlike,
} from "@uc/contract/menus/admin-calls"
import { usertypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, count, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm"
import { grouped } from "../../db/queries/grouped.ts"
import type { Db } from "../../db/open.ts"
import { menu, menuAudience, module } from "../../db/schema/menus.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"

/** Locked until the transaction ends, so that counts and comparisons stay true. */
export async function lockMenus(db: Db): Promise<void> {
  await db.execute(sql`lock table ${menu} in share row exclusive mode`)
}

/** Short enough for a URL, long enough that two contents do not share one. */
function versionOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22)
}

/** The version of the structure: which item is below which, in which order. */
export function structureVersion(items: readonly AdministeredMenu[]): string {
  return versionOf(items.map(({ id, parentId }) => [id, parentId]))
}

export async function administeredMenus(db: Db): Promise<AdministeredMenu[]> {
  const rows = await db
    .select({ ...getTableColumns(menu), moduleName: module.name })
    .from(menu)
    .leftJoin(module, eq(module.id, menu.moduleId))
    .orderBy(asc(menu.sortNo), asc(menu.id))
  const audience = await db
    .select({
      menuId: menuAudience.menuId,
      usertype: menuAudience.usertype,
      minAdmintype: menuAudience.minAdmintype,
      orgid: menuAudience.onlyOrgId,
      orgname: organisation.name,
    })
    .from(menuAudience)
    .leftJoin(organisation, eq(organisation.id, menuAudience.onlyOrgId))
    .orderBy(asc(menuAudience.id))
  const byMenu = grouped(audience, ({ menuId }) => menuId)
  return rows.map((row) => {
    const seenBy = (byMenu.get(row.id) ?? []).map(({ menuId: _menuId, ...rest }) => rest)
    const content = {
      text: row.text,
      ...shownBy(row),
      icon: row.icon ?? "",
      isDisabled: row.isDisabled,
      moduleid: row.moduleId,
      modulename: row.moduleName,
      audience: seenBy,
    }
    return { id: row.id, parentId: row.parentId, ...content, version: versionOf(content) }
  })
}

function shownBy({ moduleType, path, address }: typeof menu.$inferSelect): { kind: MenuKind; path: string } {
  if (moduleType === "router") return { kind: "router", path: path ?? "" }
  const shown = address ?? path ?? ""
  return { kind: shown.trim() === "" ? "group" : "hosted", path: shown }
}

export interface MenuContent {
  readonly text: string
  readonly kind: MenuKind
  readonly path: string
  readonly icon: string
  readonly isDisabled: boolean
  readonly moduleid: Id | null
  readonly audience: readonly MenuAudience[]
}

function columnsOf({ text, kind, path, icon, isDisabled, moduleid }: MenuContent) {
  return {
    text,
    moduleType: kind === "router" ? "router" : kind === "hosted" ? "url" : null,
    path: kind === "router" ? path : null,
    address: kind === "hosted" ? path : null,
    icon: icon === "" ? null : icon,
    isDisabled,
    moduleId: moduleid,
    ...searchKeys(text),
  }
}

export async function addMenu(db: Db, parentId: Id | null, content: MenuContent): Promise<Id> {
  const last = db
    .select({ last: sql`coalesce(max(${menu.sortNo}), 0) + 10` })
    .from(menu)
    .where(parentId === null ? isNull(menu.parentId) : eq(menu.parentId, parentId))
  const [added] = await db
    .insert(menu)
    .values({ parentId, ...columnsOf(content), sortNo: sql`(${last})` })
    .returning({ id: menu.id })
  if (!added) throw new Error("A menu is not there after it was added")
  await keepAudience(db, added.id, content.audience)
  return added.id
}

export async function changeMenu(db: Db, id: Id, content: MenuContent): Promise<void> {
  await db.update(menu).set(columnsOf(content)).where(eq(menu.id, id))
  await db.delete(menuAudience).where(eq(menuAudience.menuId, id))
  await keepAudience(db, id, content.audience)
}

async function keepAudience(db: Db, menuId: Id, audience: readonly MenuAudience[]): Promise<void> {
  if (audience.length === 0) return
  await db.insert(menuAudience).values(
    audience.map(({ usertype, minAdmintype, orgid }) => ({
      menuId,
      usertype,
      minAdmintype,
      onlyOrgId: orgid,
    })),
  )
}

/** The order of all children of this parent. */
export async function placeMenus(db: Db, parentId: Id | null, ids: readonly Id[]): Promise<void> {
  await db.execute(sql`
    update ${menu} set parent_id = ${parentId}::bigint, sort_no = placed.no * 10
    from unnest(${sql.param([...ids])}::bigint[]) with ordinality as placed (id, no)
    where ${menu.id} = placed.id`)
}

/** In one statement, with everything below the item. */
export async function removeMenus(db: Db, ids: readonly Id[]): Promise<void> {
  await db.delete(menu).where(inArray(menu.id, [...ids]))
}

/** How many of these do not exist or are disabled. */
export async function missingOrganisations(db: Db, ids: readonly Id[]): Promise<number> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return 0
  const isThere = and(inArray(organisation.id, wanted), isNull(organisation.disabledAt))
  return wanted.length - (await db.$count(organisation, isThere))
}

export async function isModuleInUse(db: Db, id: Id): Promise<boolean> {
  return (await db.$count(module, and(eq(module.id, id), eq(module.isDisabled, false)))) === 1
}

/** People who are the same for every audience are counted together. */
export async function peopleAlike(db: Db, items: readonly AdministeredMenu[]): Promise<PeopleAlike[]> {
  const named = [...new Set(items.flatMap(({ audience }) => audience.flatMap(({ orgid }) => orgid ?? [])))]
  const org = sql<Id | null>`case when ${person.orgId} = any (${sql.param(named)}::bigint[]) then ${person.orgId} end`
  return db
    .select({
      usertype: person.usertype,
      admintype: person.admintype,
      orgid: sql<Id | null>`(${org})::text`.as("orgid"),
      people: count(),
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(isNull(person.disabledAt), isNull(organisation.disabledAt)))
    .groupBy(person.usertype, person.admintype, sql`3`)
}

export async function organisationsByKind(db: Db): Promise<OrganisationsOfKind[]> {
  const rows = await db
    .select({ kind: organisation.kind, organisations: count() })
    .from(organisation)
    .where(isNull(organisation.disabledAt))
    .groupBy(organisation.kind)
  return rows.map(({ kind, organisations }) => ({ usertype: usertypes[kind], organisations }))
}
