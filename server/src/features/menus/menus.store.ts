import { asc } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { menu } from "../../db/schema/menus.ts"
import { isVisibleTo, type Audience } from "../../db/visible-menu.ts"

/** The user's menus in order. One whose parent they don't see is left out with everything below it. */
export async function menusOf(db: Db, audience: Audience) {
  const rows = await db
    .select()
    .from(menu)
    .where(isVisibleTo(db, audience))
    .orderBy(asc(menu.sortNo), asc(menu.id))
  return withSeenParents(rows)
}

export function withSeenParents<Row extends { id: string; parentId: string | null }>(
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isSeen = (row: Row, steps: number): boolean => {
    if (row.parentId === null) return true
    const parent = byId.get(row.parentId)
    // A cycle in the table would never reach a root: after as many steps as there are rows it is one.
    return parent !== undefined && steps < rows.length && isSeen(parent, steps + 1)
  }
  return rows.filter((row) => isSeen(row, 0))
}
