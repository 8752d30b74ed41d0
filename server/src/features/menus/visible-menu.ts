import type { CurrentUser } from "@uc/contract/account/calls"
import { permissionOfPage } from "@uc/contract/roles/pages"
import { builtInPermissions, holds } from "@uc/contract/roles/permissions"
import { and, eq, exists, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { menu, menuAudience } from "../../db/schema/menus.ts"

/** All that decides which menus somebody sees. Without permissions: those of the built-in role. */
export type Audience = Pick<CurrentUser, "usertype" | "admintype" | "orgid" | "permissions">

/** True for a row of `menu` that is meant for them by its audience. */
export function isMeantFor(db: Db, { usertype, admintype, orgid }: Audience): SQL<boolean> {
  const fitting = db
    .select({ one: sql`1` })
    .from(menuAudience)
    .where(
      and(
        eq(menuAudience.menuId, menu.id),
        or(isNull(menuAudience.usertype), eq(menuAudience.usertype, usertype)),
        lte(menuAudience.minAdmintype, admintype),
        or(isNull(menuAudience.onlyOrgId), eq(menuAudience.onlyOrgId, orgid)),
      ),
    )
  return exists(fitting) as SQL<boolean>
}

/** The same of one that is enabled; its parents are checked elsewhere. */
export function isVisibleTo(db: Db, audience: Audience): SQL | undefined {
  return and(eq(menu.isDisabled, false), isMeantFor(db, audience))
}

interface Row {
  readonly id: string
  readonly parentId: string | null
  readonly path: string | null
  readonly isMeant: boolean
}

/**
 * DISTRICT-8: nobody is led to a page whose permission they lack; whoever holds it by a role sees the entry, and the groups above
 * it, although its audience is for administrators.
 */
export function permittedMenus<R extends Row>(rows: readonly R[], user: Audience): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set<string>()
  for (const row of rows) {
    const permission = permissionOfPage(row.path ?? "")
    if (permission === null) {
      if (row.isMeant) seen.add(row.id)
      continue
    }
    if (!holds(user, permission)) continue
    if (row.isMeant) seen.add(row.id)
    if (builtInPermissions(user.admintype).includes(permission)) continue
    for (
      let at: R | undefined = row;
      at && !(at !== row && seen.has(at.id));
      at = byId.get(at.parentId ?? "")
    )
      seen.add(at.id)
  }
  return rows.filter(({ id }) => seen.has(id))
}
