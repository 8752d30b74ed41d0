import { eq } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { dictionary } from "../../db/schema/dictionary.ts"

/** HOME-4: a file says what the screen says: the administrators' names of the codes, and the built-in words where there are none. */
export async function codeLabels<Key extends string | number>(
  db: Db,
  table: string,
  built: Readonly<Record<Key, string>>,
): Promise<(key: Key) => string> {
  const rows = await db
    .select({ code: dictionary.code, name: dictionary.name })
    .from(dictionary)
    .where(eq(dictionary.parentCode, table))
  const names = new Map(rows.map(({ code, name }) => [code, name]))
  return (key) => names.get(String(key)) ?? built[key]
}
