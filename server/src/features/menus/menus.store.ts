import type { MenuRouteItem } from "@uc/contract/menus/calls"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, getTableColumns, isNull } from "drizzle-orm"
import { nested } from "../../db/queries/nested.ts"
import type { Db } from "../../db/open.ts"
import { menu } from "../../db/schema/menus.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { isMeantFor, permittedMenus, type Audience } from "./visible-menu.ts"

/** The user's menus in order. One whose parent they don't see is left out with everything below it. */
export async function menusOf(db: Db, audience: Audience) {
  const rows = await db
    .select({ ...getTableColumns(menu), isMeant: isMeantFor(db, audience) })
    .from(menu)
    .where(eq(menu.isDisabled, false))
    .orderBy(asc(menu.sortNo), asc(menu.id))
  return withSeenParents(permittedMenus(rows, audience))
}

/** The entries that lead to a page of the portal, also disabled ones, and whether somebody sees them. */
export async function menuEntriesOf(
  db: Db,
  audience: Audience,
  page: string,
): Promise<{ text: string; isSeen: boolean }[]> {
  const seen = new Set((await menusOf(db, audience)).map(({ id }) => id))
  const leading = await db.select({ id: menu.id, text: menu.text }).from(menu).where(eq(menu.path, page))
  return leading.map(({ id, text }) => ({ text, isSeen: seen.has(id) }))
}

/** Of these menus those that people without administration in the organisation see as well. */
export async function seenByStaffToo<Row extends { id: string; parentId: string | null }>(
  db: Db,
  rows: readonly Row[],
  org: Id,
): Promise<Row[]> {
  const [found] = await db
    .select({ kind: organisation.kind })
    .from(organisation)
    .where(eq(organisation.id, org))
  if (!found) return []
  const staff = { usertype: usertypes[found.kind], admintype: admintypes.none, orgid: org }
  const seen = new Set((await menusOf(db, staff)).map(({ id }) => id))
  return withSeenParents(rows.filter(({ id }) => seen.has(id)))
}

/** The same as routes (MENU-3). */
export async function routeItemsOf(db: Db, audience: Audience): Promise<MenuRouteItem[]> {
  return nested(await menusOf(db, audience), (row, children): MenuRouteItem => {
    const isRouter = row.moduleType === "router"
    return {
      id: row.id,
      text: row.text,
      module_type: row.moduleType,
      path: isRouter ? row.path : (row.address ?? row.path),
      icon: row.icon,
      children,
    }
  })
}

/** Whose menu it is to be; null: nobody, or nobody who could sign in. */
export async function menuOwner(db: Db, personId: Id) {
  const [found] = await db
    .select({
      nickname: person.name,
      usertype: person.usertype,
      admintype: person.admintype,
      orgid: organisation.id,
      orgname: organisation.name,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(and(eq(person.id, personId), isNull(person.disabledAt), isNull(organisation.disabledAt)))
  return found ?? null
}

export function withSeenParents<Row extends { id: string; parentId: string | null }>(
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isSeen = (row: Row, steps: number): boolean => {
    if (row.parentId === null) return true
    const parent = byId.get(row.parentId)
    // A cycle never reaches a root: more steps than rows mean that there is one.
    return parent !== undefined && steps < rows.length && isSeen(parent, steps + 1)
  }
  return rows.filter((row) => isSeen(row, 0))
}
