import type { CurrentUser } from "@uc/contract/account/calls"
import { and, eq, exists, isNull, lte, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { menu, menuAudience } from "../../db/schema/menus.ts"

/** All that decides which menus somebody sees. */
export type Audience = Pick<CurrentUser, "usertype" | "admintype" | "orgid">

/** True for a row of `menu` that is enabled and meant for them; its parents are checked elsewhere. */
export function isVisibleTo(db: Db, { usertype, admintype, orgid }: Audience): SQL | undefined {
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
  return and(eq(menu.isDisabled, false), exists(fitting))
}
