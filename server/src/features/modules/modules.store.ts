import type { Module } from "@uc/contract/modules/calls"
import { and, asc, eq } from "drizzle-orm"
import { withoutDisabled } from "../../db/queries/without-disabled.ts"
import { nested } from "../../db/queries/nested.ts"
import type { Db } from "../../db/open.ts"
import { menu, module } from "../../db/schema/menus.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"
import { isVisibleTo, type Audience } from "../menus/public.ts"

interface Wanted {
  /** Only this module and those below it; null: all. */
  readonly identifier: string | null
  /** Also modules that the viewer has no menu for. */
  readonly isAll: boolean
}

type Row = typeof module.$inferSelect

export async function moduleTree(
  db: Db,
  audience: Audience,
  { identifier, isAll }: Wanted,
): Promise<Module[]> {
  const all = await db.select().from(module).orderBy(asc(module.sortNo), asc(module.id))
  const rows = withoutDisabled(all)
  const wanted = identifier === null ? rows : withDescendants(rows, identifier)
  const kept = isAll ? wanted : withAncestors(wanted, await modulesWithMenu(db, audience))
  return nested(kept, ({ id, name }, children): Module => {
    const { pinyin, initials } = searchKeys(name)
    return { id, name, keys: `${pinyin} ${initials}`, children }
  })
}

async function modulesWithMenu(db: Db, audience: Audience): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ id: module.id })
    .from(module)
    .innerJoin(menu, eq(menu.moduleId, module.id))
    .where(and(isVisibleTo(db, audience)))
  return new Set(rows.map(({ id }) => id))
}

function withDescendants(rows: readonly Row[], identifier: string): Row[] {
  const kept = new Set(rows.filter((row) => row.identifier === identifier).map(({ id }) => id))
  for (let size = -1; size !== kept.size;) {
    size = kept.size
    for (const { id, parentId } of rows) if (parentId !== null && kept.has(parentId)) kept.add(id)
  }
  return rows.filter(({ id }) => kept.has(id))
}

function withAncestors(rows: readonly Row[], seen: ReadonlySet<string>): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const kept = new Set<string>()
  for (const row of rows) {
    if (!seen.has(row.id)) continue
    for (let at: Row | undefined = row; at && !kept.has(at.id); at = byId.get(at.parentId ?? ""))
      kept.add(at.id)
  }
  return rows.filter(({ id }) => kept.has(id))
}
