import type { Id } from "@uc/contract/core/wire"
import type { TreeUse } from "@uc/contract/trees/tree-calls"
import { asc, count, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { menu, module } from "../../db/schema/menus.ts"
import { sortStep, toldNames, type StoredNode } from "../trees/public.ts"

export async function storedModules(db: Db): Promise<StoredNode[]> {
  const rows = await db
    .select({
      id: module.id,
      parentId: module.parentId,
      name: module.name,
      code: module.identifier,
      isDisabled: module.isDisabled,
    })
    .from(module)
    .orderBy(asc(module.sortNo), asc(module.id))
  return rows.map((row) => ({ ...row, kind: "module", note: "" }))
}

interface NewModule {
  readonly parentId: Id | null
  readonly name: string
  readonly code: string
  readonly sortNo: number
}

/** Null: the identifier is taken. */
export async function addModule(db: Db, { parentId, name, code, sortNo }: NewModule): Promise<Id | null> {
  const [added] = await db
    .insert(module)
    .values({ parentId, name, identifier: code, sortNo })
    .onConflictDoNothing({ target: module.identifier })
    .returning({ id: module.id })
  return added?.id ?? null
}

export async function changeModule(db: Db, id: Id, name: string): Promise<void> {
  await db.update(module).set({ name }).where(eq(module.id, id))
}

/** All children of this parent in this order. */
export async function placeModules(db: Db, parentId: Id | null, order: readonly Id[]): Promise<void> {
  await db.execute(sql`
    update ${module} set parent_id = ${parentId}::bigint, sort_no = placed.no * ${sortStep}::int
    from unnest(${sql.param([...order])}::bigint[]) with ordinality as placed (id, no)
    where ${module.id} = placed.id`)
}

export async function setModuleDisabled(db: Db, id: Id, isDisabled: boolean): Promise<void> {
  await db.update(module).set({ isDisabled }).where(eq(module.id, id))
}

export async function removeModule(db: Db, id: Id): Promise<void> {
  await db.delete(module).where(eq(module.id, id))
}

/** The menus that belong to it. */
export async function menusOfModule(db: Db, id: Id): Promise<TreeUse[]> {
  const rows = await db
    .select({ name: menu.text })
    .from(menu)
    .where(eq(menu.moduleId, id))
    .orderBy(asc(menu.sortNo), asc(menu.id))
    .limit(toldNames)
  if (rows.length === 0) return []
  const [counted] = await db.select({ count: count() }).from(menu).where(eq(menu.moduleId, id))
  return [{ what: "菜单", names: rows.map(({ name }) => name), count: counted?.count ?? rows.length }]
}
