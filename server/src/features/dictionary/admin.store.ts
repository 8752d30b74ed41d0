import { createHash } from "node:crypto"
import { informationDictionary } from "@uc/contract/dictionary/calls"
import type { CodeEntry, CodeTable } from "@uc/contract/dictionary/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { dictionary } from "../../db/schema/dictionary.ts"
import { knownTable } from "./code-uses.ts"

export type DictionaryRow = typeof dictionary.$inferSelect

/** The `content` of the rows of code tables and of their codes. */
export const codeTableContent = "codeTable"

/** Until the transaction ends nobody else changes the dictionaries. */
export async function lockDictionaries(db: Db): Promise<void> {
  await db.execute(sql`lock table ${dictionary} in share row exclusive mode`)
}

export function versionOf({ name, remark, isDisabled }: DictionaryRow): string {
  return createHash("sha256")
    .update(JSON.stringify([name, remark, isDisabled]))
    .digest("base64url")
    .slice(0, 22)
}

/** SHELL-4: the portal reads it at start, before anybody has signed in. */
export function isAskedAtStart({ content, code }: Pick<DictionaryRow, "content" | "code">): boolean {
  return content === informationDictionary.content && code === informationDictionary.code
}

export async function codeTables(db: Db): Promise<CodeTable[]> {
  const heads = await db
    .select()
    .from(dictionary)
    .where(isNull(dictionary.parentCode))
    .orderBy(asc(dictionary.sortNo), asc(dictionary.id))
  const counts = await db
    .select({
      code: sql<string>`${dictionary.parentCode}`,
      entries: sql<number>`count(*)::int`,
      disabled: sql<number>`(count(*) filter (where ${dictionary.isDisabled}))::int`,
    })
    .from(dictionary)
    .where(eq(dictionary.content, codeTableContent))
    .groupBy(dictionary.parentCode)
    .having(sql`${dictionary.parentCode} is not null`)
    .orderBy(asc(dictionary.parentCode))
  const byCode = new Map(counts.map((each) => [each.code, each]))
  const named = heads.map((row): CodeTable => {
    const isTable = row.content === codeTableContent
    const known = isTable ? byCode.get(row.code) : undefined
    byCode.delete(isTable ? row.code : "")
    return {
      id: row.id,
      kind: isTable ? "table" : "dictionary",
      code: row.code,
      name: row.name,
      remark: row.remark,
      entries: known?.entries ?? 0,
      disabled: known?.disabled ?? 0,
      isBuiltIn: isTable ? (knownTable(row.code)?.isBuiltIn ?? false) : isAskedAtStart(row),
      version: versionOf(row),
    }
  })
  const nameless = [...byCode.values()].map(({ code, entries, disabled }): CodeTable => {
    const known = knownTable(code)
    const name = known?.name ?? code
    const isBuiltIn = known?.isBuiltIn ?? false
    return { id: null, kind: "table", code, name, remark: null, entries, disabled, isBuiltIn, version: "" }
  })
  return [...named, ...nameless]
}

const ofTable = (table: string) =>
  and(eq(dictionary.content, codeTableContent), eq(dictionary.parentCode, table))

export async function entriesOf(db: Db, table: string): Promise<CodeEntry[]> {
  const rows = await db
    .select()
    .from(dictionary)
    .where(ofTable(table))
    .orderBy(asc(dictionary.sortNo), asc(dictionary.id))
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    remark: row.remark,
    isDisabled: row.isDisabled,
    version: versionOf(row),
  }))
}

export function rowsIn(db: Db, table: string | null): Promise<number> {
  const heads = and(eq(dictionary.content, codeTableContent), isNull(dictionary.parentCode))
  return db.$count(dictionary, table === null ? heads : ofTable(table))
}

export async function rowWithId(db: Db, id: Id): Promise<DictionaryRow | null> {
  const [row] = await db.select().from(dictionary).where(eq(dictionary.id, id))
  return row ?? null
}

interface Written {
  readonly name: string
  readonly remark: string | null
  readonly isDisabled: boolean
}

/** Null: the code is taken. */
export async function addRow(
  db: Db,
  { table, code, ...written }: Written & { readonly table: string | null; readonly code: string },
): Promise<Id | null> {
  const of = table === null ? isNull(dictionary.parentCode) : eq(dictionary.parentCode, table)
  const last = db
    .select({ last: sql`coalesce(max(${dictionary.sortNo}), 0) + 10` })
    .from(dictionary)
    .where(and(eq(dictionary.content, codeTableContent), of))
  const [added] = await db
    .insert(dictionary)
    .values({ content: codeTableContent, parentCode: table, code, ...written, sortNo: sql`(${last})` })
    .onConflictDoNothing()
    .returning({ id: dictionary.id })
  return added?.id ?? null
}

export async function changeRow(db: Db, id: Id, { name, remark, isDisabled }: Written): Promise<void> {
  await db.update(dictionary).set({ name, remark, isDisabled }).where(eq(dictionary.id, id))
}

export async function arrangeRows(db: Db, ids: readonly Id[]): Promise<void> {
  await db.execute(sql`
    update ${dictionary} set sort_no = placed.no * 10
    from unnest(${sql.param([...ids])}::bigint[]) with ordinality as placed (id, no)
    where ${dictionary.id} = placed.id`)
}

export async function removeRow(db: Db, id: Id): Promise<void> {
  await db.delete(dictionary).where(eq(dictionary.id, id))
}
