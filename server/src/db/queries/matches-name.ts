import { or, sql, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"

interface Named {
  readonly name: PgColumn
  readonly pinyin: PgColumn
  readonly initials: PgColumn
}

/**
 * The text is a part of the name, its pinyin or its initials. No index serves it, so the query must have another condition:
 * one organisation's places, the few thousand areas.
 */
export function matchesName({ name, pinyin, initials }: Named, text: string): SQL | undefined {
  const plain = text.normalize("NFKC").trim()
  // An apostrophe alone stays: without it nothing would be left, which is a part of everything.
  const latin = plain.toLowerCase().replaceAll(/[\s'’]/g, "") || plain
  return or(
    sql`position(lower(${plain}) in lower(${name})) > 0`,
    sql`position(${latin} in ${pinyin}) > 0`,
    sql`position(${latin} in ${initials}) > 0`,
  )
}
