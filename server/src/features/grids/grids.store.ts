import type { GridNode } from "@uc/contract/grids/calls"
import type { Id } from "@uc/contract/core/wire"
import { asc, eq } from "drizzle-orm"
import { filterKeys } from "../../db/queries/filter-keys.ts"
import { withoutDisabled } from "../../db/queries/without-disabled.ts"
import { nested } from "../../db/queries/nested.ts"
import type { Db } from "../../db/open.ts"
import { grid } from "../../db/schema/grids.ts"

export async function gridTree(
  db: Db,
  org: Id,
  { isWithSpace }: { isWithSpace: boolean },
): Promise<GridNode[]> {
  const rows = await db
    .select({
      id: grid.id,
      parentId: grid.parentId,
      isDisabled: grid.isDisabled,
      name: grid.name,
      spaceName: grid.spaceName,
      keys: filterKeys(grid),
    })
    .from(grid)
    .where(eq(grid.orgId, org))
    .orderBy(asc(grid.sortNo), asc(grid.id))
  const offered = withoutDisabled(rows)
  return nested(offered, ({ id, name, spaceName, keys }, childList) => ({
    id,
    name: isWithSpace && spaceName ? `${name}（${spaceName}）` : name,
    keys,
    childList,
  }))
}
