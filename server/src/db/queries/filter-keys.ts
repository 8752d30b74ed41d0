import { sql, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"

/** A row's search columns as the wire's `keys`. */
export function filterKeys({ pinyin, initials }: { pinyin: PgColumn; initials: PgColumn }): SQL<string> {
  return sql<string>`${pinyin} || ' ' || ${initials}`
}
