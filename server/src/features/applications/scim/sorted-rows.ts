import { scimMessages } from "@uc/contract/applications/scim"
import { sql, type SQL } from "drizzle-orm"
import { ownIn, type FilterColumns } from "./filter-to-sql.ts"
import { isKnown, type KnownAttributes } from "./known-attributes.ts"
import { readPath } from "./parse-filter.ts"
import { badRequest } from "./scim-error.ts"

/** As the protocol writes moments: in UTC, to the millisecond. */
export function isoOf(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** RFC 7644, 3.4.2.3. The id decides among equals, so that pages neither repeat nor leave out anything. */
export function sortedBy(
  sortBy: string | null,
  columns: FilterColumns,
  {
    isDescending,
    known,
    id,
  }: { readonly isDescending: boolean; readonly known: KnownAttributes; readonly id: SQL },
): SQL {
  const direction = isDescending ? sql`desc` : sql`asc`
  if (sortBy === null) return sql`${id} ${direction}`
  const path = readPath(sortBy)
  const name = path && (path.sub === null ? path.attribute : `${path.attribute}.${path.sub}`).toLowerCase()
  const column = name !== null && path && isKnown(known, path) ? ownIn(columns, name) : undefined
  if (!column || column.kind === "list")
    throw badRequest("invalidValue", scimMessages.badSort(sortBy.slice(0, 50)))
  if (name === "id") return sql`${id} ${direction}`
  const own = column.kind === "text" ? sql`lower(${column.sql})` : column.sql
  const nulls = isDescending ? sql`nulls first` : sql`nulls last`
  return sql`${own} ${direction} ${nulls}, ${id}`
}
