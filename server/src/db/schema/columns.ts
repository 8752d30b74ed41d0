import type { HasDefault } from "drizzle-orm/column-builder"
import { customType, text, timestamp } from "drizzle-orm/pg-core"

/** A bigint in the database, text everywhere else: beyond 2^53 a JavaScript number would lie. */
export const id = customType<{ data: string; driverData: string }>({ dataType: () => "bigint" })

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" })

/** The table's own id. `by default`, so that the demo generator and imports may bring their own. */
export function ownId() {
  const column = id("id").primaryKey()
  // drizzle offers identity on its own integer columns only, though it is a plain flag of every builder.
  const { config } = column as unknown as { config: Record<string, unknown> }
  config["generatedIdentity"] = { type: "byDefault" }
  config["hasDefault"] = true
  return column as HasDefault<typeof column>
}

/**
 * Milliseconds, not microseconds: a moment that went through JavaScript must still equal itself when paging by key.
 * An index for the newest first says `.desc().nullsFirst()`: drizzle's `desc()` alone means nulls last in an index but
 * nulls first in a query, and PostgreSQL would sort the whole table instead of using it.
 */
export function moment(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: "date" })
}

export function createdAt() {
  return moment("created_at").notNull().defaultNow()
}

/**
 * What a name is found by, filled by `searchKeys(name)`. Across organisations it is asked by `^@` (starts with), never by
 * LIKE: behind row-level security only a leakproof operator may use an index, `^@` is one and LIKE is not. Within one
 * organisation see `matchesName`.
 */
export function searchColumns() {
  return { pinyin: text("pinyin").notNull().default(""), initials: text("initials").notNull().default("") }
}

/**
 * Rows that an organisation shows to others: the path of the area whose organisations may read them, itself included.
 * Null: nobody else. `enable_row_security()` gives every table with this column the policy `shared_read`.
 */
export function sharedPath() {
  return text("shared_path")
}
